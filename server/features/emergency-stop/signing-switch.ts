import type { Db } from '../../platform/db/database.ts'

/** The emergency stop, as features see it that sign. */
export interface SigningSwitch {
  /**
   * Throws `signing_stopped` (409) if somebody has stopped signing, on any node, and `proof_invalid` (503) if somebody else
   * than a person with the policy seems to have started it. A stop waits for nobody, so this is called
   * again right before signed bytes leave, with nothing to wait for in between: a second after a stop, none leave.
   */
  demandRunning(db: Db): Promise<void>
}
