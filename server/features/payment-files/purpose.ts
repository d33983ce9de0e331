import type { Days } from '../../platform/days.ts'
import type { PayingAccount } from '../papers/own-accounts.ts'
import type { Refund } from './payment-file-store.ts'

/** Longer purposes are refused by banks. */
const longest = 210

/** A company without VAT says so, as banks demand; what VAT is in a part of an advance, only its accountant can say. */
export function purposeOf(
  { request_id, title, credit_received_at }: Pick<Refund, 'request_id' | 'title' | 'credit_received_at'>,
  { paying, days }: { paying: Pick<PayingAccount, 'vat'>; days: Pick<Days, 'dayOf'> },
): string {
  const received = credit_received_at && days.dayOf(credit_received_at).split('-').reverse().join('.')
  const what =
    request_id === null
      ? `Возврат ошибочно перечисленных средств по платежному поручению ${title} от ${received}.`
      : `Возврат денежных средств по заявке ${title}.`
  const vat = paying.vat?.rate ? '' : ' Без НДС.'
  return `${what.slice(0, longest - vat.length)}${vat}`
}
