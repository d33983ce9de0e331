import type { Insertable } from 'kysely'
import type { PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, QuoteRow } from './deal-tables.ts'

export type NewQuote = Insertable<DealTables['quotes']>

/** Every price of a request. */
export function quotesOf(db: Db, requestId: string) {
  return db.selectFrom('quotes').selectAll().where('request_id', '=', requestId)
}

export function findNewestQuote(db: Db, requestId: string): Promise<QuoteRow | undefined> {
  return db
    .selectFrom('quotes')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The last rate that was quoted for this asset and currency, for whomever. */
export async function findLastRate(
  db: Db,
  { asset, fiat_currency }: { asset: string; fiat_currency: string },
): Promise<string | undefined> {
  const last = await db
    .selectFrom('quotes')
    .select('rate')
    .where('asset', '=', asset as PurchaseAsset)
    .where('fiat_currency', '=', fiat_currency)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.rate
}

export function insertQuote(db: Pick<Db, 'insertInto'>, quote: NewQuote) {
  return db.insertInto('quotes').values(quote).returningAll()
}
