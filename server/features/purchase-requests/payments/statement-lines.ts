import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Trace } from '../request/write-change.ts'

/** The lines of bank statements that payments came from. Implemented by the statements. */
export interface StatementLines {
  /** A payment of the line was reversed: its part of the line is open again. The caller holds the request. */
  released(db: Db, given: { lineId: string; factId: string }, actor: Actor): Promise<Trace[]>
}
