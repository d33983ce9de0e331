import { useTranslate } from 'react-admin'
import type { StatementWarning, StatementWarningCode } from '../../../contract/books/statements.ts'
import { useFormatDate } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

const amounts: readonly StatementWarningCode[] = [
  'received_total',
  'sent_total',
  'closing_balance',
  'balances',
  'gap',
  'contradiction',
]

/** Where lines are only on one side, nothing is said of the other. */
function overlapOf(stated: string | null, found: string | null): string {
  if (stated === '0') return 'overlap_others'
  return found === '0' ? 'overlap_here' : 'overlap'
}

/** What was unusual in a file, in words, with the account that it is about. */
export function useWarningText(): (
  warning: StatementWarning,
  accounts?: readonly { account: string; currency: string }[],
) => string {
  const translate = useTranslate()
  const format = useFormatAmount()
  const formatDay = useFormatDate()
  return ({ code, account, currency: given, stated, found, after }, accounts = []) => {
    const currency = given ?? accounts.find((one) => one.account === account)?.currency
    const show = (value: string | null) =>
      value !== null && currency && amounts.includes(code) ? format(value, currency) : (value ?? '–')
    const name = code === 'overlap' ? overlapOf(stated, found) : code
    const text = translate(`kontor.statement_warning.${name}`, {
      stated: show(stated),
      found: show(found),
      after: after ? formatDay(after) : '–',
    })
    return account ? `${account}: ${text}` : text
  }
}
