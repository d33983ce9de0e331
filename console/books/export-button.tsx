import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { DateInput, SelectInput, useTranslate } from 'react-admin'
import type { Operation } from '../../contract/api/operation.ts'
import { type BookFormat, bookFormats } from '../../contract/books/books.ts'
import { exportBooks } from '../../contract/operations/books/books.ts'
import { request } from '../api/client.ts'
import { saveFile } from '../shared/files/save-file.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'

const fileNames: Record<BookFormat, string> = { hledger: 'books.journal', csv: 'books.csv' }

/** The books of a period as a file for accountants. */
export function ExportButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button startIcon={<ExportIcon />} variant="outlined" onClick={() => setOpen(true)}>
        {translate('kontor.balances.export')}
      </Button>
      {isOpen && <ExportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.balances.${name}`)
  const choices = bookFormats.map((id) => ({ id, name: text(`format.${id}`) }))
  return (
    <FormDialog
      title={text('export_title')}
      submitLabel={text('export')}
      defaultValues={{ format: 'hledger' }}
      onSubmit={async (values) => {
        const response = await request<Response>(exportBooks as unknown as Operation, {
          query: withoutEmpty(values) as Record<string, string>,
        })
        await saveFile(response, fileNames[values.format as BookFormat])
        onClose()
      }}
      onClose={onClose}
    >
      <SelectInput
        margin="none"
        source="format"
        label={text('format.title')}
        choices={choices}
        translateChoice={false}
        helperText={false}
        required
      />
      <DateInput source="from" label={text('from')} helperText={text('from_help')} />
      <DateInput source="to" label={text('to')} helperText={false} />
    </FormDialog>
  )
}
