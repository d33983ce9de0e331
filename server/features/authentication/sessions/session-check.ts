import type { Actor } from '../../../platform/actor.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Notifications } from '../../../platform/db/notifications.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import type { Register } from '../../../platform/register/register.ts'
import type { SessionProofs } from './session-proofs.ts'
import { type ActiveSession, findActiveSession, type SessionRules } from './session-store.ts'

/** The administrator of a session as an actor. */
export function administrator(
  session: ActiveSession,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
): Actor {
  return {
    kind: 'administrator',
    id: session.administratorId,
    name: session.email,
    permissions: session.permissions,
    sessionId: session.id,
    authenticatedAt: session.authenticatedAt,
    passkeyAt: session.passkeyAt,
    mayOnlyEnrol: session.mayOnlyEnrol,
    mayOnlyRead: !session.isProven,
    address,
    requestId,
  }
}

export type SessionCheck = ReturnType<typeof createSessionCheck>

/**
 * Finds the administrator of an active session. Active sessions are cached until the database notifies of a change
 * (triggers in 0006_administrators.sql, 0007_authentication.sql and 0018_passkeys.sql). While notifications cannot arrive, the cache is
 * not used.
 */
export function createSessionCheck({
  db,
  now,
  notifications,
  proofs,
  provenTables,
  register,
  rules,
  size = 20_000,
}: {
  db: Db
  now: () => Date
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  proofs: SessionProofs
  provenTables: RowChecks
  register: Pick<Register, 'whenLearnt'>
  rules: SessionRules
  size?: number
}) {
  const living = createBoundedCache<ActiveSession>(size)
  let changes = 0

  function forget(payload: string): void {
    changes += 1
    const [kind, id] = payload.split(':')
    if (kind === 'session' && id !== undefined) living.delete(id)
    else if (kind === 'administrator') living.deleteWhere((session) => session.administratorId === id)
  }
  function forgetAll(): void {
    changes += 1
    living.clear()
  }
  notifications.listen('kontor_sessions', forget, forgetAll)
  // An older row may have been brought back before this node knew of the newer one.
  register.whenLearnt(({ kind, id }) => {
    if (kind === 'session' || kind === 'administrator') forget(`${kind}:${id}`)
  })

  return {
    /** From the cache only; undefined means call `find`, not that the session has ended. */
    getCached(sessionId: string): ActiveSession | undefined {
      if (!notifications.isLive()) return undefined
      const session = living.get(sessionId)
      if (!session || session.until <= now().getTime()) return undefined
      // A session that was opened while the vault was sealed ends when it opens.
      return session.isProven || !proofs.isKnown() ? session : undefined
    },

    /** From the database; undefined when the session has ended or never existed. */
    async find(sessionId: string): Promise<ActiveSession | undefined> {
      const before = changes
      const session = await findActiveSession(db, { proofs, provenTables }, sessionId, now(), rules)
      // A change notified while the row was being read may concern this row: then it is not cached.
      if (session && before === changes && notifications.isLive()) living.set(sessionId, session)
      return session
    },

    /** For the node that made the change, which does not wait for its own notification. */
    forgetSession: (id: string): void => forget(`session:${id}`),
    forgetAdministrator: (id: string): void => forget(`administrator:${id}`),
  }
}
