import { Alert, Box, CircularProgress } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { download } from '../api/client.ts'

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
  const size = {
    width: '100%',
    height: { xs: 320, md: '65vh' },
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
  }
  return isImage ? (
    <Box
      component="img"
      src={object}
      alt={name}
      sx={{ ...size, objectFit: 'contain', bgcolor: 'action.hover' }}
    />
  ) : (
    <Box component="iframe" src={object} title={name} sx={size} />
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
