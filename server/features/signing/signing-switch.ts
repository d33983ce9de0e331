import type { Db } from '../../platform/db/database.ts'

/** The emergency stop, as features see it that sign. */
export interface SigningSwitch {
  /**
   * Throws `signing_stopped` (409) if somebody has stopped signing. Called in the transaction that signs: a stop waits
   * for it, and whoever signs afterwards sees the stop, on every node of the service.
   */
  demandRunning(db: Db): Promise<void>
}
