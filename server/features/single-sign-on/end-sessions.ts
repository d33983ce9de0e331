import { type Actor, service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'

/** Ends sessions because the provider says so, in the caller's transaction. */
export async function endSessions(
  db: Db,
  sessions: Pick<SessionService, 'end'>,
  ids: readonly string[],
  {
    because,
    details,
    caller: { address, requestId },
    at,
  }: {
    because: 'logout' | 'revoked'
    details: Record<string, unknown>
    caller: Pick<Actor, 'address' | 'requestId'>
    at: Date
  },
): Promise<string[]> {
  const ended = await sessions.end(db, ids, because)
  const by = { ...service, address, requestId }
  for (const id of ended)
    recordChange(db, by, { action: 'session.revoked', object: { type: 'session', id }, details, at })
  return ended
}
