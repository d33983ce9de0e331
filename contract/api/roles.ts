import { collect } from '../declarations/all.ts'
import * as declared from '../declarations/feature.ts'

export type Role = declared.Role
export const roles: Role[] = [...declared.roles]

/** The roles that have each permission. An owner has all. The server enforces this table, and the console uses it. */
const rolesWith = collect('permissions')
export type Permission = keyof typeof rolesWith
export const permissions = Object.keys(rolesWith) as Permission[]

const permissionsByRole = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role) => {
    const has = (permission: Permission) => (rolesWith[permission] as readonly Role[]).includes(role)
    return [role, new Set(permissions.filter((permission) => role === 'owner' || has(permission)))]
  }),
)

/**
 * The permissions of each scope of an API key. There is no scope for secrets, approval or administration, so a stolen key
 * cannot be used for these. An act with the others is done only after people have approved it, unless it is declared `byKeys`.
 */
export const scopePermissions = {
  'organizations:read': ['organizations:read', 'wallets:read'],
  'organizations:write': ['organizations:write'],
  'documents:read': ['documents:read'],
  'documents:write': ['documents:write'],
  'requests:read': ['requests:read'],
  'requests:write': ['requests:write', 'requests:process'],
  'payments:write': ['payments:write'],
  'wallets:write': ['wallets:read', 'wallets:create'],
  'addresses:write': ['wallets:read', 'addresses:add'],
  'kyb:write': ['documents:review', 'organizations:decide_kyb'],
  'webhooks:write': ['webhooks:manage'],
  'approvals:read': ['approvals:read'],
  'audit:read': ['audit:read'],
} as const satisfies Record<string, readonly Permission[]>

export type Scope = keyof typeof scopePermissions
export const scopes = Object.keys(scopePermissions) as Scope[]

/** The roles that have a permission. */
export function rolesOf(permission: Permission): Role[] {
  return roles.filter((role) => permissionsOf(role).has(permission))
}

/** The scopes that give an API key a permission. */
export function scopesOf(permission: Permission): Scope[] {
  return scopes.filter((scope) => (scopePermissions[scope] as readonly Permission[]).includes(permission))
}

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return permissionsByRole.get(role) as ReadonlySet<Permission>
}

export function permissionsOfScopes(granted: readonly Scope[]): ReadonlySet<Permission> {
  return new Set<Permission>(granted.flatMap((scope) => scopePermissions[scope]))
}
