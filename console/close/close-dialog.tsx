import { Alert, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { missing } from '../../contract/api/faults.ts'
import type { CloseBooksBody, CloseResponse } from '../../contract/books/close.ts'
import { closeBooks } from '../../contract/operations/books/close.ts'
import { call } from '../api/client.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { useFormatDate } from '../shared/time/time.tsx'

/** Makes days final. With open items, a reason is needed. */
export function CloseDialog({ shown, onClose }: { shown: CloseResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const formatDate = useFormatDate()
  const day = formatDate(shown.through)
  const open = Object.values(shown.counts).reduce((sum, count) => sum + count, 0)
  async function submit(values: Record<string, unknown>) {
    const body = { through: shown.through, ...withoutEmpty(values) } as CloseBooksBody
    await call(closeBooks, { body })
    notify('kontor.close.closed', { type: 'success', messageArgs: { day } })
    void queryClient.invalidateQueries({ queryKey: ['close'] })
    onClose()
  }
  return (
    <FormDialog
      title={translate('kontor.close.close_through', { day })}
      submitLabel={translate('kontor.close.close')}
      validate={({ reason }) => (shown.is_ready || reason ? {} : fieldErrors([missing(['body', 'reason'])]))}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{translate('kontor.close.close_help', { day })}</Typography>
      {!shown.is_ready && (
        <Alert severity="warning">{translate('kontor.close.open_items', { smart_count: open })}</Alert>
      )}
      <TextInput
        source="reason"
        label={translate('kontor.close.reason')}
        helperText={translate(shown.is_ready ? 'kontor.close.reason_optional' : 'kontor.close.reason_needed')}
        required={!shown.is_ready}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
