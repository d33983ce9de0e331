import { BooleanInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { type RuleAccount, ruleAccounts } from '../../contract/line-postings.ts'
import { createPostingRule, postStatementLine } from '../../contract/operations/statements.ts'
import type { StatementLineResponse } from '../../contract/statements.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/error-text.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { validateBody } from '../shared/validate-body.ts'
import { LineSummary } from './line-summary.tsx'

type Values = Record<string, unknown>

/** Of the form: what the line is. The rest makes a rule. */
function toBody({ account, text }: Values): { account: RuleAccount; text?: string } {
  return withoutEmpty({ account, text }) as unknown as { account: RuleAccount; text?: string }
}

function toRule({ contains, ...values }: Values, { direction }: StatementLineResponse) {
  return { ...toBody(values), contains: String(contains ?? ''), direction }
}

/** A line that is no money of a client: what it is, and whether that is suggested for similar lines. */
export function PostingDialog({
  line,
  onDone,
  onClose,
}: {
  line: StatementLineResponse
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const { posting_suggestion: suggestion } = line
  const check = validateBody(postStatementLine, toBody)
  const checkRule = validateBody(createPostingRule, (values) => toRule(values, line))

  async function submit(values: Values) {
    const posted = await call(postStatementLine, { params: { line_id: line.id }, body: toBody(values) })
    if (values.make_rule) {
      try {
        await call(createPostingRule, { body: toRule(values, line) })
      } catch (error) {
        notify('kontor.posting.rule_failed', {
          type: 'warning',
          messageArgs: { reason: errorText(error) },
        })
      }
    }
    onDone(posted)
  }

  return (
    <FormDialog
      title={translate('kontor.posting.title')}
      submitLabel={translate('kontor.posting.action')}
      defaultValues={{
        account: suggestion?.account ?? (line.direction === 'outgoing' ? 'bank_fee' : 'other'),
        text: suggestion?.text ?? '',
        make_rule: false,
        contains: line.purpose.slice(0, 200),
      }}
      validate={(values) => ({ ...check(values), ...(values.make_rule ? checkRule(values) : {}) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineSummary line={line} />
      <AccountInput />
      <TextInput
        source="text"
        label={translate('kontor.posting.text')}
        helperText={translate('kontor.posting.text_help')}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
      <BooleanInput source="make_rule" label={translate('kontor.posting.make_rule')} helperText={false} />
      <RuleText />
    </FormDialog>
  )
}

/** One of the short list that needs nothing else. */
export function AccountInput() {
  const translate = useTranslate()
  const choices = ruleAccounts.map((id) => ({ id, name: translate(`kontor.posting_account.${id}`) }))
  return (
    <SelectInput
      margin="none"
      source="account"
      label={translate('kontor.posting.account')}
      choices={choices}
      translateChoice={false}
      helperText={false}
      required
    />
  )
}

function RuleText() {
  const translate = useTranslate()
  if (!useWatch({ name: 'make_rule' })) return null
  return (
    <TextInput
      source="contains"
      label={translate('kontor.posting.contains')}
      helperText={translate('kontor.posting.contains_help')}
      required
      slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
    />
  )
}
