import { rateCurrency } from '../../../contract/books/rates.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../books/accounts.ts'
import { type AccountOf, type DayMove, movesByDay, sumsByOtherSide } from '../books/foreign-sums.ts'
import { type Rate, ratesOnDays } from '../rates/rate-on.ts'
import { type Advance, advanceOf, foreignAccounts } from './foreign-accounts.ts'
import { daysOfRates, type Share, usedAdvances, type Valuation, value } from './valuation.ts'

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
  const missing = await inBatches(db, all, { through, isClosing: true }, (account, moves, advance, rates) => {
    const rateOn = (day: string) => rates.get(day) as Rate
    const isKnown = daysOfRates(moves, advance, through).every((day) => rates.has(day))
    const key = `${accounts.revaluation(account.account)} ${accounts.exchangeDifference(account.commodity)}`
    valued.push({
      ...account,
      posted: posted.get(key) ?? 0n,
      valuation: isKnown
        ? { ...value(moves, advance, rateOn, through), rate: rates.get(through) }
        : undefined,
    })
  })
  return { accounts: valued, missing }
}

/** What advances that were used are worth, by account, commodity and day with spaces between. */
export async function allUsedAdvances(
  db: Db,
  through: string,
): Promise<{ shares: Map<string, Share>; missing: MissingRate[] }> {
  const all = (await foreignAccounts(db)).filter(({ account }) => advanceOf(account) !== 'none')
  const shares = new Map<string, Share>()
  const missing = await inBatches(db, all, { through, isClosing: false }, (of, moves, advance, rates) => {
    if (advance === 'none' || !moves.every(({ day }) => rates.has(day))) return
    for (const [day, share] of usedAdvances(moves, advance, (day) => rates.get(day) as Rate))
      shares.set(`${of.account} ${of.commodity} ${day}`, share)
  })
  return { shares, missing }
}

/** Visits accounts with their movements and the rates of their days, by day. Returns the rates that are missing. */
async function inBatches(
  db: Db,
  all: readonly AccountOf[],
  { through, isClosing }: { through: string; isClosing: boolean },
  visit: (of: AccountOf, moves: readonly DayMove[], advance: Advance, rates: Map<string, Rate>) => void,
): Promise<MissingRate[]> {
  const missing = new Map<string, MissingRate>()
  for (let index = 0; index < all.length; index += accountsAtOnce) {
    const batch = all.slice(index, index + accountsAtOnce)
    const moves = await movesByDay(db, batch, through)
    const needed = batch.map(({ account, commodity }, at) => {
      const advance = advanceOf(account) ?? 'none'
      const days = daysOfRates(moves[at] ?? [], advance, isClosing ? through : null)
      return days.map((day) => ({ currency: commodity, day }))
    })
    const asked = new Map(needed.flat().map((one) => [`${one.currency} ${one.day}`, one]))
    const rates = await ratesOnDays(db, [...asked.values()])
    for (const [key, one] of asked) if (!rates.has(key)) missing.set(key, one)
    for (const [at, of] of batch.entries()) {
      const ofAccount = new Map<string, Rate>()
      for (const { currency, day } of needed[at] ?? []) {
        const rate = rates.get(`${currency} ${day}`)
        if (rate) ofAccount.set(day, rate)
      }
      visit(of, moves[at] ?? [], advanceOf(of.account) ?? 'none', ofAccount)
    }
  }
  const order = ({ day, currency }: MissingRate) => `${day} ${currency}`
  return [...missing.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
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
