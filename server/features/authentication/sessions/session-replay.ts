import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../../platform/proofs/proven-rows.ts'
import { createSessionProofs } from './session-proofs.ts'
import type { Session } from './session-store.ts'

/** Compares the sessions that have not ended with their proofs. */
export function createSessionReplay(proofs: Proofs | undefined): ReplayPart {
  const check = proofs && createSessionProofs(proofs)
  return provenRows<Session>({
    name: 'Sessions',
    unproven: 'without a proof, so that they open nothing',
    page: (db, after) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('revoked_at', 'is', null)
        .$if(after !== undefined, (query) => query.where('id', '>', after as string))
        .orderBy('id')
        .limit(provenBatch)
        .execute(),
    async problemsOf(db, session) {
      const isWrong = session.proof !== null && (await check?.checkSession(db, session)) === 'unproven'
      return isWrong ? [`Session ${session.id} was changed, or is not of the service.`] : []
    },
  })
}
