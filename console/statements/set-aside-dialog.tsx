import { TextInput, useTranslate } from 'react-admin'
import { setAsideStatementLine } from '../../contract/operations/statements.ts'
import type { StatementLineResponse } from '../../contract/statements.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { validateBody } from '../shared/validate-body.ts'
import { LineSummary } from './line-summary.tsx'

/** A line that is no payment of a client, such as a commission of the bank: why. */
export function SetAsideDialog({
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
    onDone(await call(setAsideStatementLine, { params: { line_id: line.id }, body }))
  }
  return (
    <FormDialog
      title={translate('kontor.statements.set_aside_title')}
      submitLabel={translate('kontor.statements.set_aside')}
      validate={validateBody(setAsideStatementLine)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineSummary line={line} />
      <TextInput
        source="reason"
        label={translate('kontor.statements.reason')}
        helperText={translate('kontor.statements.reason_help')}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
