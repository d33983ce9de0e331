import type { PaymentRules } from '../../../../contract/control/policy-rules.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import { knownAs } from '../../organizations/approved-as.ts'
import type { OrganizationRow } from '../../organizations/organization-records.ts'
import { namesAgree } from '../../screening/subjects/agreeing-names.ts'
import type { PaymentRow } from './deal-tables.ts'

export interface Payer {
  payerInn: string | null
  payerName: string | null
  payerAccount: string | null
}

type Client = Pick<
  OrganizationRow,
  'type' | 'inn' | 'full_name' | 'short_name' | 'bank_details' | 'approved_as'
>

/**
 * Whether somebody else has paid. The organization is who has its INN or its account, or its name if nothing contradicts:
 * an INN that is not its own does, another account does not, because companies have several. Who is named and is not
 * found to be the organization is somebody else. Names and account are those that KYB has approved. Nothing is known of a payment that names no payer.
 */
export function isForeignPayer(payer: Payer, organization: Client): boolean {
  const { payerInn: inn, payerName: name, payerAccount: account } = payer
  if (isUnknown(payer)) return false
  if (inn !== null && inn === organization.inn) return false
  const { settlement_account: own, full_name, short_name } = knownAs(organization)
  if (account !== null && own !== null && usualSpelling(account) === usualSpelling(own)) return false
  if (inn !== null) return true
  const names = [full_name, ...(short_name ? [short_name] : [])]
  return name === null || !names.some((one) => namesAgree(one, name, kindsOf(organization)))
}

function isUnknown({ payerInn, payerName, payerAccount }: Payer): boolean {
  return payerInn === null && payerName === null && payerAccount === null
}

/** A sole trader pays under the name of the person, with or without the legal form. */
function kindsOf({ type }: Client) {
  return type === 'individual' ? (['person', 'company'] as const) : (['company'] as const)
}

/** Without spaces, in capitals, and with Latin letters for Cyrillic ones that look the same: people write numbers in many ways. */
export function usualSpelling(text: string): string {
  return text
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replaceAll(/[АВЕЁКМНОРСТУХ]/g, (letter) => latin[cyrillic.indexOf(letter)] as string)
}
const cyrillic = 'АВЕЁКМНОРСТУХ'
const latin = 'ABEEKMHOPCTYX'

type Known = Pick<
  PaymentRow,
  'payer_inn' | 'payer_name' | 'payer_account' | 'payer_accepted_at' | 'reversed_at'
>

/** Whether a payment names no payer, and nobody has accepted that. */
export function isPayerUnknown(payment: Known): boolean {
  return isUnknown(payerOf(payment)) && payment.payer_accepted_at === null && payment.reversed_at === null
}

/** The column of a request that follows from its payments that were not reversed. */
export function payerColumns(payments: readonly PaymentRow[]): { payer_unknown_since: Date | null } {
  const times = payments.filter(isPayerUnknown).map(({ at }) => at.getTime())
  return { payer_unknown_since: times.length > 0 ? new Date(Math.min(...times)) : null }
}

/**
 * Whether two payments with the same reference, amount and day came from different payers. Names say more than accounts:
 * people pay through the account of a bank, and banks mask accounts.
 */
export function differentPayers(one: Payer, other: Payer): boolean {
  if (one.payerInn !== null && other.payerInn !== null) return one.payerInn !== other.payerInn
  if (one.payerName !== null && other.payerName !== null)
    return !namesAgree(one.payerName, other.payerName, ['company', 'person'])
  return isOtherAccount(one, other)
}

/** Whether both accounts are known and differ. */
export function isOtherAccount({ payerAccount: one }: Payer, { payerAccount: other }: Payer): boolean {
  return one !== null && other !== null && usualSpelling(one) !== usualSpelling(other)
}

export function payerOf(row: Pick<PaymentRow, 'payer_inn' | 'payer_name' | 'payer_account'>): Payer {
  return { payerInn: row.payer_inn, payerName: row.payer_name, payerAccount: row.payer_account }
}

/** What the payers of a request block before coins are sent for it. */
export function payerBlockers(payments: readonly PaymentRow[], rules: PaymentRules): Blocker[] {
  return payments.flatMap((payment): Blocker[] => {
    const at = { payment_id: payment.id, reference: payment.reference }
    const blockers: Blocker[] = []
    if (payment.is_foreign_payer && payment.payer_accepted_at === null)
      blockers.push({
        code: 'foreign_payer',
        detail: 'A payment came from somebody who is not the organization, and nobody has accepted it.',
        ...at,
        payer_inn: payment.payer_inn ?? '',
        payer_name: payment.payer_name ?? '',
      })
    if (rules.payerKnown && isPayerUnknown(payment))
      blockers.push({
        code: 'payer_unknown',
        detail: 'The policy asks who has paid, a payment does not say, and nobody has accepted it.',
        ...at,
      })
    if (rules.onStatement && payment.statement_line_id === null)
      blockers.push({
        code: 'not_on_statement',
        detail: 'The policy asks for a line of a bank statement, and a payment has none.',
        ...at,
      })
    return blockers
  })
}
