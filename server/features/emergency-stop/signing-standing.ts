import type { Db } from '../../platform/db/database.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { findSigning, running, type SigningState, signingTable } from './signing-store.ts'

/** Whether signing is stopped; `unproven` if it seems to be on, but nobody has started it. */
export interface SigningStanding {
  state: SigningState
  standing: 'stopped' | 'running' | 'unproven' | 'unknown'
  revision: number
}

export type SigningStandings = ReturnType<typeof createSigningStandings>

/**
 * Looks whether signing is on. That must be proven, and not be older than a stop that this node has seen: whoever removes a
 * stop from the database does not start signing again, also while it is not recorded yet.
 */
export function createSigningStandings(provenTables: Pick<ProvenTables, 'check' | 'refusal'>) {
  /** The revision of what was recorded when this node last saw a stop. Who starts signing makes a higher one. */
  let stoppedAt = -1

  function seen(revision: number): void {
    stoppedAt = Math.max(stoppedAt, revision)
  }

  async function look(db: Db): Promise<SigningStanding> {
    const { recorded, waiting } = await findSigning(db)
    const stop = recorded?.stopped_at ? recorded : waiting
    const revision = recorded?.proof_revision ?? 0
    if (stop) {
      seen(revision)
      return { state: stop, standing: 'stopped', revision }
    }
    if (!recorded) {
      provenTables.refusal(signingTable, 'true', 'missing')
      return { state: running, standing: 'unproven', revision: Math.max(0, stoppedAt) }
    }
    const found = await provenTables.check(db, signingTable, recorded)
    const standing = found === 'proven' ? 'running' : found
    if (standing !== 'running' || revision > stoppedAt) return { state: running, standing, revision }
    provenTables.refusal(signingTable, 'true', 'older')
    return { state: running, standing: 'unproven', revision: stoppedAt }
  }

  return { look, seen }
}
