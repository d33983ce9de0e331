import { rateCurrency } from '../../../contract/books/rates.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import { accounts } from '../books/accounts.ts'
import type { ExportedPosting } from '../books/posting-pages.ts'
import { inKopecks, type Rate } from '../rates/rate-on.ts'
import { advanceOf } from '../revaluation/foreign-accounts.ts'
import { partOf, type Share } from '../revaluation/valuation.ts'
import { min, pairsOf, type ValuedLeg } from './pairs.ts'

/** A row of the journal before it is written. */
export interface JournalRow {
  debit: string
  credit: string
  commodity: string
  units: bigint
  /** Null for coins. */
  kopecks: bigint | null
}

export interface Values {
  rateOn(commodity: string, day: string): Rate
  /** What of an advance was used on a day. */
  usedOn(account: string, commodity: string, day: string): Share | undefined
}

/**
 * The pairs of debits and credits of a posting. What was posted on one account in both directions is a pair of its own, so
 * that debits and credits are those of the trial balance.
 */
export function rowsOfPosting(
  { day, entries, is_undone }: Pick<ExportedPosting, 'day' | 'entries' | 'is_undone'>,
  given: Values,
) {
  // Both rows are worth the same, and use no advance.
  const values: Values = is_undone ? { ...given, usedOn: () => undefined } : given
  const byCommodity = new Map<string, Map<string, { debit: bigint; credit: bigint }>>()
  for (const { account, commodity, amount } of entries) {
    const legs = byCommodity.get(commodity) ?? new Map<string, { debit: bigint; credit: bigint }>()
    const leg = legs.get(account) ?? { debit: 0n, credit: 0n }
    const units = BigInt(amount)
    if (units > 0n) leg.debit += units
    else leg.credit -= units
    legs.set(account, leg)
    byCommodity.set(commodity, legs)
  }
  return [...byCommodity].flatMap(([commodity, legs]) => rowsOfCommodity(commodity, day, legs, values))
}

function rowsOfCommodity(
  commodity: string,
  day: string,
  legs: Map<string, { debit: bigint; credit: bigint }>,
  values: Values,
): JournalRow[] {
  const isValued = isCurrency(commodity)
  const inRoubles = (units: bigint) => {
    if (!isValued) return 0n
    return commodity === rateCurrency ? units : inKopecks(units, values.rateOn(commodity, day))
  }
  const within = [...legs].flatMap(([account, { debit, credit }]) => {
    const units = min(debit, credit)
    return units === 0n ? [] : [{ debit: account, credit: account, units, kopecks: inRoubles(units) }]
  })
  const net = [...legs]
    .map(([account, { debit, credit }]) => ({ account, units: debit - credit }))
    .filter(({ units }) => units !== 0n)
  const valued =
    !isValued || commodity === rateCurrency
      ? net.map((leg) => ({ ...leg, kopecks: inRoubles(leg.units) }))
      : valuedLegs(net, commodity, day, values)
  return [...within, ...pairsOf(valued)].map(({ kopecks, ...pair }) => ({
    ...pair,
    commodity,
    kopecks: isValued ? kopecks : null,
  }))
}

/**
 * Money and debts are worth what the revaluation takes them for. Income, capital and taxes are worth what stands against
 * them; without any, what the two sides differ by is an exchange difference.
 */
function valuedLegs(
  legs: readonly { account: string; units: bigint }[],
  commodity: string,
  day: string,
  { rateOn, usedOn }: Values,
): ValuedLeg[] {
  const rate = rateOn(commodity, day)
  const known = legs
    .filter(({ account }) => advanceOf(account) !== undefined)
    .map((leg) => ({
      ...leg,
      kopecks: kopecksOf(leg, advanceOf(leg.account), usedOn(leg.account, commodity, day), rate),
    }))
  const others = legs.filter(({ account }) => advanceOf(account) === undefined)
  const units = sum(others.map(({ units }) => units))
  const given = -sum(known.map(({ kopecks }) => kopecks))
  let [seen, taken] = [0n, 0n]
  const following = others.map((leg) => {
    if (units === 0n) return { ...leg, kopecks: inKopecks(leg.units, rate) }
    seen += leg.units
    const upToHere = shareOf(given, seen, units)
    const kopecks = upToHere - taken
    taken = upToHere
    return { ...leg, kopecks }
  })
  const all = [...known, ...following]
  const difference = -sum(all.map(({ kopecks }) => kopecks))
  if (difference === 0n) return all
  return [...all, { account: accounts.exchangeDifference(commodity), units: 0n, kopecks: difference }]
}

function kopecksOf(
  { units }: { units: bigint },
  advance: 'none' | 'credit' | 'debit' | undefined,
  used: Share | undefined,
  rate: Rate,
): bigint {
  const uses = advance === 'credit' ? units > 0n : advance === 'debit' && units < 0n
  return uses && used ? partOf(units, used) : inKopecks(units, rate)
}

/** All of it times a part of the units. */
function shareOf(kopecks: bigint, part: bigint, all: bigint): bigint {
  const [value, size] = all < 0n ? [-kopecks * part, -all] : [kopecks * part, all]
  return partOf(value, { kopecks: 1n, units: size })
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
