import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { provenBatch, provenRows } from '../../../platform/proofs/proven-rows.ts'
import { createSessionProofs } from './session-proofs.ts'
import type { Session } from './session-store.ts'

/** Compares the sessions that have not ended with their proofs, and with the ends that the audit log names. */
export function createSessionReplay(proofs: Proofs | undefined): ReplayPart {
  const check = proofs && createSessionProofs(proofs)
  const ended = new Set<string>()
  const rows = provenRows<Session>({
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
      if (ended.has(session.id)) return [`Session ${session.id} has ended, and was brought back.`]
      const isWrong = session.proof !== null && (await check?.checkSession(db, session)) === 'unproven'
      return isWrong ? [`Session ${session.id} was changed, or is not of the service.`] : []
    },
  })
  return {
    ...rows,
    concerns: (event) => event.includes('"kind":"session"'),
    visit({ revisions = [] }) {
      for (const { kind, id, gone } of revisions) if (kind === 'session' && gone) ended.add(id)
      return undefined
    },
  }
}
