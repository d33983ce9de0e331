import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { BalanceListResponse, BalanceQuery, BookExportQuery } from '../../../contract/books/books.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { type OrderedBy, readPage } from '../../platform/lists/page.ts'
import { balances } from './balance-store.ts'
import { exportBooks } from './book-export.ts'

const byClient: readonly OrderedBy[] = [
  { value: sql.ref('client_balances.organization_id'), type: 'uuid' },
  { value: sql.ref('client_balances.commodity'), type: 'text' },
]

export type BookService = ReturnType<typeof createBookService>

export function createBookService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async balances({ organization_id, cursor, limit }: BalanceQuery): Promise<BalanceListResponse> {
      const { rows, next_cursor } = await readPage(
        balances(db, organization_id),
        byClient,
        { cursor, limit },
        true,
      )
      return {
        items: rows.map(({ organization_id, inn, short_name, commodity, balance }) => ({
          organization_id,
          organization: { inn, short_name },
          commodity,
          balance: fromUnits(BigInt(balance), commodity),
        })),
        next_cursor,
      }
    },

    /** Read from the database as fast as the client reads it. The export itself is recorded in the audit log. */
    async export(query: BookExportQuery, actor: Actor): Promise<Readable> {
      await recordExport(db, query, actor, now())
      const pieces = exportBooks(db, query)
      // The first rows are read before the response begins, so that an unavailable database returns 503.
      const first = await pieces.next()
      async function* all() {
        if (!first.done) yield first.value
        yield* pieces
      }
      return Readable.from(all(), { objectMode: false })
    },
  }
}

export async function recordExport(
  db: Db,
  query: Omit<BookExportQuery, 'format'> & { format: string; through?: string },
  actor: Actor,
  at: Date,
): Promise<void> {
  await db
    .transaction()
    .execute(async (db) =>
      recordChange(db, actor, { action: 'books.exported', object: null, details: { ...query }, at }),
    )
}
