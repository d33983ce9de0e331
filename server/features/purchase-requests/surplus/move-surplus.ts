import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import { addDecimals } from '../../../../contract/money/decimal.ts'
import type { CreditResponse, MoveSurplusBody } from '../../../../contract/purchase-requests/deals.ts'
import { takesDeliveries } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Invalid } from '../../../platform/errors.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { toCreditResponse } from '../credits/credit-response.ts'
import { tellOfCredit } from '../credits/credit-traces.ts'
import { saveCreditPayer } from '../credits/record-credit.ts'
import { insertCredit, lockCreditsOfPayment } from '../facts/credit-store.ts'
import { surplusExceeds } from '../facts/deal-failures.ts'
import { sumsOf, surplusUnits } from '../facts/deal-state.ts'
import type { PaymentRow } from '../facts/deal-tables.ts'
import { moneyFaults } from '../facts/payment-faults.ts'
import { listCountedPayments } from '../facts/payment-store.ts'
import { postUnlessNothing, surplusPosting } from '../facts/postings.ts'
import { moneyText } from '../facts/received.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import type { DealParts } from '../request/deal-parts.ts'
import { lockRequest } from '../request/find-request.ts'
import { statusNotAllowed } from '../request/purchase-request-failures.ts'
import { writeChange } from '../request/write-change.ts'

export type MoveSurplus = ReturnType<typeof createMoveSurplus>

const allowed = [...takesDeliveries, 'completed'] as const

/**
 * Makes a credit of what was received above the total. The money that came last is above it, so a credit is of one payment,
 * with its payer and line, and at most as much as that has brought. What is left of the surplus is of the payment before.
 */
export function createMoveSurplus({
  db,
  now,
  books,
  gate,
}: Pick<DealParts, 'db' | 'now' | 'books' | 'gate'>) {
  return (
    id: string,
    body: MoveSurplusBody,
    actor: Actor,
    key: IdempotencyKey | null,
  ): Promise<CreditResponse> =>
    withIdempotency(db, key, async (db) => {
      const request = await lockRequest(db, id)
      if (!allowed.includes(request.status)) throw statusNotAllowed(request, allowed)
      const { fiat_currency: currency } = request
      const sums = sumsOf(request)
      const last = await lastOf(db, await listCountedPayments(db, request.id))
      const surplus = smaller(surplusUnits(request, sums), last.left)
      const given = body.amount ?? fromUnits(surplus, currency)
      const faults = moneyFaults(['body', 'amount'], given, currency)
      if (faults.length > 0) throw new Invalid(faults)
      const amount = moneyText(given, currency)
      if (surplus === 0n || toUnits(amount, currency) > surplus) throw surplusExceeds(request, surplus)
      const at = now()
      const credit = await insertCredit(db, {
        id: newId(),
        organization_id: request.organization_id,
        request_id: null,
        moved_from: request.id,
        payment_id: last.payment.id,
        amount,
        currency,
        received_at: last.payment.received_at,
        reference: last.payment.reference,
        payer_inn: last.payment.payer_inn,
        payer_name: last.payment.payer_name,
        payer_account: last.payment.payer_account,
        bank_account: last.payment.bank_account,
        statement_line_id: last.payment.statement_line_id,
        ...actorColumns(actor),
        at,
      })
      await saveCreditPayer(db, gate, credit, credit.payer_name)
      await postUnlessNothing(books, db, surplusPosting(request, credit))
      const moved_amount = addDecimals(request.moved_amount, amount)
      await writeChange(db, request, {
        change: { moved_amount },
        told: {
          action: 'purchase_request.surplus_moved',
          data: { credit: { id: credit.id, amount, currency } },
          details: {
            credit_id: credit.id,
            amount,
            currency,
            from: { moved_amount: moneyText(request.moved_amount, currency) },
            to: { moved_amount: moneyText(moved_amount, currency) },
            version: request.version + 1,
          },
        },
        by: actor,
        at,
      })
      tellOfCredit(db, 'credit.recorded', credit, actor, { amount, moved_from: request.id }, at)
      return toCreditResponse(credit)
    })
}

/** The payment that the next part of the surplus is of, and what of it was not moved yet. The last are moved first. */
async function lastOf(
  db: Db,
  payments: readonly PaymentRow[],
): Promise<{ payment: PaymentRow; left: bigint }> {
  for (const payment of payments.toReversed()) {
    const { currency } = payment
    const left = (await lockCreditsOfPayment(db, payment.id)).reduce(
      (sum, { amount }) => sum - toUnits(amount, currency),
      toUnits(payment.amount, currency),
    )
    if (left > 0n) return { payment, left }
  }
  // Nothing is left above the total.
  return { payment: payments.at(-1) as PaymentRow, left: 0n }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
