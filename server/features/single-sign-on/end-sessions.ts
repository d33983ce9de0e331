import { type Actor, service } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'

/** Ends sessions because the provider says so, in the caller's transaction, and as the last part of it. */
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
  const entries = ended.map((id) => ({
    actor: { ...service, address, requestId },
    action: 'session.revoked' as const,
    object: { type: 'session', id },
    details,
    at,
  }))
  if (entries.length > 0) await appendAudit(db, ...entries)
  return ended
}
