import type { Permission } from '../../../../contract/roles.ts'
import type { Actor } from '../../../platform/actor.ts'
import { createBoundedCache } from '../../../platform/bounded-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findLivingSession } from './session-store.ts'

/** The part of server/platform/db/notifications.ts that is needed here. */
export type Listening = {
  listen(channel: string, onMessage: (payload: string) => void, onReset: () => void): unknown
  isLive(): boolean
}

export type LivingSession = {
  id: string
  administratorId: string
  email: string
  permissions: ReadonlySet<Permission>
  authenticatedAt: Date
  /** Milliseconds: the absolute end or the idle limit, whichever is first. A refresh moves it, so it is asked again then. */
  until: number
}

/** The one who acts in a session. */
export function administrator(
  session: LivingSession,
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
): Actor {
  return {
    kind: 'administrator',
    id: session.administratorId,
    name: session.email,
    permissions: session.permissions,
    sessionId: session.id,
    authenticatedAt: session.authenticatedAt,
    address,
    requestId,
  }
}

export type SessionCheck = ReturnType<typeof createSessionCheck>

/**
 * Whether a session is alive, and whose it is. Living sessions are kept in memory until the database says that
 * one changed (the triggers of 0002_administrators.sql); while it could not say so, memory is not asked.
 */
export function createSessionCheck({
  db,
  now,
  notifications,
  idleSeconds,
  size = 20_000,
}: {
  db: Db
  now: () => Date
  notifications: Listening
  idleSeconds: number
  size?: number
}) {
  const living = createBoundedCache<LivingSession>(size)
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

  return {
    /** From memory alone; undefined means ask `find`, not that the session has ended. */
    recall(sessionId: string): LivingSession | undefined {
      if (!notifications.isLive()) return undefined
      const session = living.get(sessionId)
      return session && session.until > now().getTime() ? session : undefined
    },

    /** From the database; undefined when the session has ended, or never was. */
    async find(sessionId: string): Promise<LivingSession | undefined> {
      const before = changes
      const session = await findLivingSession(db, sessionId, now(), idleSeconds)
      // Anything that changed while the row was on its way may have changed this row: then it is not kept.
      if (session && before === changes && notifications.isLive()) living.set(sessionId, session)
      return session
    },

    /** For the node that made a change itself: it need not wait for its own notification. */
    forgetSession: (id: string): void => forget(`session:${id}`),
    forgetAdministrator: (id: string): void => forget(`administrator:${id}`),
  }
}
