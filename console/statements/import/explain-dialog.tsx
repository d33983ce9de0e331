import { Typography } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { isOfSequence, type StatementResponse } from '../../../contract/books/statements.ts'
import { explainStatement } from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { WarningList } from './import-dialog.tsx'

/** Why a statement does not follow from the others of its accounts. */
export function ExplainDialog({
  statement,
  onDone,
  onClose,
}: {
  statement: StatementResponse
  onDone: (statement: StatementResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  async function submit(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as { reason: string }
    onDone(await call(explainStatement, { params: { statement_id: statement.id }, body }))
  }
  return (
    <FormDialog
      title={translate('kontor.statements.explain_title')}
      submitLabel={translate('kontor.statements.explain')}
      validate={validateBody(explainStatement)}
      onSubmit={submit}
      onClose={onClose}
    >
      <WarningList warnings={statement.warnings.filter(isOfSequence)} accounts={statement.accounts} />
      <Typography variant="body2" sx={{ my: 1 }}>
        {translate('kontor.statements.explain_help')}
      </Typography>
      <TextInput
        source="reason"
        label={translate('kontor.statements.explain_reason')}
        required
        autoFocus
        multiline
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
