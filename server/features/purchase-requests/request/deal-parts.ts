import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Followers } from '../../../platform/followers.ts'
import type { Books } from '../../books/books.ts'
import type { DeliveredEffects } from './delivered-effects.ts'
import type { RequestFollower } from './followers.ts'
import type { GateSources } from './move-gate.ts'
import type { PurchaseRequest } from './purchase-request-store.ts'
import type { RequestDecisions } from './request-decisions.ts'

/** What the services of this feature are made of. */
export interface DealParts {
  db: Db
  now: () => Date
  days: Days
  books: Books
  gate: GateSources
  decisions: RequestDecisions
  authorization: Authorization
  effects: DeliveredEffects
  ownAccounts: OwnAccounts
  followers: Followers<RequestFollower>
  outgoing: OutgoingDeliveries
}

/** The transfers that deliver requests from wallets of the desk. Implemented by the transfers, which come later. */
export interface OutgoingDeliveries {
  /** What signed transfers may still deliver of a locked request: a decimal number. */
  amountOnTheWay(db: Db, request: PurchaseRequest): Promise<string>
  /** The transfer with this transaction whose delivery the service records itself, once it is confirmed. */
  transferOf(
    db: Db,
    transaction: { network: PurchaseRequest['network']; txHash: string },
  ): Promise<string | undefined>
}

/** The bank accounts of the desk's own companies. Implemented by the papers, which come later. */
export interface OwnAccounts {
  /** Those of the accounts that no company of the desk has. */
  strangersOf(db: Db, accounts: readonly string[]): Promise<string[]>
}
