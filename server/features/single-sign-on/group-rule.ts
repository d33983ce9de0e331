import type { Role } from '../../../contract/api/roles.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Failure } from '../../platform/errors.ts'
import type { ProvidedAccount, ProvidedAccounts } from '../administrators/provided-accounts.ts'
import type { SessionService } from '../authentication/sessions/session-service.ts'
import { endSessions } from './end-sessions.ts'
import { accountDisabled, noRole } from './failures.ts'
import { identityOf, readPerson } from './person.ts'
import type { Claims } from './provider/provider.ts'
import { groupsOf, roleOfGroups } from './role-of-groups.ts'
import * as store from './single-sign-on-store.ts'

/** Returned and not thrown, because what was done about it must be committed. `ended` are sessions to forget. */
export type Refused = { refused: Failure; ended: string[]; administratorId: string | undefined }
export type GroupRule = ReturnType<typeof createGroupRule>

/**
 * What the groups of an ID token mean: each time the provider says who somebody is, it also decides about their role.
 * Whoever is in no group any more keeps no session either.
 */
export function createGroupRule({
  now,
  roles,
  accounts,
  sessions,
}: {
  now: () => Date
  roles: ReadonlyMap<string, Role>
  accounts: ProvidedAccounts
  sessions: Pick<SessionService, 'end'>
}) {
  return async function applyGroups(
    db: Db,
    known: Awaited<ReturnType<ProvidedAccounts['lock']>>,
    claims: Claims,
    caller: Pick<Actor, 'address' | 'requestId'>,
  ): Promise<ProvidedAccount | Refused> {
    const identity = identityOf(claims)
    const role = roleOfGroups(groupsOf(claims.groups), roles)
    if (role === undefined) {
      const ids = await store.listProviderSessions(db, { ...identity, sid: null })
      const details = { identity, reason: noRole().code }
      const ended = await endSessions(db, sessions, ids, { because: 'revoked', details, caller, at: now() })
      return { refused: noRole(), ended, administratorId: known?.id }
    }
    if (known?.disabled_at) return { refused: accountDisabled(), ended: [], administratorId: known.id }
    return known
      ? accounts.assignRole(db, known, role, identity, caller)
      : accounts.create(db, identity, { ...readPerson(claims), role }, caller)
  }
}
