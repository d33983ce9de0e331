import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'

interface Received {
  amount: string
  currency: string
  receivedAt: Date
  reference: string
  payerInn: string | null
  payerAccount: string | null
  bankAccount: string | null
  statementLineId: string | null
}

/** How money of a line reaches a request. Implemented by the purchase requests. */
export interface IncomingPayments {
  /** In the caller's transaction. Adds a payment; where the request takes no money (status) a credit of its organization. */
  record(
    db: Db,
    given: Received & { requestId: string; acceptOverpayment: boolean },
    actor: Actor,
  ): Promise<{ kind: 'payment' | 'credit'; id: string }>
  /** Money of an organization that belongs to no request yet. */
  recordCredit(db: Db, given: Received & { organizationId: string }, actor: Actor): Promise<{ id: string }>
  /** A payment that was entered by hand, was not linked yet and is the same: request, reference, amount, day. */
  findUnlinked(
    db: Db,
    given: { requestId: string; reference: string; amount: string; day: string },
  ): Promise<{ id: string } | undefined>
  /** Links it, and moves its money from `unreconciled` to the bank account. */
  link(
    db: Db,
    paymentId: string,
    given: {
      statementLineId: string
      bankAccount: string
      payerInn: string | null
      payerAccount: string | null
    },
    actor: Actor,
  ): Promise<void>
}
