import { Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { DateInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { missing } from '../../contract/api/faults.ts'
import type { CloseResponse, ReopenBooksBody } from '../../contract/books/close.ts'
import { reopenBooks } from '../../contract/operations/books/close.ts'
import { call } from '../api/client.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { useFormatDate } from '../shared/time/time.tsx'

/** Opens days again. Without a day, the newest close is taken back. */
export function ReopenDialog({ shown, onClose }: { shown: CloseResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const formatDate = useFormatDate()
  async function submit(values: Record<string, unknown>) {
    await call(reopenBooks, { body: withoutEmpty(values) as ReopenBooksBody })
    notify('kontor.close.reopened', { type: 'success' })
    void queryClient.invalidateQueries({ queryKey: ['close'] })
    onClose()
  }
  return (
    <FormDialog
      title={translate('kontor.close.reopen_title')}
      submitLabel={translate('kontor.close.reopen')}
      validate={({ reason }) => (reason ? {} : fieldErrors([missing(['body', 'reason'])]))}
      onSubmit={submit}
      onClose={onClose}
      color="error"
    >
      <Typography>
        {translate('kontor.close.reopen_help', {
          day: shown.closed_through === null ? '' : formatDate(shown.closed_through),
        })}
      </Typography>
      <DateInput
        source="through"
        label={translate('kontor.close.stays_closed')}
        helperText={translate('kontor.close.stays_closed_help')}
      />
      <TextInput
        source="reason"
        label={translate('kontor.close.reason')}
        helperText={false}
        required
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
