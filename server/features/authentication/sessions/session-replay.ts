import type { ReplayPart } from '../../../platform/audit-proofs/replay.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Proofs } from '../../../platform/proofs/proofs.ts'
import { createSessionProofs } from './session-proofs.ts'
import type { Session } from './session-store.ts'

const batch = 1_000

/** Compares the sessions that have not ended with their proofs. One without a proof opens nothing. */
export function createSessionReplay(proofs: Proofs | undefined): ReplayPart {
  return {
    name: 'Sessions',
    actions: {},
    visit: () => undefined,

    async compare(db) {
      const check = proofs && createSessionProofs(proofs)
      const problems: string[] = []
      let [count, unproven] = [0, 0]
      for await (const session of livingSessions(db)) {
        count += 1
        if (session.proof === null) unproven += 1
        else if ((await check?.checkSession(db, session)) === 'unproven')
          problems.push(`Session ${session.id} was changed, or is not of the service.`)
      }
      const unchecked = unproven > 0 ? `without a proof, so that they open nothing: ${unproven}` : undefined
      return { count, problems, ...(unchecked && { unchecked }) }
    },
  }
}

async function* livingSessions(db: Db): AsyncGenerator<Session> {
  for (let after: string | undefined; ; ) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('revoked_at', 'is', null)
      .$if(after !== undefined, (query) => query.where('id', '>', after as string))
      .orderBy('id')
      .limit(batch)
      .execute()
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)?.id
  }
}
