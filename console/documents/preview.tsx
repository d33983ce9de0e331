import ZoomInIcon from '@mui/icons-material/ZoomInOutlined'
import ZoomOutIcon from '@mui/icons-material/ZoomOutOutlined'
import { Alert, Box, CircularProgress, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { latinKey, type Pressed } from '../shared/pages/latin-key.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { StepButton } from '../shared/pages/step-button.tsx'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { canShow, fileOf, isImage, type ShownFile } from './document-file.ts'
import type { Found, PageText } from './pdf/page-text.ts'
import type { Shown } from './pdf/shown.ts'

/** pdf.js is loaded with the first file that needs it. */
const PdfViewer = lazyPage(() => import('./pdf/pdf-viewer.tsx'))

interface Props {
  document: ShownFile
  height?: object
  /** A place of the text to show. */
  target?: Found | null
  onShown?: (shown: Shown) => void
  onText?: (texts: ReadonlyMap<number, PageText>) => void
}

const usualHeight = { height: { xs: 320, md: '65vh' } }
const nothing = () => undefined

/**
 * Shows a file in the page. The bytes are fetched and shown by the page itself: nothing of the file runs, and no other viewer
 * is asked.
 */
export function Preview({
  document,
  height = usualHeight,
  target = null,
  onShown = nothing,
  onText = nothing,
}: Props) {
  const translate = useTranslate()
  const isShowable = canShow(document) && document.download_url !== null
  const { data: file, error } = useQuery({ ...fileOf(document), enabled: isShowable })
  const [zoom, setZoom] = useState(zoomSteps.indexOf(100))
  const step = (by: number) => setZoom((now) => Math.min(Math.max(now + by, 0), zoomSteps.length - 1))
  usePageKeys(zoomKeyOf, step, isShowable)
  useEffect(() => {
    if (!isShowable) onShown('none')
    else if (error) onShown('failed')
  }, [isShowable, error, onShown])

  if (document.download_url === null)
    return <Alert severity="warning">{translate('kontor.documents.sealed')}</Alert>
  if (!isShowable) return <Alert severity="info">{translate('kontor.documents.no_preview')}</Alert>
  if (error) return <Alert severity="error">{translate('kontor.connection.lost')}</Alert>
  if (!file) return <Waiting />
  const percent = zoomSteps[zoom] ?? 100
  const tools = (
    <>
      <StepButton label={translate('kontor.documents.zoom_out')} isOff={zoom === 0} onClick={() => step(-1)}>
        <ZoomOutIcon fontSize="small" />
      </StepButton>
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {percent} %
      </Typography>
      <StepButton
        label={translate('kontor.documents.zoom_in')}
        isOff={zoom === zoomSteps.length - 1}
        onClick={() => step(1)}
      >
        <ZoomInIcon fontSize="small" />
      </StepButton>
    </>
  )
  const { name } = document.file
  return isImage(document) ? (
    <Picture {...{ file, name, percent, height, tools, onShown }} />
  ) : (
    <Suspense fallback={<Waiting />}>
      <PdfViewer {...{ file, name, percent, height, target, tools, onShown, onText }} />
    </Suspense>
  )
}

function Picture({
  file,
  name,
  percent,
  height,
  tools,
  onShown,
}: {
  file: Blob
  name: string
  percent: number
  height: object
  tools: ReactNode
  onShown: (shown: Shown) => void
}) {
  const translate = useTranslate()
  const [object, setObject] = useState<string | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    const image = new Image()
    image.src = made
    let isOver = false
    // It is in the page when it is to be seen, and not before.
    image.decode().then(
      () => {
        if (isOver) return
        setObject(made)
        onShown('shown')
      },
      () => {
        if (isOver) return
        setFailed(true)
        onShown('failed')
      },
    )
    return () => {
      isOver = true
      URL.revokeObjectURL(made)
    }
  }, [file, onShown])
  if (hasFailed) return <Alert severity="warning">{translate('kontor.documents.not_shown')}</Alert>
  return (
    <Box>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', justifyContent: 'flex-end', mb: 0.5 }}>
        {tools}
      </Stack>
      <Box
        // Scrolled by keyboard, too.
        tabIndex={0}
        role="region"
        aria-label={name}
        sx={{
          width: '100%',
          ...height,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'auto',
          bgcolor: 'action.hover',
        }}
      >
        {object && (
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
        )}
      </Box>
    </Box>
  )
}

function Waiting() {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: 300 }}>
      <CircularProgress aria-label={translate('ra.page.loading')} />
    </Box>
  )
}

const zoomSteps = [50, 75, 100, 150, 200, 300, 400]

function zoomKeyOf(pressed: Pressed): 1 | -1 | undefined {
  const key = latinKey(pressed)
  return key === '+' || key === '=' ? 1 : key === '-' ? -1 : undefined
}
