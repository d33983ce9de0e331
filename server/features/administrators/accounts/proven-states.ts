import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AdministratorTables } from './administrator-tables.ts'

type Administrator = Selectable<AdministratorTables['administrators']>
type ApiKey = Selectable<AdministratorTables['api_keys']>

/**
 * What decides what somebody may do, as proven events of the audit log state it. `kontor audit verify` builds the same
 * from the tables and compares both: these functions are the only place where it is built.
 */
export type AdministratorState = ReturnType<typeof administratorState>
export type ApiKeyState = ReturnType<typeof apiKeyState>
export type ControlState = ReturnType<typeof controlState>

/**
 * `madeBy` are the administrators with an unconfirmed edge to this one, `recoveryCodes` the hashes of the codes, used ones
 * too: both in any order.
 */
export function administratorState(
  row: Pick<
    Administrator,
    | 'email'
    | 'role'
    | 'disabled_at'
    | 'otp_confirmed_at'
    | 'password_hash'
    | 'credentials_since'
    | 'role_since'
  >,
  madeBy: readonly string[],
  recoveryCodes: readonly Buffer[],
) {
  return {
    email: row.email,
    role: row.role,
    disabled: row.disabled_at !== null,
    otp_enabled: row.otp_confirmed_at !== null,
    recovery_codes: recoveryCodesState(recoveryCodes),
    password: passwordState(row.password_hash),
    credentials_since: row.credentials_since.toISOString(),
    role_since: row.role_since.toISOString(),
    made_by: [...new Set(madeBy)].sort(),
  }
}

/**
 * A password in a state. An event that replaces it also names the one before: a hash that was put into the database, and
 * then replaced by signing in with it, is found so.
 */
export function passwordState(hash: string | null): string | null {
  return hash === null ? null : sha256(hash)
}

export function apiKeyState(
  row: Pick<
    ApiKey,
    | 'created_by'
    | 'scopes'
    | 'names_payments'
    | 'networks'
    | 'expires_at'
    | 'revoked_at'
    | 'suspended_at'
    | 'hash'
  >,
) {
  return {
    created_by: row.created_by,
    scopes: row.scopes,
    names_payments: row.names_payments,
    networks: row.networks,
    expires_at: row.expires_at.toISOString(),
    revoked: row.revoked_at !== null,
    // Only if it is: events of earlier releases have no such field.
    ...(row.suspended_at !== null && { suspended: true }),
    hash: row.hash.toString('hex'),
  }
}

/** The state of the event `control.started`: everybody and every key at that moment, by id. */
export function controlState(
  administrators: readonly (readonly [id: string, state: AdministratorState])[],
  apiKeys: readonly (readonly [id: string, state: ApiKeyState])[],
) {
  return { administrators: Object.fromEntries(administrators), api_keys: Object.fromEntries(apiKeys) }
}

/** The object whose state an event has: a sign-in that renewed the hash of the password has that of its actor. */
export function stateObject(event: {
  action: string
  actor_id: string | null
  object_type: string | null
  object_id: string | null
}): { type: string | null; id: string | null } {
  if (event.action === 'auth.login') return { type: 'administrator', id: event.actor_id }
  return { type: event.object_type, id: event.object_id }
}

function recoveryCodesState(hashes: readonly Buffer[]): string | null {
  if (hashes.length === 0) return null
  return sha256(
    hashes
      .map((hash) => hash.toString('hex'))
      .sort()
      .join(),
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
