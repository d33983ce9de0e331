import { unavailable } from '../../platform/errors.ts'
import { vaultSealed } from '../../platform/vault/vault-sealed.ts'
import { signingStopped, signingUnproven } from './signing-failures.ts'
import type { SigningStandings } from './signing-standing.ts'
import type { SigningSwitch } from './signing-switch.ts'

/** An answer that is older may be of before a stop that somebody relies on. */
const oldestAnswerMs = 1_000
const attempts = 3

/** The switch as the database has it: the same for all nodes, and for the command line. */
export function createStoredSigningSwitch(standings: Pick<SigningStandings, 'look'>): SigningSwitch {
  return {
    async demandRunning(db) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const askedAt = performance.now()
        const { state, standing } = await standings.look(db)
        if (state.stopped_at !== null) throw signingStopped(state.stopped_at)
        if (standing === 'unknown') throw vaultSealed()
        if (standing === 'unproven') throw signingUnproven()
        // This process may have been frozen meanwhile.
        if (performance.now() - askedAt < oldestAnswerMs) return
      }
      throw unavailable(
        'database_unavailable',
        'The database does not say in time whether signing is stopped.',
      )
    },
  }
}
