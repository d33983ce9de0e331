import { Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DateInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { type DocumentKind, uploadRules } from '../../contract/organizations/documents.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { useFormatSize } from '../shared/files/file-size.ts'
import { UploadProgress } from '../shared/files/upload-progress.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { sendDocument } from './send-document.ts'
import { useFileFault } from './use-file-fault.ts'

/** Asks for the fields of the document, then uploads it. */
export function UploadDialog({
  organizationId,
  kind,
  file,
  onClose,
}: {
  organizationId: string
  kind: DocumentKind
  file: File
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const formatSize = useFormatSize()
  const queryClient = useQueryClient()
  const fault = useFileFault(file, kind)
  const [share, setShare] = useState<number | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])

  async function send(values: Record<string, unknown>) {
    setShare(0)
    try {
      await sendDocument(organizationId, kind, file, withoutEmpty(values), {
        onProgress: setShare,
        signal: abort.current.signal,
      })
    } catch (error) {
      setShare(null)
      if ((error as Error).name !== 'AbortError') throw error
      return notify('kontor.documents.cancelled')
    }
    notify('kontor.documents.uploaded', { type: 'success', messageArgs: { name: file.name } })
    void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    await queryClient.invalidateQueries({ queryKey: ['documents', organizationId] })
    onClose()
  }

  return (
    <FormDialog
      title={translate('kontor.documents.upload_title', { kind: translate(`kontor.document_kind.${kind}`) })}
      submitLabel={translate('kontor.documents.upload')}
      validate={(values) => fieldErrors(uploadRules(withoutEmpty(values)))}
      onSubmit={send}
      onClose={onClose}
      refusal={fault}
      holdsMore={!fault}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {file.name} · {formatSize(file.size)}
      </Typography>
      {share !== null && <UploadProgress share={share} />}
      <TextInput source="number" label={translate('kontor.documents.number')} helperText={false} autoFocus />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <DateInput source="issued_on" label={translate('kontor.documents.issued_on')} helperText={false} />
        <DateInput source="expires_on" label={translate('kontor.documents.expires_on')} helperText={false} />
      </Stack>
      <TextInput
        source="comment"
        label={translate('kontor.documents.comment')}
        helperText={false}
        multiline
      />
    </FormDialog>
  )
}
