import { recordChange } from '../../platform/audit/change.ts'
import type { Failure } from '../../platform/errors.ts'
import { otherPerson, responseInvalid, sessionEnded } from './failures.ts'
import type { Refused } from './group-rule.ts'
import { identityOf } from './person.ts'
import { type Claims, toleranceSeconds } from './provider/provider.ts'
import { type Client, type ProviderSignIn, provenAt } from './sign-in.ts'

/** A flow that was started in a session. */
export type SessionFlow = { session_id: string; created_at: Date }

/** Records in the session that its administrator proved again who they are, if the provider asked them just now. */
export function createStepUp({
  db: pool,
  now,
  applyGroups,
  accounts,
  sessions,
  recordFailure,
}: ProviderSignIn) {
  return async function stepUp(
    claims: Claims,
    { session_id: id, created_at }: SessionFlow,
    { actor }: Client,
  ): Promise<void> {
    const refused = await pool.transaction().execute(async (db): Promise<Refused | undefined> => {
      const account = await accounts.lock(db, identityOf(claims))
      const session = await sessions.findActive(db, id)
      const refuse = (failure: Failure) => ({
        refused: failure,
        ended: [],
        administratorId: session?.administratorId,
      })
      if (!session) return refuse(sessionEnded())
      if (account?.id !== session.administratorId) return refuse(otherPerson())
      const at = provenAt(claims, now())
      if (at.getTime() < created_at.getTime() - toleranceSeconds * 1000)
        return refuse(responseInvalid('The identity provider did not ask who you are.'))
      const decided = await applyGroups(db, account, claims, actor)
      if ('refused' in decided) return decided
      // A proof never makes an earlier, newer one older.
      if (at > session.authenticatedAt) await sessions.reauthenticated(db, id, { at })
      const signedIn = { id: account.id, name: account.email, sessionId: id }
      recordChange(
        db,
        { ...actor, kind: 'administrator', ...signedIn },
        {
          action: 'auth.reauthenticated',
          object: { type: 'session', id },
          details: { method: 'oidc' },
          at: now(),
        },
      )
      return undefined
    })
    for (const one of [id, ...(refused?.ended ?? [])]) sessions.forget(one)
    if (!refused) return
    recordFailure('auth.reauthenticated', refused.refused, actor, refused.administratorId)
    throw refused.refused
  }
}
