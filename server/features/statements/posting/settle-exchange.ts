import { fault } from '../../../../contract/api/faults.ts'
import { rateCurrency } from '../../../../contract/books/rates.ts'
import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import { accounts, type Books, type Entry } from '../../books/books.ts'
import { postingText } from '../../books/posting-texts.ts'
import { companiesOfOwn } from '../../papers/own-accounts.ts'
import { inKopecks, type Rate, rateMissing, ratesOn, ratesOnDays } from '../../rates/rate-on.ts'
import {
  type ExchangeSide,
  insertSettlement,
  listOpenLines,
  listSettledWithin,
  listSettlements,
  type OwnSettlement,
  updateSettlement,
} from '../lines/exchange-store.ts'
import type { OpenLine } from '../lines/open-items.ts'

export type SettleExchange = ReturnType<typeof createSettleExchange>

type Sides = readonly [given: ExchangeSide, taken: ExchangeSide]

/**
 * A purchase or sale of currency is two lines, each posted against `assets:exchange` of its currency. Once both are known, their
 * accounts are cleared, and what the exchange brought more or less than the rates of the day say is posted in roubles (PBU
 * 3/2006). The caller holds both lines.
 */
export function createSettleExchange({
  books,
  days,
}: {
  books: Pick<Books, 'post' | 'reverse' | 'dayFor'>
  days: Pick<Days, 'momentOf'>
}) {
  /** By the rates of a day, or 409 `rate_missing`. */
  async function entriesOn(db: Db, sides: Sides, day: string): Promise<{ entries: Entry[]; result: bigint }> {
    const rates = await ratesOn(
      db,
      sides.map(({ currency }) => currency),
      day,
    )
    return entriesBy(sides, (currency) => {
      const rate = rates.get(currency)
      if (!rate) throw rateMissing(currency, day)
      return rate
    })
  }

  return {
    async settle(
      db: Db,
      one: ExchangeSide,
      other: ExchangeSide | undefined,
      { actor, at }: { actor: Actor; at: Date },
    ): Promise<{ id: string; day: string; result: string }> {
      const sides = await demandFit(db, one, other)
      const [given, taken] = sides
      const later = [given.booked_on, taken.booked_on].sort().at(-1) as string
      // The lines may have been posted before the days were closed.
      const day = await books.dayFor(db, later)
      const { entries, result } = await entriesOn(db, sides, day)
      const id = newId()
      await books.post(db, {
        kind: 'exchange',
        organizationId: null,
        fact: { type: 'exchange', id },
        description: postingText('exchange', { given: shown(given), taken: shown(taken) }),
        at: days.momentOf(later),
        day,
        entries,
      })
      const row = {
        id,
        given_id: given.posting_id,
        taken_id: taken.posting_id,
        day,
        result: fromUnits(result, rateCurrency),
        settled_at: at,
        settled_by: actor.id ?? actor.name,
        settled_by_name: actor.name,
      }
      await insertSettlement(db, row)
      return row
    },

    /** With one of its lines: the other one waits for another line then. By the rates of the day on which that is posted. */
    async reverse(
      db: Db,
      settlement: OwnSettlement,
      [one, other]: readonly [ExchangeSide, ExchangeSide],
      at: Date,
    ): Promise<void> {
      const day = await books.dayFor(db, settlement.day)
      const sides = one.direction === 'outgoing' ? ([one, other] as const) : ([other, one] as const)
      const worth = day === settlement.day ? undefined : (await entriesOn(db, sides, day)).entries
      await books.reverse(
        db,
        { type: 'exchange', id: settlement.id },
        { at, day, description: postingText('exchange_reversed', {}), ...(worth && { entries: worth }) },
      )
      await updateSettlement(db, settlement.id, { reversed_at: at, reversed_on: day })
    },
  }
}

function shown({ amount, currency }: ExchangeSide): string {
  return `${fromUnits(toUnits(amount, currency), currency)} ${currency}`
}

/** Both lines as the money went, if they can be one exchange. */
async function demandFit(db: Db, one: ExchangeSide, other: ExchangeSide | undefined): Promise<Sides> {
  const unfit = (code: Parameters<typeof fault>[1] & `exchange_line_${string}`) =>
    new Invalid([fault(['body', 'exchange_line_id'], code)])
  if (!other) throw unfit('exchange_line_not_posted')
  if (one.direction === other.direction || one.currency === other.currency)
    throw unfit('exchange_line_not_opposite')
  const companies = await companiesOfOwn(db, [one.account, other.account])
  if (!isOfOneCompany(companies, one, other)) throw unfit('exchange_line_of_other_company')
  const settled = await listSettlements(db, [one.posting_id, other.posting_id])
  if (settled.size > 0) throw unfit('exchange_line_settled')
  return one.direction === 'outgoing' ? [one, other] : [other, one]
}

export function isOfOneCompany(
  companies: Awaited<ReturnType<typeof companiesOfOwn>>,
  one: { account: string },
  other: { account: string },
): boolean {
  const [ofOne, ofOther] = [companies.get(one.account), companies.get(other.account)]
  return [...(ofOne ?? [])].some((company) => ofOther?.has(company))
}

/**
 * A currency and roubles, or two currencies, do not sum to zero in each commodity: `equity:conversion` has what was given and
 * taken, and is worth as much in roubles on both sides.
 */
function entriesBy(sides: Sides, rateOf: (currency: string) => Rate): { entries: Entry[]; result: bigint } {
  const entries: Entry[] = []
  let [cost, foreign] = [0n, 0n]
  for (const { currency, direction, amount } of sides) {
    const size = toUnits(amount, currency)
    const units = direction === 'outgoing' ? size : -size
    const kopecks = inKopecks(units, rateOf(currency))
    cost += kopecks
    entries.push({ account: accounts.exchange(currency), commodity: currency, amount: -units })
    if (currency === rateCurrency) continue
    foreign += kopecks
    entries.push({ account: accounts.conversion(currency), commodity: currency, amount: units })
  }
  const [given, taken] = sides
  const currency = taken.currency === rateCurrency ? given.currency : taken.currency
  entries.push(
    { account: accounts.conversion(rateCurrency), commodity: rateCurrency, amount: -foreign },
    { account: accounts.exchangeDifference(currency), commodity: rateCurrency, amount: cost },
  )
  return { entries, result: -cost }
}

/**
 * The lines of exchanges up to a day that are not settled by then: with one line only, with both but not linked, or by rates of
 * an open day that were corrected since.
 */
export async function openExchanges(
  db: Db,
  { after, through, limit }: { after: string | null; through: string; limit: number },
): Promise<OpenLine[]> {
  const wrong = await settledByOtherRates(db, { after, through })
  return listOpenLines(db, { through, wrong, limit })
}

async function settledByOtherRates(
  db: Db,
  period: { after: string | null; through: string },
): Promise<string[]> {
  const settled = Map.groupBy(await listSettledWithin(db, period), ({ id }) => id)
  const asked = [...settled.values()]
    .flat()
    .filter(({ currency }) => currency !== rateCurrency)
    .map(({ currency, day }) => ({ currency, day }))
  if (asked.length === 0) return []
  const rates = await ratesOnDays(db, asked)
  const rouble: Rate = { currency: rateCurrency, day: '', rate: '1', nominal: 1 }
  return [...settled].flatMap(([id, sides]) => {
    const [taken, given] = sides as [(typeof sides)[number], (typeof sides)[number]]
    const { day, result } = given
    const ofDay = new Map(
      [given, taken].map(({ currency }) => [
        currency,
        currency === rateCurrency ? rouble : rates.get(`${currency} ${day}`),
      ]),
    )
    if ([...ofDay.values()].includes(undefined)) return [id]
    const now = entriesBy([given, taken], (currency) => ofDay.get(currency) as Rate)
    return fromUnits(now.result, rateCurrency) === result ? [] : [id]
  })
}
