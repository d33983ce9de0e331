import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../../contract/api/operation.ts'
import type { Permission } from '../../../../contract/api/roles.ts'
import type { Actor } from '../../actor.ts'
import { administratorsOnly, anonymous, peopleOnly, permissionMissing } from '../../actor.ts'
import { Failure } from '../../errors.ts'
import { vaultSealed } from '../../vault/vault-sealed.ts'

/** Where a request comes from, as the audit log records it. */
export type Caller = Pick<Actor, 'address' | 'requestId'>

/** Turns the Bearer token of a request into its actor. Implemented by the authentication feature. */
export interface Authenticator {
  /**
   * Throws UnknownCredential for a token that never was valid. `mayAsk` says whether such a token of this caller may
   * still cost a query.
   */
  authenticate(token: string, caller: Caller, mayAsk?: () => boolean): Actor | Promise<Actor>
}

/** Deny by default: a route is for signed-in callers unless its `access` says otherwise. */
export function authenticate(
  request: FastifyRequest,
  authenticator: Authenticator,
  mayAsk: (request: FastifyRequest) => boolean,
): Actor | Promise<Actor> {
  if (request.routeConfig.access === 'anyone') return anonymous(request.ip, request.id)
  const caller = { address: request.ip, requestId: request.id }
  return authenticator.authenticate(bearerToken(request), caller, () => mayAsk(request))
}

/** Why the actor may not do this: there is no session, a second factor must be enrolled, or a permission is missing. */
export function permissionFailure(request: FastifyRequest): Failure | undefined {
  const { access, byPeople, whileEnrolling, whileSealed } = request.routeConfig
  if (access === 'anyone') return undefined
  if (access === 'session' && request.actor.sessionId === null) return administratorsOnly()
  if (request.actor.mayOnlyEnrol && !whileEnrolling) return secondFactorRequired()
  if (request.actor.mayOnlyRead && request.method !== 'GET' && request.method !== 'HEAD' && !whileSealed)
    return vaultSealed()
  const permission = missingPermission(request)
  if (permission) return permissionMissing(request.actor, permission)
  return byPeople && request.actor.kind === 'api_key' ? peopleOnly(access as Permission) : undefined
}

function secondFactorRequired(): Failure {
  return new Failure(
    'forbidden',
    'second_factor_required',
    'Your role needs a second factor: add a passkey or one-time codes first.',
  )
}

/** The first permission that the request needs, for itself or for a key of its body, and that the actor lacks. */
function missingPermission(request: FastifyRequest): Permission | undefined {
  const { access = 'signed_in', alsoOneOf, fieldAccess } = request.routeConfig
  const { permissions } = request.actor
  if (isPermission(access) && !permissions.has(access)) return access
  if (alsoOneOf && !alsoOneOf.some((one) => permissions.has(one))) return alsoOneOf[0]
  const body = request.body
  if (!fieldAccess || typeof body !== 'object' || body === null) return undefined
  return Object.keys(fieldAccess)
    .filter((key) => Object.hasOwn(body, key))
    .map((key) => fieldAccess[key] as Permission)
    .find((permission) => !permissions.has(permission))
}

function isPermission(access: Access): access is Permission {
  return access !== 'anyone' && access !== 'signed_in' && access !== 'session'
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw new Failure('unauthorized', 'token_missing', 'Sign in first.')
  const match = /^bearer +([^\s]+) *$/i.exec(header)
  if (!match)
    throw new Failure('unauthorized', 'token_invalid', 'The Authorization header is not a Bearer token.')
  return match[1] as string
}
