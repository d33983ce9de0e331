import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { DealTables, QuoteRow } from './deal-tables.ts'

export type NewQuote = Insertable<DealTables['quotes']>

/** Newest first. */
export function listQuotes(
  db: Db,
  requestId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<QuoteRow[]> {
  return db
    .selectFrom('quotes')
    .selectAll()
    .where('request_id', '=', requestId)
    .$if(cursor !== undefined, (query) =>
      query.where('seq', '<', (before) =>
        before
          .selectFrom('quotes')
          .select('seq')
          .where('id', '=', cursor as string),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
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

export function insertQuote(db: Pick<Db, 'insertInto'>, quote: NewQuote) {
  return db.insertInto('quotes').values(quote).returningAll()
}
