import { rateCurrency } from '../../../contract/rates.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../books/accounts.ts'
import { type AccountOf, movesByDay, sumsByOtherSide } from '../books/foreign-sums.ts'
import { type Rate, ratesOnDays } from '../rates/rate-on.ts'
import { advanceOf, foreignAccounts } from './foreign-accounts.ts'
import { daysOfRates, type Valuation, value } from './valuation.ts'

export interface MissingRate {
  currency: string
  day: string
}

export interface ValuedAccount extends AccountOf {
  /** Undefined where a rate is missing. */
  valuation: (Valuation & { rate: Rate | undefined }) | undefined
  /** What was posted as differences up to the day, in kopecks. */
  posted: bigint
}

export interface ValuedAccounts {
  accounts: ValuedAccount[]
  missing: MissingRate[]
}

/** So many accounts are read at once, so that memory does not grow with the number of clients. */
const accountsAtOnce = 200

/** What all accounts in foreign currency are worth at the end of a day, as far as rates are known. */
export async function valueAccounts(db: Db, through: string): Promise<ValuedAccounts> {
  const all = await foreignAccounts(db)
  const posted = await sumsByOtherSide(db, {
    pattern: '^assets:revaluation:',
    commodity: rateCurrency,
    through,
  })
  const valued: ValuedAccount[] = []
  const missing = new Map<string, MissingRate>()
  for (let index = 0; index < all.length; index += accountsAtOnce) {
    const batch = all.slice(index, index + accountsAtOnce)
    const moves = await movesByDay(db, batch, through)
    const needed = batch.map(({ account, commodity }, at) => ({
      commodity,
      advance: advanceOf(account) ?? 'none',
      days: daysOfRates(moves[at] ?? [], advanceOf(account) ?? 'none', through),
    }))
    const asked = new Map(
      needed.flatMap(({ commodity, days }) =>
        days.map((day) => [`${commodity} ${day}`, { currency: commodity, day }] as const),
      ),
    )
    const rates = await ratesOnDays(db, [...asked.values()])
    for (const [key, one] of asked) if (!rates.has(key)) missing.set(key, one)
    for (const [at, { account, commodity }] of batch.entries()) {
      const { days = [], advance = 'none' } = needed[at] ?? {}
      const key = (day: string) => `${commodity} ${day}`
      const rateOn = (day: string) => rates.get(key(day)) as Rate
      const isKnown = days.every((day) => rates.has(key(day)))
      valued.push({
        account,
        commodity,
        posted:
          posted.get(`${accounts.revaluation(account)} ${accounts.exchangeDifference(commodity)}`) ?? 0n,
        valuation: isKnown
          ? { ...value(moves[at] ?? [], advance, rateOn, through), rate: rates.get(key(through)) }
          : undefined,
      })
    }
  }
  const order = ({ day, currency }: MissingRate) => `${day} ${currency}`
  return {
    accounts: valued,
    missing: [...missing.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  }
}

/** The accounts that need a revaluation at the end of a day, or rates for it: then it is not known how much. */
export async function notRevalued(
  db: Db,
  through: string,
): Promise<(AccountOf & { kopecks: bigint | null })[]> {
  const { accounts } = await valueAccounts(db, through)
  return accounts
    .map(({ account, commodity, valuation, posted }) => ({
      account,
      commodity,
      kopecks: valuation ? valuation.difference - posted : null,
    }))
    .filter(({ kopecks }) => kopecks !== 0n)
}
