import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Days } from '../../../platform/days.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Books } from '../../books/books.ts'
import type { DeliveredEffects } from './delivered-effects.ts'
import type { Followers } from './followers.ts'
import type { GateSources } from './move-gate.ts'
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
  followers: Followers
}

/** The bank accounts of the desk's own companies. Implemented by the papers, which come later. */
export interface OwnAccounts {
  /** Those of the accounts that no company of the desk has. */
  strangersOf(db: Db, accounts: readonly string[]): Promise<string[]>
}
