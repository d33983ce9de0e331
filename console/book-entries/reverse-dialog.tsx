import { Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import type { EntryResponse } from '../../contract/books/book-entries.ts'
import { reverseEntry } from '../../contract/operations/books/book-entries.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useFormatDate } from '../shared/time/time.tsx'

/** Posts the opposite of an entry. */
export function ReverseDialog({ entry, onClose }: { entry: EntryResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const formatDate = useFormatDate()
  return (
    <FormDialog
      title={translate('kontor.book_entries.reverse_title')}
      submitLabel={translate('kontor.book_entries.reverse')}
      validate={validateBody(reverseEntry)}
      onSubmit={async (values) => {
        const body = withoutEmpty(values) as { reason: string }
        const { reversal } = await call(reverseEntry, { params: { entry_id: entry.id }, body })
        notify('kontor.book_entries.reversed', {
          type: 'success',
          messageArgs: { day: formatDate(reversal?.date ?? entry.date) },
        })
        void queryClient.invalidateQueries({ queryKey: ['book-entries'] })
        void queryClient.invalidateQueries({ queryKey: ['close'] })
        onClose()
      }}
      onClose={onClose}
      color="error"
    >
      <Typography sx={{ fontWeight: 600 }}>
        {entry.text} · {formatDate(entry.date)}
      </Typography>
      <Typography color="textSecondary">{translate('kontor.book_entries.reverse_help')}</Typography>
      <TextInput
        source="reason"
        label={translate('kontor.book_entries.reason')}
        helperText={false}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
