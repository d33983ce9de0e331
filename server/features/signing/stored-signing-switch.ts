import { unavailable } from '../../platform/errors.ts'
import { signingStopped } from './signing-failures.ts'
import { findSigningState } from './signing-store.ts'
import type { SigningSwitch } from './signing-switch.ts'

/** An answer that is older may be of before a stop that somebody relies on. */
const oldestAnswerMs = 1_000
const attempts = 3

/** The switch as the database has it: the same for all nodes, and for the command line. */
export const storedSigningSwitch: SigningSwitch = {
  async demandRunning(db) {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const askedAt = performance.now()
      const { stopped_at } = await findSigningState(db)
      if (stopped_at !== null) throw signingStopped(stopped_at)
      // This process may have been frozen meanwhile.
      if (performance.now() - askedAt < oldestAnswerMs) return
    }
    throw unavailable('database_unavailable', 'The database does not say in time whether signing is stopped.')
  },
}
