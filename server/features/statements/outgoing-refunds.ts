import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Line } from './statement-store.ts'

/** How a line that went out proves a refund. */
export interface OutgoingRefunds {
  /** A refund of the request that was recorded with this amount and that no line proves yet; the oldest. */
  findUnlinked(
    db: Db,
    given: { requestId: string; amount: string; currency: string },
  ): Promise<{ id: string } | undefined>
  /** Moves its money from `unreconciled` to the bank account of the line. */
  reconcile(
    db: Db,
    refundId: string,
    given: { organizationId: string; requestId: string; line: Line; actor: Actor },
  ): Promise<void>
}
