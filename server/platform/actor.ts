import type { Permission } from '../../contract/roles.ts'
import { Failure } from './errors.ts'

/** Who does it. Services take it to check what depends on the caller, and the audit log writes it down. */
export interface Actor {
  kind: 'administrator' | 'api_key' | 'service' | 'anonymous' | 'cli'
  /** The administrator's or the API key's id. */
  id: string | null
  /** E-mail, name of the key, `service`, or the command. */
  name: string
  permissions: ReadonlySet<Permission>
  sessionId: string | null
  /** When the session last proved who it is (login or re-authentication). */
  authenticatedAt: Date | null
  address: string | null
  requestId: string | null
}

/** What the service does by itself: expiring quotes, following up on dates. */
export const service: Actor = {
  kind: 'service',
  id: null,
  name: 'service',
  permissions: new Set(),
  sessionId: null,
  authenticatedAt: null,
  address: null,
  requestId: null,
}

export function anonymous(address: string | null, requestId: string | null): Actor {
  return { ...service, kind: 'anonymous', name: 'anonymous', address, requestId }
}

/** Somebody with a shell on the machine: trusted like the owner of the data directory, and recorded as such. */
export function cli(command: string): Actor {
  return { ...service, kind: 'cli', name: `kontor ${command}` }
}

/** The caller as an administrator with a session; keys and strangers have none. */
export function signedIn(actor: Actor): { id: string; sessionId: string } {
  if (actor.kind !== 'administrator' || actor.id === null || actor.sessionId === null)
    throw administratorsOnly()
  return { id: actor.id, sessionId: actor.sessionId }
}

export function administratorsOnly(): Failure {
  return new Failure('forbidden', 'administrators_only', 'This is for administrators who are signed in.')
}
