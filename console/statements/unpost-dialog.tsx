import { Typography } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { unpostStatementLine } from '../../contract/operations/statements.ts'
import type { StatementLineResponse } from '../../contract/statements.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { validateBody } from '../shared/validate-body.ts'
import { LineSummary } from './line-summary.tsx'

/** Takes back what a line was posted as. */
export function UnpostDialog({
  line,
  onDone,
  onClose,
}: {
  line: StatementLineResponse
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  async function submit(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as { reason: string }
    onDone(await call(unpostStatementLine, { params: { line_id: line.id }, body }))
  }
  return (
    <FormDialog
      title={translate('kontor.posting.reverse_title')}
      submitLabel={translate('kontor.posting.reverse')}
      validate={validateBody(unpostStatementLine)}
      onSubmit={submit}
      onClose={onClose}
      color="error"
    >
      <LineSummary line={line} />
      <Typography color="textSecondary">{translate('kontor.posting.reverse_help')}</Typography>
      <TextInput
        source="reason"
        label={translate('kontor.statements.reason')}
        helperText={false}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
