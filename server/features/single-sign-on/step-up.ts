import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvidedAccounts } from '../administrators/provided-accounts.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import { otherPerson, responseInvalid, sessionEnded } from './failures.ts'
import { identityOf } from './person.ts'
import { type Claims, toleranceSeconds } from './provider/provider.ts'
import { type Client, provenAt, type RecordFailure } from './sign-in.ts'

/** A flow that was started in a session. */
export type SessionFlow = { session_id: string; created_at: Date }

/** Records in the session that its administrator proved again who they are, if the provider asked them just now. */
export function createStepUp({
  db: pool,
  now,
  accounts,
  sessions,
  recordFailure,
}: {
  db: Db
  now: () => Date
  accounts: Pick<ProvidedAccounts, 'lock'>
  sessions: SessionService
  recordFailure: RecordFailure
}) {
  return async function stepUp(
    claims: Claims,
    { session_id: id, created_at }: SessionFlow,
    { actor }: Client,
  ): Promise<void> {
    const refused = await pool.transaction().execute(async (db) => {
      const account = await accounts.lock(db, identityOf(claims))
      const session = await sessions.findActive(db, id)
      if (!session) return { failure: sessionEnded() }
      const { administratorId: who } = session
      if (account?.id !== who) return { failure: otherPerson(), who }
      const at = provenAt(claims, now())
      if (at.getTime() < created_at.getTime() - toleranceSeconds * 1000)
        return { failure: responseInvalid('The identity provider did not ask who you are.'), who }
      // A proof never makes an earlier, newer one older.
      if (at > session.authenticatedAt) await sessions.reauthenticated(db, id, { at })
      const proven: Actor = { ...actor, kind: 'administrator', id: who, name: session.email, sessionId: id }
      await appendAudit(db, {
        actor: proven,
        action: 'auth.reauthenticated',
        object: { type: 'session', id },
        details: { method: 'oidc' },
        at: now(),
      })
      return undefined
    })
    sessions.forget(id)
    if (!refused) return
    recordFailure('auth.reauthenticated', refused.failure, actor, refused.who)
    throw refused.failure
  }
}
