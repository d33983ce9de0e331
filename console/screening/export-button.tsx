import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Alert, Button } from '@mui/material'
import { useState } from 'react'
import { DateInput, useTranslate } from 'react-admin'
import type { Operation } from '../../contract/api/operation.ts'
import { exportScreening } from '../../contract/operations/organizations/screening.ts'
import { request } from '../api/client.ts'
import { saveFile } from '../shared/files/save-file.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'

/** Who was screened against which lists, when and with what result, as a file for auditors. */
export function ExportButton({ organizationId }: { organizationId?: string }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        startIcon={<ExportIcon />}
        variant="outlined"
        size={organizationId ? 'small' : 'medium'}
        onClick={() => setOpen(true)}
      >
        {translate('kontor.screening.export')}
      </Button>
      {isOpen && (
        <ExportDialog
          filter={organizationId ? { organization_id: organizationId } : {}}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function ExportDialog({ filter, onClose }: { filter: Record<string, string>; onClose: () => void }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.screening.${name}`)
  return (
    <FormDialog
      title={text('export_title')}
      submitLabel={text('export')}
      onSubmit={async (values) => {
        const response = await request<Response>(exportScreening as unknown as Operation, {
          query: { ...filter, ...(withoutEmpty(values) as Record<string, string>) },
        })
        await saveFile(response, 'screening.csv')
        onClose()
      }}
      onClose={onClose}
    >
      <Alert severity="info">{text('export_audited')}</Alert>
      <DateInput source="from" label={text('export_from')} helperText={text('export_from_help')} />
      <DateInput source="to" label={text('export_to')} helperText={false} />
    </FormDialog>
  )
}
