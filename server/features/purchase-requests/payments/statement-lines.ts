import type { Actor } from '../../../platform/actor.ts'
import type { ChangeTrace } from '../../../platform/audit/change-trace.ts'
import type { Db } from '../../../platform/db/database.ts'

/** The lines of bank statements that payments and refunds are on. Implemented by the statements. */
export interface StatementLines {
  /** A payment of the line was reversed: its part of the line is open again. The caller holds the request. */
  released(db: Db, given: { lineId: string; factId: string }, actor: Actor): Promise<ChangeTrace[]>
  /** A refund was reversed: the line that it is on, if any, is open again. The caller holds the request. */
  releasedRefund(db: Db, refundId: string, actor: Actor): Promise<ChangeTrace[]>
}
