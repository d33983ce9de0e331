import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { BooleanInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import {
  type CreatePostingRuleBody,
  type PostingAccount,
  type PostStatementLineBody,
  postingAccounts,
  ruleAccounts,
} from '../../../contract/books/line-postings.ts'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { acquisitionList } from '../../../contract/lists/acquisitions.ts'
import { isZero } from '../../../contract/money/decimal.ts'
import { createPostingRule, postStatementLine } from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { readAllByCursor } from '../../api/read-all.ts'
import { useErrorText } from '../../shared/answers/error-text.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { LineSummary } from '../match/line-summary.tsx'
import { OtherLineInput } from './other-line-input.tsx'

type Values = Record<string, unknown>

/** Of the form: what the line is. The rest makes a rule. */
function toBody({ account, text, acquisition_id, exchange_line_id }: Values): PostStatementLineBody {
  const paid = account === 'counterparty' ? { acquisition_id } : {}
  const exchanged = account === 'exchange' ? { exchange_line_id } : {}
  return withoutEmpty({ account, text, ...paid, ...exchanged }) as unknown as PostStatementLineBody
}

function toRule({ contains, account, text }: Values, { direction }: StatementLineResponse) {
  const rule = { account, text, contains: String(contains ?? ''), direction }
  return withoutEmpty(rule) as unknown as CreatePostingRuleBody
}

/** Which acquisition a line pays for, nobody can say beforehand. */
const makesRule = ({ make_rule, account }: Values) => Boolean(make_rule) && account !== 'counterparty'

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
    if (makesRule(values)) {
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
        exchange_line_id: suggestion?.exchange_line_id ?? '',
        make_rule: false,
        contains: line.purpose.slice(0, 200),
      }}
      validate={(values) => ({ ...check(values), ...(makesRule(values) ? checkRule(values) : {}) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <LineSummary line={line} />
      <AccountInput accounts={line.direction === 'outgoing' ? postingAccounts : ruleAccounts} />
      <AcquisitionInput line={line} />
      <OtherLine line={line} />
      <TextInput
        source="text"
        label={translate('kontor.posting.text')}
        helperText={translate('kontor.posting.text_help')}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
      <RuleInputs />
    </FormDialog>
  )
}

/** One of the short list: as it is by default, without a payment for an acquisition. */
export function AccountInput({ accounts = ruleAccounts }: { accounts?: readonly PostingAccount[] }) {
  const translate = useTranslate()
  const choices = accounts.map((id) => ({ id, name: translate(`kontor.posting_account.${id}`) }))
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

/** What the line pays for: acquisitions of its currency for which something is owed. */
function AcquisitionInput({ line }: { line: StatementLineResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const isPayment = useWatch({ name: 'account' }) === 'counterparty'
  const { data } = useQuery({
    queryKey: ['acquisitions', 'owed'],
    queryFn: ({ signal }) => readAllByCursor((query) => call(acquisitionList.read, { query, signal })),
    enabled: isPayment,
  })
  if (!isPayment || !data) return null
  const { currency } = line
  const owed = data.filter((one) => one.cost.currency === currency && !isZero(one.owed))
  if (owed.length === 0)
    return <Alert severity="info">{translate('kontor.posting.no_acquisitions', { currency })}</Alert>
  const choices = owed.map((one) => ({
    id: one.id,
    name: translate('kontor.posting.acquisition_owed', {
      reference: one.reference,
      counterparty: one.counterparty.name,
      owed: format(one.owed, currency),
    }),
  }))
  return (
    <SelectInput
      margin="none"
      source="acquisition_id"
      label={translate('kontor.posting.acquisition')}
      choices={choices}
      translateChoice={false}
      helperText={false}
      required
    />
  )
}

/** The first line of an exchange has none yet. */
function OtherLine({ line }: { line: StatementLineResponse }) {
  return useWatch({ name: 'account' }) === 'exchange' ? <OtherLineInput line={line} /> : null
}

/** Whether similar lines are to be suggested the same. */
function RuleInputs() {
  const translate = useTranslate()
  if (useWatch({ name: 'account' }) === 'counterparty') return null
  return (
    <>
      <BooleanInput source="make_rule" label={translate('kontor.posting.make_rule')} helperText={false} />
      <RuleText />
    </>
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
