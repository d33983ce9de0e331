import { sql } from 'kysely'
import { rateList } from '../../../contract/lists/rates.ts'
import type { Db } from '../../platform/db/database.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import type { Closings } from '../books/closings.ts'
import { toRateResponse } from './rate-response.ts'
import type { RateRow } from './rate-tables.ts'

/** The newest day first. */
export function createRateRows(closings: Pick<Closings, 'find'>) {
  return rowsOf(rateList, {
    conditions: ({ currency, source, from, to }) => [
      ...equals('rate', { currency, source }),
      ...(from === undefined ? [] : [sql<boolean>`rate.day >= ${from}`]),
      ...(to === undefined ? [] : [sql<boolean>`rate.day <= ${to}`]),
    ],
    page: {
      find: (db) => db.selectFrom('exchange_rates as rate').selectAll(),
      order: [
        { value: sql`rate.day`, type: 'date' },
        { value: sql`rate.id`, type: 'uuid' },
      ],
      items: async (db: Db, rows: RateRow[]) => {
        const closed = (await closings.find(db))?.through ?? null
        return rows.map((row) => toRateResponse(row, closed))
      },
    },
    file: {
      from: sql`exchange_rates as rate`,
      key: sql`rate.id`,
      keyType: 'uuid',
      columns: columnsOf('rate', {
        id: 'code',
        day: 'date',
        currency: 'code',
        nominal: 'number',
        rate: 'number',
        source: 'code',
        set_by: ['text', sql`rate.set_by_name`],
        set_at: 'time',
      }),
    },
  })
}
