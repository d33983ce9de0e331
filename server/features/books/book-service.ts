import { Readable } from 'node:stream'
import type { BalanceListResponse, BalanceQuery, BookExportQuery } from '../../../contract/books.ts'
import { fromUnits } from '../../../contract/commodities.ts'
import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import { cutPage } from '../../platform/cursor-page.ts'
import type { Db } from '../../platform/db/database.ts'
import { listBalances } from './balance-store.ts'
import { exportBooks } from './book-export.ts'

export type BookService = ReturnType<typeof createBookService>

export function createBookService({ db, now }: { db: Db; now: () => Date }) {
  return {
    async balances({ organization_id, cursor, limit }: BalanceQuery): Promise<BalanceListResponse> {
      const rows = await listBalances(db, {
        organizationId: organization_id,
        after: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      })
      const { page, next_cursor } = cutPage(
        rows,
        limit,
        ({ organization_id, commodity }) => `${organization_id}-${commodity}`,
      )
      return {
        items: page.map(({ organization_id, inn, short_name, commodity, balance }) => ({
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

export async function recordExport(db: Db, query: BookExportQuery, actor: Actor, at: Date): Promise<void> {
  await db
    .transaction()
    .execute((db) =>
      appendAudit(db, { actor, action: 'books.exported', object: null, details: { ...query }, at }),
    )
}

/** The id of an organization, a hyphen and a commodity. */
function readCursor(cursor: string): { organizationId: string; commodity: string } {
  const end = cursor.lastIndexOf('-')
  return { organizationId: cursor.slice(0, end), commodity: cursor.slice(end + 1) }
}
