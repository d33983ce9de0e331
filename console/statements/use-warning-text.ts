import { useTranslate } from 'react-admin'
import type { StatementWarning, StatementWarningCode } from '../../contract/statements.ts'
import { useFormatAmount } from '../shared/money.ts'

const amounts: readonly StatementWarningCode[] = ['received_total', 'sent_total', 'closing_balance']

/** What was unusual in a file, in words, with the account that it is about. */
export function useWarningText(): (
  warning: StatementWarning,
  accounts?: readonly { account: string; currency: string }[],
) => string {
  const translate = useTranslate()
  const format = useFormatAmount()
  return ({ code, account, stated, found }, accounts = []) => {
    const currency = accounts.find((one) => one.account === account)?.currency
    const show = (value: string | null) =>
      value !== null && currency && amounts.includes(code) ? format(value, currency) : (value ?? '–')
    const text = translate(`kontor.statement_warning.${code}`, { stated: show(stated), found: show(found) })
    return account ? `${account}: ${text}` : text
  }
}
