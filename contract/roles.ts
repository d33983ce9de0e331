/**
 * The permissions of each role. The server enforces this table, and the console uses it.
 */
const read = [
  'organizations:read',
  'wallets:read',
  'documents:read',
  'requests:read',
  'approvals:read',
] as const
const edit = ['organizations:write', 'documents:write', 'addresses:add'] as const
const decide = ['organizations:decide_kyb', 'documents:review', 'requests:approve'] as const
const process = ['requests:write', 'requests:process', 'payments:write'] as const
const custody = ['wallets:create', 'secrets:read', 'transfers:manage'] as const
const audit = ['audit:read'] as const
const administration = [
  'administrators:manage',
  'api_keys:manage',
  'webhooks:manage',
  'policy:change',
  'desk:manage',
] as const

export const permissions = [...read, ...edit, ...decide, ...process, ...custody, ...audit, ...administration]
export type Permission = (typeof permissions)[number]

export const rolePermissions = {
  owner: permissions,
  custodian: [...read, ...custody],
  officer: [...read, ...edit, ...decide, ...process, ...audit],
  operator: [...read, ...edit, ...process],
  auditor: [...read, ...audit],
} as const satisfies Record<string, readonly Permission[]>

export type Role = keyof typeof rolePermissions
export const roles = Object.keys(rolePermissions) as Role[]

/**
 * The permissions of each scope of an API key. There is no scope for secrets, wallet creation, review, KYB, approval or
 * administration, so a stolen key cannot be used for these.
 */
export const scopePermissions = {
  'organizations:read': ['organizations:read', 'wallets:read'],
  'organizations:write': ['organizations:write'],
  'documents:read': ['documents:read'],
  'documents:write': ['documents:write'],
  'requests:read': ['requests:read'],
  'requests:write': ['requests:write', 'requests:process'],
  'payments:write': ['payments:write'],
  'audit:read': ['audit:read'],
} as const satisfies Record<string, readonly Permission[]>

export type Scope = keyof typeof scopePermissions
export const scopes = Object.keys(scopePermissions) as Scope[]

export function permissionsOf(role: Role): ReadonlySet<Permission> {
  return new Set<Permission>(rolePermissions[role])
}

export function permissionsOfScopes(granted: readonly Scope[]): ReadonlySet<Permission> {
  return new Set<Permission>(granted.flatMap((scope) => scopePermissions[scope]))
}
