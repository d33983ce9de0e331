import { sql } from 'kysely'
import { toUnits } from '../../../contract/money/commodities.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts, type Books } from '../books/books.ts'
import { postingText } from '../books/posting-texts.ts'
import { usualSpelling } from '../purchase-requests/facts/payer.ts'
import { isSameReference } from '../purchase-requests/facts/same-payment.ts'
import { refundsOfClients } from '../purchase-requests/requests-for-matching.ts'
import type { Line } from './lines/statement-store.ts'

export interface FoundRefund {
  id: string
  at: Date
  /** What it is for, as the books name it. */
  title: string
}

export type OutgoingRefunds = ReturnType<typeof createOutgoingRefunds>

/** How a line that went out proves a refund. */
export function createOutgoingRefunds({ books, days }: { books: Books; days: Pick<Days, 'momentOf'> }) {
  return {
    /**
     * The oldest refund with this amount, to this account, that no line proves yet, and best the one with the number of the
     * line: of the request, or of a credit of the organization. The caller holds the request or the credits. With
     * `refundId`, only that one.
     */
    async findUnlinked(
      db: Db,
      of: { requestId: string } | { organizationId: string },
      line: Line,
      refundId?: string,
    ): Promise<FoundRefund | undefined> {
      const owned =
        'requestId' in of
          ? sql<boolean>`refund.request_id = ${of.requestId}`
          : sql<boolean>`refund.organization_id = ${of.organizationId} and refund.credit_id is not null`
      const { rows } = await sql<FoundRefund & { account: string | null; reference: string | null }>`
        select refund.id, refund.at, refund.title, refund.account, refund.reference
        from ${refundsOfClients(db).as('refund')}
        where ${owned} and refund.amount = ${line.amount}::numeric and refund.currency = ${line.currency}
          and (${refundId ?? null}::uuid is null or refund.id = ${refundId ?? null}::uuid)
          and not exists (
            select from statement_matches as match where match.fact_id = refund.id and match.released_at is null
          )
        order by refund.seq
      `.execute(db)
      const paid = rows.filter(({ account }) => mayBeAccount(account, line.receiver_account))
      return paid.find(({ reference }) => isSameReference(reference ?? '', line.document_number)) ?? paid[0]
    },

    /** Moves its money from `unreconciled` to the bank account of the line. */
    async reconcile(
      db: Db,
      refund: FoundRefund,
      { line, requestId, organizationId }: { line: Line; requestId: string | null; organizationId: string },
    ): Promise<void> {
      const { currency } = line
      const units = toUnits(line.amount, currency)
      await books.post(db, {
        kind: 'reconciliation',
        organizationId,
        requestId,
        fact: { type: 'refund', id: refund.id },
        description:
          requestId === null
            ? postingText('refund_of_advance_found', { payment: refund.title })
            : postingText('refund_found', { request: refund.title }),
        // The bank says when the money left.
        at: days.momentOf(line.booked_on),
        day: line.booked_on,
        entries: [
          { account: accounts.bank(null), commodity: currency, amount: units },
          { account: accounts.bank(line.account), commodity: currency, amount: -units },
        ],
      })
    },
  }
}

/** Whether money that was to go to the one account may be on the line with the other: banks mask some. */
export function mayBeAccount(account: string | null, shown: string | null): boolean {
  if (!account || !shown || !/^[\s\w.-]+$/.test(shown)) return true
  return isSameAccount(account, shown)
}

export function isSameAccount(account: string | null, shown: string | null): boolean {
  if (!account || !shown) return false
  const plain = (text: string) => usualSpelling(text).replaceAll(/[.-]/g, '')
  return plain(account) === plain(shown)
}
