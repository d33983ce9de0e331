import { sql } from 'kysely'
import { fault } from '../../../contract/api/faults.ts'
import { rateCurrency } from '../../../contract/books/rates.ts'
import {
  mostMissingRates,
  type RevaluationQuery,
  type RevaluationResponse,
  type RevalueBody,
} from '../../../contract/books/revaluation.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import { dayAfter, endOfMonthBefore } from '../../../contract/values/calendar.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Invalid } from '../../platform/errors.ts'
import { accounts, type Books } from '../books/books.ts'
import { type Closings, periodClosed } from '../books/closings.ts'
import { postingText } from '../books/posting-texts.ts'
import { organizationOf } from './organization-of.ts'
import { type ValuedAccount, type ValuedAccounts, valueAccounts } from './valued-accounts.ts'

export type RevaluationService = ReturnType<typeof createRevaluationService>

/** An account whose difference is not posted yet. */
interface Difference {
  account: string
  currency: string
  kopecks: bigint
}

export function createRevaluationService({
  db: pool,
  now,
  days,
  books,
  closings,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Days
  books: Pick<Books, 'post'>
  closings: Pick<Closings, 'find' | 'hold'>
  authorization: Pick<Authorization, 'permit'>
}) {
  async function post(db: Db, through: string, { account, currency, kopecks }: Difference): Promise<void> {
    await books.post(db, {
      kind: 'revaluation',
      organizationId: organizationOf(account),
      fact: { type: 'revaluation', id: newId() },
      description: postingText('difference', { account, currency }),
      at: days.momentOf(through),
      day: through,
      entries: [
        { account: accounts.revaluation(account), commodity: rateCurrency, amount: kopecks },
        { account: accounts.exchangeDifference(currency), commodity: rateCurrency, amount: -kopecks },
      ],
    })
  }

  /** Posts the differences, which are part of what people have voted on. */
  async function revalue(
    db: Db,
    permit: Permit<'books.revalue'>,
    content: { through: string },
    differences: readonly Difference[],
  ): Promise<void> {
    const { through } = content
    for (const difference of differences) await post(db, through, difference)
    recordChange(db, permit, {
      action: 'books.revalued',
      object: { type: 'books', id: 'books' },
      details: content,
      data: { through, accounts: differences.length },
      at: now(),
    })
  }

  return {
    async read({
      through = endOfMonthBefore(days.dayOf(now())),
    }: RevaluationQuery): Promise<RevaluationResponse> {
      const valued = await pool
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((db) => valueAccounts(db, through))
      return toResponse(valued, through, (await closings.find(pool))?.through ?? null)
    },

    /** Whoever does the same at the same time waits, and then finds nothing to post. */
    post({ through }: RevalueBody, actor: Actor): Promise<RevaluationResponse> {
      const last = dayAfter(days.dayOf(now()), -1)
      if (through > last) throw new Invalid([fault(['body', 'through'], 'day_not_over', { last })])
      return pool.transaction().execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('kontor revaluation', 0))`.execute(db)
        const valued = await valueAccounts(db, through)
        demandRates(valued)
        const closed = await closings.hold(db)
        if (closed !== null && through <= closed) throw periodClosed(through, closed)
        const response = toResponse(valued, through, closed)
        const differences = differencesOf(valued)
        if (differences.length === 0) return response
        const content = {
          through,
          differences: differences.map(({ account, currency, kopecks }) => ({
            account,
            currency,
            amount: fromUnits(kopecks, rateCurrency),
          })),
        }
        const permit = await authorization.permit(db, actor, {
          act: 'books.revalue',
          subject: { type: 'books', id: 'books' },
          content,
        })
        await revalue(db, permit, content, differences)
        return response
      })
    },
  }
}

function demandRates({ missing }: ValuedAccounts): void {
  if (missing.length === 0) return
  throw new Invalid(
    missing
      .slice(0, mostMissingRates)
      .map(({ currency, day }) => fault(['body', 'through'], 'no_rate', { currency, day })),
  )
}

function differencesOf({ accounts }: ValuedAccounts): Difference[] {
  return accounts.flatMap(({ account, commodity, valuation, posted }) => {
    const kopecks = (valuation?.difference ?? posted) - posted
    return kopecks === 0n ? [] : [{ account, currency: commodity, kopecks }]
  })
}

function toResponse(
  valued: ValuedAccounts,
  through: string,
  closed_through: string | null,
): RevaluationResponse {
  const totals = new Map<string, bigint>()
  for (const { currency, kopecks } of differencesOf(valued))
    totals.set(currency, (totals.get(currency) ?? 0n) + kopecks)
  return {
    through,
    closed_through,
    items: valued.accounts.flatMap(toItem),
    totals: [...totals]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, kopecks]) => ({ currency, difference: fromUnits(kopecks, rateCurrency) })),
    missing_rates: valued.missing.slice(0, mostMissingRates),
  }
}

function toItem({
  account,
  commodity: currency,
  valuation,
  posted,
}: ValuedAccount): RevaluationResponse['items'] {
  const unknown = { kind: null, balance: null, rate: null, value: null, carried: null, difference: null }
  if (!valuation) return [{ account, currency, ...unknown }]
  const { units, kind, kopecks, rate } = valuation
  const difference = valuation.difference - posted
  if (difference === 0n && (units === 0n || kind === 'advance')) return []
  const roubles = (kopecks: bigint) => fromUnits(kopecks, rateCurrency)
  return [
    {
      account,
      currency,
      kind,
      balance: fromUnits(units, currency),
      rate:
        rate && units !== 0n && kind !== 'advance'
          ? { rate: rate.rate, nominal: rate.nominal, day: rate.day }
          : null,
      value: roubles(kopecks),
      carried: roubles(kopecks - difference),
      difference: roubles(difference),
    },
  ]
}
