import type { CreateRefundBody, RefundListResponse, RefundResponse } from '../../../../contract/deals.ts'
import { takesRefunds } from '../../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import { cursorPageOf } from '../../../platform/cursor-page.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { RefundRow } from '../facts/deal-tables.ts'
import { moneyFaults } from '../facts/payment-faults.ts'
import { moneyText } from '../facts/received.ts'
import { listRefunds } from '../facts/refund-store.ts'
import { doerOf } from '../facts/stored-actor.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import { authorizeRefund, demandRefundable, recordRefund } from './record-refund.ts'

export type RefundService = ReturnType<typeof createRefundService>

export function createRefundService({
  db,
  now,
  books,
  held,
  authorization,
}: Pick<DealParts, 'db' | 'now' | 'books' | 'held' | 'authorization'>) {
  return {
    async list(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<RefundListResponse> {
      await held.complete(db, id)
      const rows = await listRefunds(db, id, { ...page, limit: page.limit + 1 })
      return cursorPageOf(rows, page.limit, (row) => toRefundResponse(row, id))
    },

    create(
      id: string,
      body: CreateRefundBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<RefundResponse> {
      return withIdempotency(db, key, async (db) => {
        const request = await held.lock(db, id)
        if (!takesRefunds.includes(request.status)) throw statusNotAllowed(request, takesRefunds)
        const faults = moneyFaults(['body', 'amount'], body.amount, request)
        if (faults.length > 0) throw new Invalid(faults)
        const given = {
          amount: moneyText(body.amount, request.fiat_currency),
          reference: body.reference,
          account: body.account,
          reasonCode: body.reason_code,
        }
        await demandRefundable(db, request, given)
        await authorizeRefund(db, authorization, request, given, actor)
        const { refund } = await recordRefund(db, books, request, given, { actor, at: now() })
        return toRefundResponse(refund, id)
      })
    },
  }
}

function toRefundResponse(row: RefundRow, requestId: string): RefundResponse {
  return {
    id: row.id,
    request_id: requestId,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    account: row.account,
    reason_code: row.reason_code,
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}
