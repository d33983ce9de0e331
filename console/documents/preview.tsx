import ZoomInIcon from '@mui/icons-material/ZoomInOutlined'
import ZoomOutIcon from '@mui/icons-material/ZoomOutOutlined'
import { Alert, Box, CircularProgress, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { download } from '../api/client.ts'
import { latinKey, type Pressed } from '../shared/latin-key.ts'
import { usePageKeys } from '../shared/use-page-keys.ts'

/**
 * Shows a file in the page. The bytes are fetched and passed to the browser as an object URL, because the service does
 * not allow its responses to be framed. The policy of the page runs no scripts of the file.
 */
export function Preview({
  url,
  contentType,
  name,
}: {
  url: string | null
  contentType: string
  name: string
}) {
  const translate = useTranslate()
  const isImage = contentType.startsWith('image/')
  const canShow = isImage || contentType === 'application/pdf'
  const [object, failed] = useObjectUrl(canShow ? url : null, contentType)
  const [zoom, setZoom] = useState(zoomSteps.indexOf(100))
  const step = (by: number) => setZoom((now) => Math.min(Math.max(now + by, 0), zoomSteps.length - 1))
  usePageKeys(zoomKeyOf, step, canShow)
  if (url === null) return <Alert severity="warning">{translate('kontor.documents.sealed')}</Alert>
  if (!canShow) return <Alert severity="info">{translate('kontor.documents.no_preview')}</Alert>
  if (failed) return <Alert severity="error">{translate('kontor.connection.lost')}</Alert>
  if (object === null) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', height: 300 }}>
        <CircularProgress aria-label={translate('ra.page.loading')} />
      </Box>
    )
  }
  const frame = {
    width: '100%',
    height: { xs: 320, md: '65vh' },
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  }
  const percent = zoomSteps[zoom] ?? 100
  return (
    <Box>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', justifyContent: 'flex-end', mb: 0.5 }}>
        <ZoomButton
          label={translate('kontor.documents.zoom_out')}
          isOff={zoom === 0}
          onClick={() => step(-1)}
        >
          <ZoomOutIcon fontSize="small" />
        </ZoomButton>
        <Typography variant="body2" color="textSecondary" aria-live="polite">
          {percent} %
        </Typography>
        <ZoomButton
          label={translate('kontor.documents.zoom_in')}
          isOff={zoom === zoomSteps.length - 1}
          onClick={() => step(1)}
        >
          <ZoomInIcon fontSize="small" />
        </ZoomButton>
      </Stack>
      {isImage ? (
        <Box
          // Scrolled by keyboard, too.
          tabIndex={0}
          role="region"
          aria-label={name}
          sx={{ ...frame, overflow: 'auto', bgcolor: 'action.hover' }}
        >
          <Box
            component="img"
            src={object}
            alt={name}
            sx={{
              width: `${percent}%`,
              height: `${percent}%`,
              objectFit: 'contain',
              display: 'block',
            }}
          />
        </Box>
      ) : (
        // The viewer of the browser reads the zoom only when it opens the file.
        <Box
          component="iframe"
          key={percent}
          src={percent === 100 ? object : `${object}#zoom=${percent}`}
          title={name}
          sx={frame}
        />
      )}
    </Box>
  )
}

const zoomSteps = [50, 75, 100, 150, 200, 300, 400]

function zoomKeyOf(pressed: Pressed): 1 | -1 | undefined {
  const key = latinKey(pressed)
  return key === '+' || key === '=' ? 1 : key === '-' ? -1 : undefined
}

function ZoomButton({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton size="small" aria-label={label} disabled={isOff} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}

function useObjectUrl(url: string | null, contentType: string): [string | null, boolean] {
  const [object, setObject] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (url === null) return
    const abort = new AbortController()
    let made: string | undefined
    setObject(null)
    download(url, abort.signal)
      .then((response) => response.blob())
      .then((blob) => {
        made = URL.createObjectURL(new Blob([blob], { type: contentType }))
        setObject(made)
      })
      .catch((error: Error) => setFailed(error.name !== 'AbortError'))
    return () => {
      abort.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [url, contentType])
  return [object, failed]
}
