import { Typography } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import { setAsideStatementLine, unpostStatementLine } from '../../contract/operations/books/statements.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { decisionOf } from './line-queries.ts'
import { LineSummary } from './match/line-summary.tsx'

/** What needs nothing but a reason: to take back what a line was posted as, or to set the line aside. */
const decisions = {
  unpost: {
    operation: unpostStatementLine,
    title: 'kontor.posting.reverse_title',
    submit: 'kontor.posting.reverse',
    help: 'kontor.posting.reverse_help',
    reasonHelp: null,
    color: 'error',
  },
  set_aside: {
    operation: setAsideStatementLine,
    title: 'kontor.statements.set_aside_title',
    submit: 'kontor.statements.set_aside',
    help: null,
    reasonHelp: 'kontor.statements.reason_help',
    color: 'primary',
  },
} as const

export function ReasonDialog({
  line,
  decision,
  onDone,
  onClose,
}: {
  line: StatementLineResponse
  decision: keyof typeof decisions
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const { operation, title, submit, help, reasonHelp, color } = decisions[decision]
  async function send(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as { reason: string }
    const params = { line_id: line.id }
    onDone(
      await (decision === 'unpost'
        ? call(unpostStatementLine, { params, query: decisionOf(line), body })
        : call(setAsideStatementLine, { params, body })),
    )
  }
  return (
    <FormDialog
      title={translate(title)}
      submitLabel={translate(submit)}
      validate={validateBody(operation)}
      onSubmit={send}
      onClose={onClose}
      color={color}
    >
      <LineSummary line={line} />
      {help && <Typography color="textSecondary">{translate(help)}</Typography>}
      <TextInput
        source="reason"
        label={translate('kontor.statements.reason')}
        helperText={reasonHelp === null ? false : translate(reasonHelp)}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
