import { hash } from 'node:crypto'
import {
  mostChangedRates,
  type RateSource,
  type RatesImportResponse,
  rateCurrency,
} from '../../../contract/books/rates.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Closings } from '../books/closings.ts'
import { demandOpen, firstDay, lastDay } from './rate-rules.ts'
import { type ComparedRate, compareRates, currenciesBefore, holdRates, writeRates } from './rate-store.ts'
import { readRateFile } from './readers/rate-file.ts'
import { refused } from './readers/refused.ts'

export type RateImport = ReturnType<typeof createRateImport>

export const ratesObject = { type: 'rates', id: 'rates' }

export function createRateImport({
  db: pool,
  now,
  days,
  closings,
  authorization,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf'>
  closings: Pick<Closings, 'hold'>
  authorization: Pick<Authorization, 'permit'>
}) {
  async function write(
    db: Db,
    permit: Permit<'rates.set'>,
    rates: readonly ComparedRate[],
    file: { source: RateSource; sha256: string; from: string; through: string },
    changed: RatesImportResponse['changed'],
  ): Promise<void> {
    if (rates.length === 0) return
    const at = now()
    const { source, from, through } = file
    const { actor } = permit
    await writeRates(
      db,
      rates.map(({ id, ...rate }) => ({ ...rate, id: id ?? newId() })),
      { source, at, id: actor.id ?? actor.name, name: actor.name },
    )
    const added = rates.length - changed.length
    recordChange(db, permit, {
      action: 'rates.imported',
      object: ratesObject,
      details: { ...file, added, changed },
      data: { source, from, through, added, changed: changed.length },
      at,
    })
  }

  return {
    /** Imports the file as a whole or not at all. Throws RatesRefused for what is wrong with the file. */
    async run(
      { content, day: asked }: { content: Buffer; day: string | undefined },
      actor: Actor,
    ): Promise<RatesImportResponse> {
      const { source, rates } = readRateFile(content)
      const [from, through] = spanOf(rates.map(({ day }) => day))
      const today = days.dayOf(now())
      const outside = [from, through].find((day) => day < firstDay || day > lastDay(today))
      if (outside !== undefined) throw refused('rates_of_day', { day: outside })
      const other = asked === undefined ? undefined : [from, through].find((day) => day !== asked)
      if (other !== undefined) throw refused('rates_other_day', { day: other, asked: asked as string })
      const isForeign = (currency: string) => isCurrency(currency) && currency !== rateCurrency
      const known = rates.filter(({ currency }) => isForeign(currency))
      const unknown = new Set(rates.map(({ currency }) => currency).filter((one) => !isForeign(one)))
      if (known.length === 0) throw refused('rates_format')
      const sha256 = hash('sha256', content, 'hex')
      return pool.transaction().execute(async (db) => {
        const permit = await authorization.permit(db, actor, {
          act: 'rates.set',
          subject: ratesObject,
          content: { sha256, source, from, through, rates: known.length },
        })
        await holdRates(db)
        const compared = await compareRates(db, known)
        const differing = compared.filter(
          ({ before, rate, nominal }) => before?.rate !== rate || before.nominal !== nominal,
        )
        const closed = await closings.hold(db)
        for (const rate of differing) demandOpen(rate, closed)
        const changed = differing.flatMap(({ currency, day, before, rate, nominal }) =>
          before ? [{ currency, day, before, after: { rate, nominal } }] : [],
        )
        if (changed.length > mostChangedRates)
          throw refused('rates_change_many', { count: changed.length, most: mostChangedRates })
        const absent = (await currenciesBefore(db, from)).filter(
          (currency) => !known.some((rate) => rate.currency === currency),
        )
        await write(db, permit, differing, { source, sha256, from, through }, changed)
        return {
          source,
          from,
          through,
          added: differing.length - changed.length,
          unchanged: compared.length - differing.length,
          changed,
          unknown_currencies: [...unknown].sort(),
          absent_currencies: absent,
        }
      })
    },
  }
}

function spanOf(days: readonly string[]): [string, string] {
  const sorted = [...days].sort()
  return [sorted[0] as string, sorted.at(-1) as string]
}
