import { isId } from '../../../../contract/api/common.ts'
import type {
  CreateRefundBody,
  RefundListResponse,
  RefundResponse,
} from '../../../../contract/purchase-requests/deals.ts'
import { takesRefunds } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { bySeq, readItems } from '../../../platform/lists/page.ts'
import { refundNotFound } from '../facts/deal-failures.ts'
import { factTimeFaults, moneyFaults, payeeFaults } from '../facts/payment-faults.ts'
import { moneyText } from '../facts/received.ts'
import { findRefund, refundsOf } from '../facts/refund-store.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { findRequest, lockRequest } from '../request/find-request.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import { demandRefundable, permitRefund, recordRefund } from './record-refund.ts'
import { toRefundResponse } from './refund-response.ts'

export type RefundService = ReturnType<typeof createRefundService>

export function createRefundService({
  db,
  now,
  books,
  authorization,
  outgoing,
}: Pick<DealParts, 'db' | 'now' | 'books' | 'authorization' | 'outgoing'>) {
  return {
    async list(
      id: string,
      page: { cursor?: string | undefined; limit: number },
    ): Promise<RefundListResponse> {
      await findRequest(db, id)
      return readItems(refundsOf(db, { request_id: id }), bySeq, page, toRefundResponse)
    },

    async read(id: string, refundId: string): Promise<RefundResponse> {
      await findRequest(db, id)
      const refund = isId(refundId) ? await findRefund(db, { request_id: id }, refundId) : undefined
      if (!refund) throw refundNotFound()
      return toRefundResponse(refund)
    },

    create(
      id: string,
      body: CreateRefundBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<RefundResponse> {
      return withIdempotency(db, key, async (db) => {
        const request = await lockRequest(db, id)
        if (!takesRefunds.includes(request.status)) throw statusNotAllowed(request, takesRefunds)
        const at = now()
        const faults = [
          ...moneyFaults(['body', 'amount'], body.amount, request.fiat_currency),
          ...payeeFaults(body.account, request.fiat_currency),
          ...factTimeFaults(['body', 'paid_at'], body.paid_at, request, at),
        ]
        if (faults.length > 0) throw new Invalid(faults)
        const given = {
          amount: moneyText(body.amount, request.fiat_currency),
          reference: body.reference,
          account: body.account,
          reasonCode: body.reason_code,
          paidAt: body.paid_at ? new Date(body.paid_at) : null,
        }
        await demandRefundable(db, outgoing, request, given)
        const permit = await permitRefund(db, authorization, request, given, actor)
        const { refund } = await recordRefund(db, books, request, given, { permit, at })
        return toRefundResponse(refund)
      })
    },
  }
}
