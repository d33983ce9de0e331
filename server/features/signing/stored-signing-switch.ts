import { signingStopped } from './signing-failures.ts'
import { findSigningState, holdSigning } from './signing-store.ts'
import type { SigningSwitch } from './signing-switch.ts'

/** The switch as the database has it: the same for all nodes, and for the command line. */
export const storedSigningSwitch: SigningSwitch = {
  async demandRunning(db) {
    await holdSigning(db)
    // A statement of its own: one that had begun before the lock was there would still see what was before the stop.
    const { stopped_at } = await findSigningState(db)
    if (stopped_at !== null) throw signingStopped(stopped_at)
  },
}
