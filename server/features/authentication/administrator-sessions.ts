import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { AdministratorSessions } from '../administrators/administrator-acts.ts'
import { removePasskeys } from './passkeys/passkey-service.ts'
import type { SessionCheck } from './sessions/session-check.ts'
import { revokeSessionsOf } from './sessions/session-service.ts'

/** What the administrators feature needs of sessions and passkeys. A command, which caches no sessions, has no `check`. */
export function administratorSessions(
  { provenTables }: { provenTables: ProvenTables },
  check?: Pick<SessionCheck, 'forgetAdministrator'>,
): AdministratorSessions {
  const forget = (id: string) => check?.forgetAdministrator(id)
  return {
    revokeAll: revokeSessionsOf,
    removePasskeys: (db, id) => removePasskeys(db, provenTables, id),
    forget,
  }
}
