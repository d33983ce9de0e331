import { Box, Button, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { importPartyRegister } from '../../contract/operations/organizations/party-register.ts'
import { call } from '../api/client.ts'
import { watched } from '../api/transport.ts'
import { fetchWithProgress } from '../api/upload.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { UploadProgress } from '../shared/files/upload-progress.tsx'
import { useDirty, useDraft } from '../shared/forms/drafts.ts'

/** Chooses the files of a register and uploads them. What becomes of them, the page shows. */
export function SendFiles() {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  const queryClient = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const isBusy = share !== null
  useDirty(useDraft(), isBusy)

  async function send() {
    abort.current = new AbortController()
    const { signal } = abort.current
    const body = new FormData()
    for (const file of files) body.append('file', file)
    setFailure(null)
    setShare(0)
    try {
      await call(importPartyRegister, { body, signal, fetch: watched(fetchWithProgress(setShare)) })
      setFiles([])
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      setShare(null)
      void queryClient.invalidateQueries({ queryKey: ['party-register'] })
    }
  }

  const text = (name: string) => translate(`kontor.register.${name}`)
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Typography color="textSecondary">{text('import_help')}</Typography>
      <ChooseFiles
        variant={files.length === 0 ? 'contained' : 'outlined'}
        kind="register-files"
        multiple
        disabled={isBusy}
        onFiles={(chosen) => {
          setFailure(null)
          setFiles(chosen)
        }}
      >
        {text('choose')}
      </ChooseFiles>
      {files.length > 0 && (
        <>
          <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
            {files.map((file) => (
              <li key={`${file.name} ${file.size}`}>
                {file.name} · {formatSize(file.size)}
              </li>
            ))}
          </Box>
          {isBusy ? (
            <Box sx={{ width: '100%' }}>
              <UploadProgress share={share} />
              <Button onClick={() => abort.current.abort()}>{text('cancel_upload')}</Button>
            </Box>
          ) : (
            <Button variant="contained" onClick={() => void send()}>
              {text('start')}
            </Button>
          )}
        </>
      )}
      {failure !== null && <Refusal error={failure} />}
    </Stack>
  )
}
