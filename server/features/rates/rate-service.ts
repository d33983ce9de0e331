import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import {
  type RateInForceQuery,
  type RateResponse,
  rateCurrency,
  type SetRateBody,
} from '../../../contract/books/rates.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import { canonicalDecimal, isZero } from '../../../contract/money/decimal.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import type { Closings } from '../books/closings.ts'
import { toRateResponse } from './rate-response.ts'
import { demandOpen, firstDay, lastDay } from './rate-rules.ts'
import {
  type ComparedRate,
  compareRates,
  deleteRate,
  findRate,
  findRatesInForce,
  holdRates,
  type SetRate,
  writeRates,
} from './rate-store.ts'
import type { RateRow } from './rate-tables.ts'

export type RateService = ReturnType<typeof createRateService>

export function createRateService({
  db: pool,
  now,
  days,
  closings,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  closings: Pick<Closings, 'hold' | 'find'>
  authorization: Pick<Authorization, 'permit'>
}) {
  function demandValid({ currency, day, rate }: SetRateBody): void {
    const last = lastDay(days.dayOf(now()))
    const faults = [
      ...(isCurrency(currency) && currency !== rateCurrency
        ? []
        : [fault(['body', 'currency'], 'rate_currency')]),
      ...(isZero(rate) ? [fault(['body', 'rate'], 'rate_zero')] : []),
      ...(day < firstDay || day > last ? [fault(['body', 'day'], 'rate_day', { last })] : []),
    ]
    if (faults.length > 0) throw new Invalid(faults)
  }

  async function write(
    db: Db,
    permit: Permit<'rates.set'>,
    { id, currency, day, rate, nominal }: SetRate,
    before: ComparedRate['before'],
  ): Promise<RateRow> {
    const at = now()
    const { actor } = permit
    const by = { source: 'typed', at, id: actor.id ?? actor.name, name: actor.name } as const
    const [row] = await writeRates(db, [{ id, currency, day, rate, nominal }], by)
    if (!row) throw new Error('A rate was not written.')
    recordChange(db, permit, {
      action: 'rate.set',
      object: { type: 'rate', id },
      details: { currency, day, from: before, to: { rate, nominal } },
      data: { id, currency, day, rate, nominal },
      at,
    })
    return row
  }

  async function takeOut(
    db: Db,
    permit: Permit<'rates.set'>,
    { id, currency, day, rate, nominal }: RateRow,
  ): Promise<void> {
    await deleteRate(db, id)
    recordChange(db, permit, {
      action: 'rate.removed',
      object: { type: 'rate', id },
      details: { currency, day, from: { rate, nominal }, to: null },
      data: { id, currency, day },
      at: now(),
    })
  }

  return {
    /** Adds or changes the rate of a day. The same again changes nothing. */
    set(body: SetRateBody, actor: Actor): Promise<RateResponse> {
      demandValid(body)
      const { currency, day, nominal = 1 } = body
      const rate = canonicalDecimal(body.rate)
      return pool.transaction().execute(async (db) => {
        const permit = await authorization.permit(db, actor, {
          act: 'rates.set',
          subject: { type: 'rate', id: null },
          content: { currency, day, rate, nominal },
        })
        await holdRates(db)
        const [compared] = await compareRates(db, [{ currency, day, rate, nominal }])
        if (!compared) throw new Error('A rate was not compared.')
        const { before, id: known, in_force } = compared
        const closed = await closings.hold(db)
        if (known && before?.rate === rate && before.nominal === nominal) {
          const row = await findRate(db, known)
          if (row) return toRateResponse(row, closed)
        }
        demandOpen({ currency, day, in_force }, closed)
        const set = { id: known ?? newId(), currency, day, rate, nominal }
        return toRateResponse(await write(db, permit, set, before), closed)
      })
    },

    async read(id: string): Promise<RateResponse> {
      const row = isId(id) ? await findRate(pool, id) : undefined
      if (!row) throw rateNotFound('There is no such rate.')
      return toRateResponse(row, (await closings.find(pool))?.through ?? null)
    },

    remove(id: string, actor: Actor): Promise<void> {
      return pool.transaction().execute(async (db) => {
        const find = async () => {
          const row = isId(id) ? await findRate(db, id) : undefined
          if (!row) throw rateNotFound('There is no such rate.')
          return row
        }
        const { currency, day } = await find()
        const permit = await authorization.permit(db, actor, {
          act: 'rates.set',
          subject: { type: 'rate', id },
          content: { currency, day, remove: true },
        })
        await holdRates(db)
        const row = await find()
        demandOpen({ currency, day, in_force: true }, await closings.hold(db))
        await takeOut(db, permit, row)
      })
    },

    async inForce({ currency, day }: RateInForceQuery): Promise<RateResponse> {
      const [row] = await findRatesInForce(pool, [currency], day)
      if (!row) throw rateNotFound(`No rate of ${currency} counts on ${day}.`)
      return toRateResponse(row, (await closings.find(pool))?.through ?? null)
    },
  }
}

function rateNotFound(detail: string): Failure {
  return new Failure('not_found', 'rate_not_found', detail)
}
