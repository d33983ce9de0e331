import type { Act } from '../../contract/api/acts.ts'
import { type Permission, rolesOf, scopesOf } from '../../contract/api/roles.ts'
import { Failure } from './errors.ts'

/** Who performs an action. Services check its permissions, and the audit log records it. */
export interface Actor {
  kind: 'administrator' | 'api_key' | 'service' | 'anonymous' | 'cli'
  /** Id of the administrator or API key. */
  id: string | null
  /** E-mail address, name of the API key, `service`, or the command. */
  name: string
  permissions: ReadonlySet<Permission>
  sessionId: string | null
  /** Last sign-in or re-authentication of the session. */
  authenticatedAt: Date | null
  /** Last sign-in or re-authentication of the session with a passkey. */
  passkeyAt: Date | null
  /** The role needs a second factor and the person has none: only operations for enrolling one are allowed. */
  mayOnlyEnrol: boolean
  /** The vault is sealed, so that nobody knows whether the service opened the session: it may read, and stop signing. */
  mayOnlyRead: boolean
  address: string | null
  requestId: string | null
  /** What they have sent for the policy, with a request that is a sensitive act. */
  sent?: SentForPolicy | undefined
}

export interface SentForPolicy {
  /** `Kontor-Reason`. */
  readonly reason: string | null
  /** `Kontor-Approval`, which is one of the act that the request is, and none of an act beside it. */
  readonly approval: { readonly id: string; readonly act: Act } | null
}

const noPermissions: ReadonlySet<Permission> = new Set()

/** The actor of automatic changes, such as the expiry of quotes. */
export const service: Actor = {
  kind: 'service',
  id: null,
  name: 'service',
  permissions: noPermissions,
  sessionId: null,
  authenticatedAt: null,
  passkeyAt: null,
  mayOnlyEnrol: false,
  mayOnlyRead: false,
  address: null,
  requestId: null,
}

export function anonymous(address: string | null, requestId: string | null): Actor {
  return {
    kind: 'anonymous',
    id: null,
    name: 'anonymous',
    permissions: noPermissions,
    sessionId: null,
    authenticatedAt: null,
    passkeyAt: null,
    mayOnlyEnrol: false,
    mayOnlyRead: false,
    address,
    requestId,
  }
}

/** Somebody with a shell on the machine, who is trusted like an owner and recorded in the audit log. */
export function cli(command: string): Actor {
  return { ...service, kind: 'cli', name: `kontor ${command}` }
}

/** The ids of a signed-in administrator. Throws for API keys and anonymous callers. */
export function signedIn(actor: Actor): { id: string; sessionId: string } {
  if (actor.kind !== 'administrator' || actor.id === null || actor.sessionId === null)
    throw administratorsOnly()
  return { id: actor.id, sessionId: actor.sessionId }
}

/** Of an API key it is said which scope it lacks, or who can do it if there is none. */
export function permissionMissing({ kind }: Pick<Actor, 'kind'>, permission: Permission): Failure {
  if (kind !== 'api_key')
    return new Failure('forbidden', 'forbidden', 'Your role does not allow this.', { permission })
  const scopes = scopesOf(permission)
  const roles = rolesOf(permission)
  const detail =
    scopes.length > 0
      ? `This API key lacks the scope ${scopes.join(' or ')}. An owner can create a key that has it.`
      : `No scope of API keys allows this. Somebody who is signed in does it: ${roles.join(' or ')}.`
  return new Failure('forbidden', 'forbidden', detail, { permission, scopes, roles })
}

/** For what a scope of the key would allow, but is left to people. */
export function peopleOnly(permission: Permission): Failure {
  const roles = rolesOf(permission)
  return new Failure(
    'forbidden',
    'administrators_only',
    `This is for people: somebody who is signed in does it, as ${roles.join(' or ')}.`,
    { roles },
  )
}

export function administratorsOnly(): Failure {
  return new Failure('forbidden', 'administrators_only', 'This is for administrators who are signed in.')
}
