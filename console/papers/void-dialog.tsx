import { DialogContentText } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { voidPaper } from '../../contract/operations/purchase-requests/papers.ts'
import type { PaperResponse, VoidPaperBody } from '../../contract/purchase-requests/papers.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { usePaperName } from './use-paper-name.ts'

/** Says that a paper no longer holds, and why. */
export function VoidDialog({ paper, onClose }: { paper: PaperResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const name = usePaperName()(paper)
  async function submit(values: Record<string, unknown>) {
    await call(voidPaper, {
      params: { request_id: paper.request_id, paper_id: paper.id },
      body: withoutEmpty(values) as VoidPaperBody,
    })
    void queryClient.invalidateQueries({ queryKey: ['papers', paper.request_id] })
    notify('kontor.papers.was_voided', { type: 'success', messageArgs: { name } })
    onClose()
  }
  return (
    <FormDialog
      title={translate('kontor.papers.void_title', { name })}
      submitLabel={translate('kontor.papers.void')}
      validate={validateBody(voidPaper)}
      onSubmit={submit}
      onClose={onClose}
      color="error"
    >
      <DialogContentText>{translate('kontor.papers.void_help')}</DialogContentText>
      <TextInput
        source="reason"
        label={translate('kontor.papers.reason')}
        helperText={false}
        required
        autoFocus
        multiline
        parse={oneLine}
      />
    </FormDialog>
  )
}
