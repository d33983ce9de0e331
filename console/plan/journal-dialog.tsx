import { Typography } from '@mui/material'
import { DateInput, SelectInput, useTranslate } from 'react-admin'
import type { Operation } from '../../contract/api/operation.ts'
import { journalFormats } from '../../contract/books/plan.ts'
import { exportJournal } from '../../contract/operations/books/plan.ts'
import { endOfMonthBefore } from '../../contract/values/calendar.ts'
import { request } from '../api/client.ts'
import { saveFile } from '../shared/files/save-file.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useBusinessDay } from '../shared/time/business-day.ts'

/** The journal of some days as a file, by default of the month before. */
export function JournalDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.plan.${name}`)
  const to = endOfMonthBefore(useBusinessDay())
  return (
    <FormDialog
      title={text('journal_title')}
      submitLabel={text('journal')}
      defaultValues={{ format: 'xlsx', from: `${to.slice(0, 8)}01`, to }}
      onSubmit={async ({ format, from, to }) => {
        const query = { format, from, to } as Record<string, string>
        const response = await request<Response>(exportJournal as unknown as Operation, { query })
        await saveFile(response, `journal.${format}`)
        onClose()
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">{text('journal_help')}</Typography>
      <SelectInput
        margin="none"
        source="format"
        label={text('format')}
        choices={journalFormats.map((id) => ({ id, name: text(`formats.${id}`) }))}
        translateChoice={false}
        helperText={false}
        required
      />
      <DateInput source="from" label={text('from')} helperText={false} required />
      <DateInput source="to" label={text('to')} helperText={false} required />
    </FormDialog>
  )
}
