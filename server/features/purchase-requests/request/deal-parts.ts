import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Books } from '../../books/books.ts'
import type { DeliveredEffects } from './delivered-effects.ts'
import type { HeldRequests } from './held-requests.ts'
import type { GateSources } from './move-gate.ts'

/** What the services of this feature are made of. */
export interface DealParts {
  db: Db
  now: () => Date
  books: Books
  held: HeldRequests
  gate: GateSources
  authorization: Authorization
  effects: DeliveredEffects
}
