import type { PaymentFileResponse, RefundToPay } from '../../../contract/books/payment-files.ts'
import type { FileHead } from './payment-file-store.ts'
import type { PaymentOrderRow } from './payment-file-tables.ts'
import type { Payable } from './receivers.ts'

/** Digits, so that it is a name of a file everywhere. */
export function fileNameOf({ account, day }: { account: string; day: string }): string {
  return `1c_to_kl-${account}-${day}.txt`
}

export function toSummary(file: FileHead): PaymentFileResponse {
  const { id, account, day, amount, orders_count, executed_count, status } = file
  return {
    id,
    account,
    day,
    amount,
    orders_count,
    executed_count,
    status,
    made_at: file.made_at.toISOString(),
    made_by: { id: file.made_by, name: file.made_by_name },
    voided:
      file.voided_at && file.void_reason !== null
        ? {
            at: file.voided_at.toISOString(),
            by: { id: file.voided_by ?? '', name: file.voided_by_name ?? '' },
            reason: file.void_reason,
          }
        : null,
  }
}

export function toFile(
  file: FileHead,
  orders: readonly (PaymentOrderRow & { line_id: string | null })[],
): PaymentFileResponse {
  return {
    ...toSummary(file),
    orders: orders.map((order) => ({
      refund_id: order.refund_id,
      request_id: order.request_id,
      organization_id: order.organization_id,
      number: String(order.number),
      amount: order.amount,
      receiver: order.receiver,
      purpose: order.purpose,
      // A released order has not been paid, though another one may have been.
      line_id: order.released === null ? order.line_id : null,
      released: order.released,
    })),
  }
}

export function toRefundToPay({ refund, organization, problem }: Payable): RefundToPay {
  return {
    refund_id: refund.id,
    amount: refund.amount,
    title: refund.title,
    organization_name: organization?.short_name ?? organization?.full_name ?? null,
    account: refund.account,
    problem,
  }
}
