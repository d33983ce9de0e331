import { toUnits } from '../../../../contract/money/commodities.ts'
import { accounts } from '../../books/accounts.ts'
import type { Books } from '../../books/books.ts'
import type { Entry, Posting } from '../../books/posting.ts'
import { postingText } from '../../books/posting-texts.ts'
import { type DeliveryVat, type Vat, vatOfDelivery } from '../../books/vat.ts'
import { deliveredValue, type Terms } from './deal-state.ts'
import type { CreditRow, DeliveryRow, PaymentRow, RefundRow } from './deal-tables.ts'

/** The request that a fact belongs to, as far as the books name it. */
export interface BookedRequest extends Terms {
  id: string
  number: string
  organization_id: string
}

type Money = { amount: string; currency: string }

/** Money came: the bank has more, and so has the client. */
export function paymentPosting(
  request: BookedRequest,
  payment: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'received_at' | 'reference' | 'bank_account'>,
): Posting {
  return {
    kind: 'payment',
    organizationId: request.organization_id,
    requestId: request.id,
    fact: { type: 'payment', id: payment.id },
    description: postingText('payment', { number: payment.reference, request: request.number }),
    at: payment.received_at,
    entries: received(request.organization_id, payment.bank_account, payment),
  }
}

export function creditPosting(credit: CreditRow): Posting {
  return {
    kind: 'credit',
    organizationId: credit.organization_id,
    requestId: credit.request_id,
    fact: { type: 'credit', id: credit.id },
    description: postingText('advance', { number: credit.reference }),
    at: credit.received_at,
    entries: received(credit.organization_id, credit.bank_account, credit),
  }
}

/** Money of a credit became a payment: nobody has more or less, but the books say where it belongs. */
export function allocationPosting(
  request: BookedRequest,
  payment: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'reference' | 'at'>,
): Posting {
  return {
    kind: 'allocation',
    organizationId: request.organization_id,
    requestId: request.id,
    fact: { type: 'payment', id: payment.id },
    description: postingText('allocation', { number: payment.reference, request: request.number }),
    at: payment.at,
    entries: withinClient(request.organization_id, payment),
  }
}

/** Money above the total became a credit: nobody has more or less. */
export function surplusPosting(request: BookedRequest, credit: CreditRow): Posting {
  return {
    kind: 'surplus',
    organizationId: request.organization_id,
    requestId: request.id,
    fact: { type: 'credit', id: credit.id },
    description: postingText('surplus', { request: request.number }),
    at: credit.at,
    entries: withinClient(request.organization_id, credit),
  }
}

/** A payment that was entered by hand is on a statement: now it is known which account it came to. */
export function reconciliationPosting(
  request: BookedRequest,
  payment: Pick<PaymentRow, 'id' | 'amount' | 'currency' | 'received_at' | 'reference' | 'bank_account'>,
  bankAccount: string,
): Posting {
  return {
    kind: 'reconciliation',
    organizationId: request.organization_id,
    requestId: request.id,
    fact: { type: 'payment', id: payment.id },
    description: postingText('payment_found', { number: payment.reference, request: request.number }),
    at: payment.received_at,
    entries: reconciled(payment, bankAccount),
  }
}

/** The same of a credit. Its payments are its money, and are not moved once more. */
export function creditReconciliationPosting(credit: CreditRow, bankAccount: string): Posting {
  return {
    kind: 'reconciliation',
    organizationId: credit.organization_id,
    requestId: credit.request_id,
    fact: { type: 'credit', id: credit.id },
    description: postingText('advance_found', { number: credit.reference }),
    at: credit.received_at,
    entries: reconciled(credit, bankAccount),
  }
}

type RefundedTo = { request: string } | { payment: string }

function refundText(of: RefundedTo, { reference }: Pick<RefundRow, 'reference'>): string {
  if ('payment' in of)
    return postingText('refund_of_advance', { number: reference ?? '', payment: of.payment })
  if (reference === null) return postingText('refund_without_number', { request: of.request })
  return postingText('refund', { number: reference, request: of.request })
}

/** Money went back. Which own account it left is not known. */
export function refundPosting(
  of: { organizationId: string; requestId: string | null } & RefundedTo,
  refund: Pick<RefundRow, 'id' | 'amount' | 'currency' | 'reference' | 'paid_at' | 'at'>,
): Posting {
  const { currency } = refund
  const units = toUnits(refund.amount, currency)
  return {
    kind: 'refund',
    organizationId: of.organizationId,
    requestId: of.requestId,
    fact: { type: 'refund', id: refund.id },
    description: refundText(of, refund),
    at: refund.paid_at ?? refund.at,
    entries: [
      { account: accounts.client(of.organizationId, currency), commodity: currency, amount: units },
      { account: accounts.bank(null), commodity: currency, amount: -units },
    ],
  }
}

/** Coins went out: the client pays for this part of them with the money that the desk holds. */
export function deliveryPosting(
  request: BookedRequest,
  delivery: Pick<DeliveryRow, 'id' | 'amount' | 'asset' | 'network' | 'tx_hash' | 'delivered_at' | 'at'>,
  sums: { before: string; after: string },
  coinsAccount: string,
  vat?: Vat,
): Posting {
  const fee = (delivered: string) => deliveredValue(request, delivered).fee
  const fees = { before: fee(sums.before), after: fee(sums.after) }
  return {
    kind: 'delivery',
    organizationId: request.organization_id,
    requestId: request.id,
    fact: { type: 'delivery', id: delivery.id },
    description: postingText('delivery', { number: delivery.tx_hash, request: request.number }),
    at: delivery.delivered_at ?? delivery.at,
    entries: deliveryEntries(
      request,
      delivery,
      sums,
      coinsAccount,
      vatOfDelivery(vat, request.fiat_currency, fees),
    ),
  }
}

/** What it is worth that so many coins more were delivered in all, from an account of coins. */
export function deliveryEntries(
  request: BookedRequest,
  delivery: Pick<DeliveryRow, 'amount' | 'asset'>,
  sums: { before: string; after: string },
  coinsAccount: string,
  vat: readonly DeliveryVat[],
): Entry[] {
  const currency = request.fiat_currency
  const [before, after] = [deliveredValue(request, sums.before), deliveredValue(request, sums.after)]
  const [fiat, fee] = [after.fiat - before.fiat, after.fee - before.fee]
  const coins = toUnits(delivery.amount, delivery.asset)
  const owed = vat.reduce((sum, { units }) => sum + units, 0n)
  return [
    { account: accounts.client(request.organization_id, currency), commodity: currency, amount: fiat + fee },
    { account: accounts.trading(currency), commodity: currency, amount: -fiat },
    { account: accounts.fee(currency), commodity: currency, amount: owed - fee },
    ...vat.map(({ account, units }) => ({ account, commodity: currency, amount: -units })),
    { account: accounts.trading(delivery.asset), commodity: delivery.asset, amount: coins },
    { account: coinsAccount, commodity: delivery.asset, amount: -coins },
  ]
}

function withinClient(organizationId: string, { amount, currency }: Money): Entry[] {
  const units = toUnits(amount, currency)
  const account = accounts.client(organizationId, currency)
  return [
    { account, commodity: currency, amount: units },
    { account, commodity: currency, amount: -units },
  ]
}

/** From where it was entered, if that is not the account of the line already. */
function reconciled({ amount, currency, bank_account }: Money & { bank_account: string | null }, to: string) {
  if (bank_account === to) return []
  const units = toUnits(amount, currency)
  return [
    { account: accounts.bank(to), commodity: currency, amount: units },
    { account: accounts.bank(bank_account), commodity: currency, amount: -units },
  ]
}

function received(organizationId: string, bankAccount: string | null, { amount, currency }: Money) {
  const units = toUnits(amount, currency)
  return [
    { account: accounts.bank(bankAccount), commodity: currency, amount: units },
    { account: accounts.client(organizationId, currency), commodity: currency, amount: -units },
  ]
}

/**
 * Posts nothing where nothing moves: the money is on the account of its line already, or a bank has named less than the
 * smallest unit of the currency.
 */
export async function postUnlessNothing(
  books: Pick<Books, 'post'>,
  db: Parameters<Books['post']>[0],
  posting: Posting,
): Promise<void> {
  if (posting.entries.some(({ amount }) => amount !== 0n)) await books.post(db, posting)
}
