import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Books } from '../books/books.ts'
import { createSentDeliveries } from './deliveries/sent-deliveries.ts'
import { createPurchaseRequestRecords } from './purchase-request-records.ts'
import type { GateSources } from './request/move-gate.ts'
import { createRequestDecisions } from './request/request-decisions.ts'

export type RequestParts = ReturnType<typeof createRequestParts>

/** What other features need of requests. Requests need the transfers, and these need this, so it is created before both. */
export function createRequestParts(
  platform: { db: Db; provenTables: ProvenTables },
  options: GateSources & { authorization: Authorization; books: Books },
) {
  const decisions = createRequestDecisions(platform)
  return {
    decisions,
    records: createPurchaseRequestRecords(decisions),
    /** For transfers. */
    sentDeliveries: createSentDeliveries({ ...options, gate: options, decisions }),
  }
}
