import { sql } from 'kysely'
import { toUnits } from '../../../contract/commodities.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts, type Books } from '../books/books.ts'
import { refundsOfRequests } from '../purchase-requests/requests-for-matching.ts'
import type { Line } from './statement-store.ts'

export type OutgoingRefunds = ReturnType<typeof createOutgoingRefunds>

/** How a line that went out proves a refund. */
export function createOutgoingRefunds({ books }: { books: Books }) {
  return {
    /** The oldest refund of the request with this amount that no line proves yet. The caller holds the request. */
    async findUnlinked(
      db: Db,
      { requestId, amount, currency }: { requestId: string; amount: string; currency: string },
    ): Promise<{ id: string; at: Date } | undefined> {
      const { rows } = await sql<{ id: string; at: Date }>`
        select refund.id, refund.at from ${refundsOfRequests(db).as('refund')}
        where refund.request_id = ${requestId} and refund.amount = ${amount}::numeric and refund.currency = ${currency}
          and not exists (
            select from statement_matches as match where match.fact_id = refund.id and match.released_at is null
          )
        order by refund.seq limit 1
      `.execute(db)
      return rows[0]
    },

    /** Moves its money from `unreconciled` to the bank account of the line. */
    async reconcile(
      db: Db,
      refund: { id: string; at: Date },
      { line, request }: { line: Line; request: { id: string; number: string; organization_id: string } },
    ): Promise<void> {
      const { currency } = line
      const units = toUnits(line.amount, currency)
      await books.post(db, {
        kind: 'reconciliation',
        organizationId: request.organization_id,
        requestId: request.id,
        fact: { type: 'refund', id: refund.id },
        description: `Refund for ${request.number} found on a statement`,
        at: refund.at,
        entries: [
          { account: accounts.bank(null), commodity: currency, amount: units },
          { account: accounts.bank(line.account), commodity: currency, amount: -units },
        ],
      })
    },
  }
}
