import { addDecimals, compareDecimals, decimalDifference, isZero } from '../../../contract/money/decimal.ts'
import type { PaymentResponse } from '../../../contract/purchase-requests/deals.ts'
import {
  acceptsMoney,
  openToTerms,
  takesDeliveries,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'

type Deal = Pick<
  PurchaseRequestResponse,
  'status' | 'asset' | 'fiat_currency' | 'total_amount' | 'payment' | 'totals'
>

/** `kontor.deal.standing.<text>` says it. */
export interface Part {
  text: StandingText
  amount?: { amount: string; unit: string }
}

export type StandingText =
  | 'quoted'
  | 'waiting'
  | 'underpaid'
  | 'overpaid'
  | 'paid_in_full'
  | 'late'
  | 'refunded'
  | 'to_deliver'
  | 'delivered'

export interface Standing {
  /** Read one after the other as one sentence; empty if there is nothing to say. */
  parts: Part[]
  isUnusual: boolean
}

/** What has been paid, refunded and delivered, and what is missing. */
export function standingOf(deal: Deal): Standing {
  const parts = [...moneyParts(deal), ...deliveryParts(deal)]
  return { parts, isUnusual: parts.some(({ text }) => unusual.has(text)) }
}

const unusual = new Set<StandingText>(['underpaid', 'overpaid', 'late'])

function moneyParts(deal: Deal): Part[] {
  const { totals, fiat_currency, payment, status } = deal
  const money = (text: StandingText, amount: string): Part => ({
    text,
    amount: { amount, unit: fiat_currency },
  })
  const refunded = isZero(totals.refunded_amount) ? [] : [money('refunded', totals.refunded_amount)]
  if (isZero(totals.received_amount)) {
    if (acceptsMoney(deal)) return [money('waiting', totals.outstanding_amount)]
    return openToTerms.includes(status) ? [money('quoted', deal.total_amount)] : refunded
  }
  // Nobody waits for the rest of a request that was paid back.
  if (status === 'refunded') return refunded
  const excess = excessOf(deal)
  const main = isZero(excess)
    ? isZero(totals.outstanding_amount)
      ? ({ text: 'paid_in_full' } as const)
      : money('underpaid', totals.outstanding_amount)
    : money('overpaid', excess)
  return [main, ...(payment?.exception === 'late' ? [{ text: 'late' } as const] : []), ...refunded]
}

function deliveryParts({ status, asset, totals }: Deal): Part[] {
  const coins = (text: StandingText, amount: string): Part => ({ text, amount: { amount, unit: asset } })
  const delivered = isZero(totals.delivered_amount) ? [] : [coins('delivered', totals.delivered_amount)]
  const isOpen = takesDeliveries.includes(status) && !isZero(totals.undelivered_amount)
  return [...delivered, ...(isOpen ? [coins('to_deliver', totals.undelivered_amount)] : [])]
}

/** What was received above the total, and neither paid back nor moved to a credit. */
export function excessOf({ totals, total_amount }: Pick<Deal, 'totals' | 'total_amount'>): string {
  const due = [totals.refunded_amount, totals.moved_amount].reduce(addDecimals, total_amount)
  return compareDecimals(totals.received_amount, due) > 0
    ? decimalDifference(totals.received_amount, due)
    : '0'
}

/** Whether the payer is somebody else and nobody has accepted that yet. */
export function isOpenForeignPayer(payment: PaymentResponse): boolean {
  return payment.is_foreign_payer && payment.payer_accepted === null && payment.reversed === null
}
