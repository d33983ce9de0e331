import { fromUnits } from '../../../../contract/commodities.ts'
import { isZero } from '../../../../contract/decimal.ts'
import { takesRefunds } from '../../../../contract/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Books } from '../../books/books.ts'
import { refundableUnits, undeliveredAmount } from '../facts/deal-state.ts'
import { insertDelivery, listOfTransaction, nextShare } from '../facts/delivery-store.ts'
import { insertPayment, listCountedPayments } from '../facts/payment-store.ts'
import { deliveryPosting, paymentPosting, postUnlessNothing, refundPosting } from '../facts/postings.ts'
import { insertRefund } from '../facts/refund-store.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import * as store from './purchase-request-store.ts'

/** Whether a node of release 1.0.0 has written the request last, which knows no facts, and money may have come or gone. */
export function lacksFacts(request: store.PurchaseRequest): boolean {
  return request.facts_version !== request.version && takesRefunds.includes(request.status)
}

/**
 * Writes the payment, delivery and refund that the columns of a request tell of, and posts them. They happened when the
 * status changed, and were recorded and announced then: nothing is recorded as done now. The caller holds the row.
 */
export async function writeMissingFacts(
  db: Db,
  books: Books,
  request: store.PurchaseRequest,
): Promise<store.PurchaseRequest> {
  const payments = await listCountedPayments(db, request.id)
  if (payments.length === 0) await writePayment(db, books, request)
  const sums = {
    received: request.received_amount ?? '0',
    refunded: request.refunded_amount,
    moved: request.moved_amount,
    delivered: request.delivered_amount,
  }
  const undelivered = undeliveredAmount(request, sums)
  if (request.status === 'completed' && !isZero(undelivered)) {
    await writeDelivery(db, books, request, undelivered)
    sums.delivered = request.crypto_amount
  }
  const left = refundableUnits(request, sums)
  if (request.status === 'refunded' && left > 0n) {
    await writeRefund(db, books, request, fromUnits(left, request.fiat_currency))
    sums.refunded = request.received_amount ?? '0'
  }
  const change = {
    refunded_amount: sums.refunded,
    delivered_amount: sums.delivered,
    facts_version: request.version,
  }
  await store.updateFacts(db, request.id, change)
  return { ...request, ...change }
}

async function writePayment(db: Db, books: Books, request: store.PurchaseRequest): Promise<void> {
  const { payment_reference, received_amount, received_at } = request
  if (payment_reference === null || received_amount === null || received_at === null) return
  if (isZero(received_amount)) return
  const { actor, at } = await store.findMove(db, request.id, 'paid')
  const payment = await insertPayment(db, {
    id: newId(),
    request_id: request.id,
    credit_id: null,
    amount: received_amount,
    currency: request.fiat_currency,
    received_at,
    reference: payment_reference,
    payer_inn: null,
    payer_name: null,
    payer_account: null,
    is_foreign_payer: false,
    bank_account: null,
    statement_line_id: null,
    ...actorColumns(actor),
    at,
  })
  await postUnlessNothing(books, db, paymentPosting(request, payment))
}

async function writeDelivery(
  db: Db,
  books: Books,
  request: store.PurchaseRequest,
  amount: string,
): Promise<void> {
  const { actor, at } = await store.findMove(db, request.id, 'completed')
  const txHash = request.tx_hash ?? ''
  // What release 1.0.0 has recorded stays, also if several requests name one transaction.
  const others = txHash === '' ? [] : await listOfTransaction(db, request.network, txHash)
  const delivery = await insertDelivery(db, {
    id: newId(),
    request_id: request.id,
    tx_hash: txHash,
    output: null,
    share: nextShare(others),
    amount,
    asset: request.asset,
    network: request.network,
    destination_address: request.destination_address,
    delivered_at: null,
    ...actorColumns(actor),
    at,
  })
  const sums = { before: request.delivered_amount, after: request.crypto_amount }
  await postUnlessNothing(books, db, deliveryPosting(request, delivery, sums))
}

async function writeRefund(
  db: Db,
  books: Books,
  request: store.PurchaseRequest,
  amount: string,
): Promise<void> {
  const { actor, at } = await store.findMove(db, request.id, 'refunded')
  const refund = await insertRefund(db, {
    id: newId(),
    request_id: request.id,
    credit_id: null,
    amount,
    currency: request.fiat_currency,
    reference: null,
    account: null,
    reason_code: request.reason_code,
    paid_at: null,
    ...actorColumns(actor),
    at,
  })
  const of = { organizationId: request.organization_id, requestId: request.id, name: request.number }
  await postUnlessNothing(books, db, refundPosting(of, refund))
}

export type MissingFacts = ReturnType<typeof createMissingFacts>

/** Writes the facts of requests that release 1.0.0 has left, and of those that its nodes write during an upgrade. */
export function createMissingFacts({ db, books }: { db: Db; books: Books }) {
  /** One request in one transaction, so that nobody waits for many. Returns false if there is none. */
  function sweep(): Promise<boolean> {
    return db.transaction().execute(async (db) => {
      const request = await store.lockWithoutFacts(db)
      if (request) await writeMissingFacts(db, books, request)
      return request !== undefined
    })
  }

  const job: Job = {
    name: 'deal-facts',
    intervalMs: 10_000,
    runAtStart: true,
    jitter: 0.2,
    async run(stopping) {
      while (!stopping.aborted && (await sweep()));
    },
  }

  return { sweep, job }
}
