import type { PaymentRules } from '../../../contract/control/policy-rules.ts'
import { decimalDifference } from '../../../contract/money/decimal.ts'
import { usualTxHash } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { sumsOf, totalsOf, undeliveredAmount } from './facts/deal-state.ts'
import { isSamePart, listDeliveriesInOrder } from './facts/delivery-store.ts'
import { payerBlockers } from './facts/payer.ts'
import { listCountedPayments } from './facts/payment-store.ts'
import { findRequest, lockRequest } from './request/find-request.ts'
import type { PurchaseRequest } from './request/purchase-request-store.ts'
import type { RequestDecisions } from './request/request-decisions.ts'

export type { PurchaseRequest } from './request/purchase-request-store.ts'

/** A transaction that delivered a part of the asset. */
export interface DeliveredPart {
  tx_hash: string
  amount: string
  at: Date
}

/** Somebody who paid for the organization. */
export interface ThirdParty {
  name: string | null
  inn: string | null
  account: string | null
}

/** What other features read of requests, in the transaction of the caller. */
export interface PurchaseRequestRecords {
  require(db: Db, id: string): Promise<PurchaseRequest>
  lock(db: Db, id: string): Promise<PurchaseRequest>
  /** The request with the terms that were approved; 503 unless they are proven, and the request says the same. */
  approved(db: Db, request: PurchaseRequest): Promise<PurchaseRequest>
  /** The transactions that delivered the asset of a locked request, the first one first. */
  deliveries(db: Db, request: PurchaseRequest): Promise<DeliveredPart[]>
  /**
   * Which transactions of a locked request are accounted for: their coins were delivered, or came back. `output`: if the
   * transaction makes several transfers.
   */
  accountedTransactions(
    db: Db,
    request: PurchaseRequest,
  ): Promise<(txHash: string, output: number | null) => boolean>
  /** What is still due of the total, and what is not. */
  money(request: PurchaseRequest): { due: string; paid: string }
  /** What was not delivered of it yet: a decimal number. */
  undelivered(request: PurchaseRequest): string
  /** Payers other than the organization whose payments somebody has accepted. */
  thirdParties(db: Db, request: PurchaseRequest): Promise<ThirdParty[]>
  /** What its payments block under these rules, each once. */
  payerBlockers(db: Db, request: PurchaseRequest, rules: PaymentRules): Promise<PayerBlocker[]>
}

/** What keeps coins from being sent for a locked request, because of who has paid or how. */
export type PayerBlocker = 'foreign_payer' | 'payer_unknown' | 'not_on_statement'

export function createPurchaseRequestRecords(
  decisions: Pick<RequestDecisions, 'demand'>,
): PurchaseRequestRecords {
  return {
    require: findRequest,
    lock: lockRequest,
    approved: decisions.demand,
    async deliveries(db, { id }) {
      const rows = await listDeliveriesInOrder(db, id)
      return rows
        .filter((row) => !row.reversed_at)
        .map(({ tx_hash, amount, delivered_at, at }) => ({ tx_hash, amount, at: delivered_at ?? at }))
    },
    async accountedTransactions(db, { id }) {
      const rows = await listDeliveriesInOrder(db, id)
      const accounted = rows.filter((row) => !row.reversed_at || row.returned_at)
      return (txHash, output) =>
        accounted.some((one) => usualTxHash(one.network, one.tx_hash) === txHash && isSamePart(one, output))
    },
    money(request) {
      const { outstanding_amount: due } = totalsOf(request)
      return { due, paid: decimalDifference(request.total_amount, due) }
    },
    undelivered: (request) => undeliveredAmount(request, sumsOf(request)),
    async thirdParties(db, { id }) {
      const payments = await listCountedPayments(db, id)
      const accepted = payments.filter((payment) => payment.is_foreign_payer && payment.payer_accepted_at)
      return accepted.map(({ payer_name: name, payer_inn: inn, payer_account: account }) => ({
        name,
        inn,
        account,
      }))
    },
    async payerBlockers(db, { id }, rules) {
      const found = payerBlockers(await listCountedPayments(db, id), rules)
      return [...new Set(found.map(({ code }) => code as PayerBlocker))]
    },
  }
}
