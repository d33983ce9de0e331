import type { PaymentReceiver, RefundProblem } from '../../../contract/books/payment-files.ts'
import { accountFormatFault, settlementAccountFault } from '../../../contract/values/identifiers.ts'
import type { Db } from '../../platform/db/database.ts'
import { banksByBik, type KnownBank } from '../banks/banks-by-bik.ts'
import type { OrganizationRecords, OrganizationRow } from '../organizations/organization-records.ts'
import { banksOfPayers } from '../statements/refund-lines.ts'
import { isWritable } from './one-c-orders.ts'
import type { Refund } from './payment-file-store.ts'

export type Payable = { refund: Refund; organization: OrganizationRow | undefined } & (
  | { problem: RefundProblem; receiver?: never }
  | { problem: null; receiver: PaymentReceiver }
)

/** What banks print of a name. */
const longestName = 160

/** Who gets the money of each refund, at which bank, or why no order can be made of it. */
export async function receiversOf(
  db: Db,
  organizations: Pick<OrganizationRecords, 'list'>,
  refunds: readonly Refund[],
): Promise<Payable[]> {
  if (refunds.length === 0) return []
  const owners = await organizations.list(db, [...new Set(refunds.map((one) => one.organization_id))])
  const byId = new Map(owners.map((owner) => [owner.id, owner]))
  const accounts = [...new Set(refunds.flatMap(({ account }) => account ?? []))]
  const seen = await banksOfPayers(db, accounts)
  const biks = refunds.map((refund) => {
    const organization = byId.get(refund.organization_id)
    return organization && bikOf(organization, refund, seen)
  })
  const banks = await banksByBik(db, [...new Set(biks.flatMap((bik) => bik ?? []))])
  return refunds.map((refund, index) => {
    const organization = byId.get(refund.organization_id)
    const bik = biks[index]
    const receiver = organization && receiverOf(organization, refund, bik, bik ? banks.get(bik) : undefined)
    return typeof receiver === 'object'
      ? { refund, organization, problem: null, receiver }
      : { refund, organization, problem: receiver ?? 'refund_account' }
  })
}

/** What the organization says of its own account counts before what a statement has shown. */
function bikOf(
  { bank_details }: OrganizationRow,
  { account }: Refund,
  seen: ReadonlyMap<string, string>,
): string | undefined {
  if (account === null) return undefined
  const bik = bank_details?.settlement_account === account ? bank_details.bik : seen.get(account)
  return bik !== undefined && /^\d{9}$/.test(bik) && !settlementAccountFault(account, bik) ? bik : undefined
}

function receiverOf(
  { inn, kpp, short_name, full_name, bank_details }: OrganizationRow,
  { account, currency, line_id }: Refund,
  bik: string | undefined,
  bank: KnownBank | undefined,
): PaymentReceiver | RefundProblem {
  if (line_id !== null) return 'refund_on_statement'
  if (currency !== 'RUB') return 'refund_currency'
  if (account === null || accountFormatFault(account)) return 'refund_account'
  if (bik === undefined) return 'refund_bank'
  const told = bank_details?.bik === bik ? bank_details : undefined
  const bankName = bank ? [bank.name, bank.place].filter(Boolean).join(', ') : told?.bank_name
  if (!bankName) return 'refund_bank'
  if (!inn) return 'refund_inn'
  const name = (short_name ?? full_name ?? '').slice(0, longestName)
  if (!isWritable(name) || !isWritable(bankName)) return 'refund_letters'
  return {
    name,
    inn,
    kpp: kpp ?? null,
    account,
    bik,
    bank_name: bankName,
    correspondent_account: bank ? bank.correspondent_account : (told?.correspondent_account ?? null),
  }
}
