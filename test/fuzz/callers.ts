import type { Operation } from '../../contract/api/operation.ts'
import {
  type Permission,
  permissionsOf,
  permissionsOfScopes,
  type Role,
  roles,
  type Scope,
  scopes,
} from '../../contract/api/roles.ts'
import {
  movePermission,
  purchaseRequestStatuses,
} from '../../contract/purchase-requests/purchase-request-rules.ts'

/** Somebody who sends requests: a person with a role, a machine with a key, or nobody the service knows. */
export interface Caller {
  name: string
  role?: Role
  scopes?: readonly Scope[]
  permissions: ReadonlySet<Permission>
}

export const callers: readonly Caller[] = [
  ...roles.map((role) => ({ name: role, role, permissions: permissionsOf(role) })),
  ...scopes.map((scope) => ofScopes(`key ${scope}`, [scope])),
  ofScopes('key of all scopes', scopes),
  { name: 'anonymous', permissions: new Set() },
  { name: 'stranger', permissions: new Set() },
]

function ofScopes(name: string, granted: readonly Scope[]): Caller {
  return { name, scopes: granted, permissions: permissionsOfScopes(granted) }
}

/** What the contract's tables say: whether this caller may have this done, with this body. */
export function isAllowed(caller: Caller, operation: Operation, body: unknown): boolean {
  const { id, access, byPeople, alsoOneOf } = operation
  // Signing out is open to a browser with the cookie; whoever sends a credential must have a session.
  if (access === 'session' || id === 'logout') return caller.role !== undefined
  if (access === 'anyone') return true
  if (!caller.role && !caller.scopes) return false
  if (byPeople && !caller.role) return false
  if (alsoOneOf && !alsoOneOf.some((permission) => caller.permissions.has(permission))) return false
  const needed = [...(access === 'signed_in' ? [] : [access]), ...neededForBody(operation, body)]
  return needed.every((permission) => caller.permissions.has(permission))
}

/** Fields and moves that need a permission of their own. To ask for a move that nobody makes, processing suffices. */
function neededForBody({ id, fieldAccess = {} }: Operation, body: unknown): Permission[] {
  if (body === null || typeof body !== 'object') return []
  const forFields = Object.keys(body).flatMap((key) => fieldAccess[key] ?? [])
  if (id !== 'updatePurchaseRequestStatus' || !('status' in body)) return forFields
  const status = purchaseRequestStatuses.find((one) => one === body.status)
  return status ? [...forFields, movePermission(status) ?? 'requests:process'] : forFields
}
