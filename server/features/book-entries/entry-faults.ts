import { type Fault, fault } from '../../../contract/api/faults.ts'
import {
  type CreateEntryBody,
  type EntryLeg,
  manualAccountPattern,
} from '../../../contract/books/book-entries.ts'
import { purchasableAssets } from '../../../contract/money/assets.ts'
import { commodityDecimals, fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import { decimalPlaces } from '../../../contract/money/decimal.ts'

const isManual = new RegExp(manualAccountPattern)
const earliestDay = '2000-01-01'

/** Smallest units, with the sign. */
export function legUnits({ amount, commodity }: EntryLeg): bigint {
  return amount.startsWith('-') ? -toUnits(amount.slice(1), commodity) : toUnits(amount, commodity)
}

/** What is wrong with an entry by itself. */
export function entryFaults({ date, legs, organization_id }: CreateEntryBody, today: string): Fault[] {
  const ofLegs = legs.flatMap((leg, index) => legFaults(leg, ['body', 'legs', index], organization_id))
  const ofDate = ['body', 'date'] as const
  return [
    ...(date < earliestDay ? [fault([...ofDate], 'too_early')] : []),
    ...(date > today ? [fault([...ofDate], 'in_future')] : []),
    ...(ofLegs.length > 0 ? ofLegs : balanceFaults(legs)),
  ]
}

function legFaults(leg: EntryLeg, loc: Fault['loc'], organizationId: string | undefined): Fault[] {
  const { account, commodity, amount } = leg
  if (!isManual.test(account)) return [fault([...loc, 'account'], 'book_account_unknown')]
  const isKnown = isCurrency(commodity) || purchasableAssets.some(({ asset }) => asset === commodity)
  const isItsOwn = account.startsWith('assets:bank:')
    ? isCurrency(commodity)
    : account.endsWith(`:${commodity}`)
  if (!isKnown || !isItsOwn) return [fault([...loc, 'commodity'], 'book_commodity')]
  const places = commodityDecimals(commodity)
  const client = account.startsWith('liabilities:client:') ? account.split(':')[2] : undefined
  return [
    ...(decimalPlaces(amount.replace('-', '')) > places
      ? [fault([...loc, 'amount'], 'too_many_decimals', { places })]
      : []),
    ...(legUnits(leg) === 0n ? [fault([...loc, 'amount'], 'entry_amount_zero')] : []),
    ...(client !== undefined && client !== organizationId
      ? [fault([...loc, 'account'], 'client_not_named')]
      : []),
  ]
}

function balanceFaults(legs: readonly EntryLeg[]): Fault[] {
  const sums = new Map<string, bigint>()
  for (const leg of legs) sums.set(leg.commodity, (sums.get(leg.commodity) ?? 0n) + legUnits(leg))
  return [...sums].flatMap(([commodity, sum]) =>
    sum === 0n
      ? []
      : [fault(['body', 'legs'], 'entry_unbalanced', { commodity, sum: fromUnits(sum, commodity) })],
  )
}

/** The own bank accounts among the legs, as their names in the books say. */
export function bankAccountsIn(
  legs: readonly EntryLeg[],
): { account: string; commodity: string; index: number }[] {
  const prefix = 'assets:bank:'
  return legs.flatMap(({ account, commodity }, index) => {
    if (!account.startsWith(prefix) || account === `${prefix}unreconciled`) return []
    return [{ account: account.slice(prefix.length), commodity, index }]
  })
}
