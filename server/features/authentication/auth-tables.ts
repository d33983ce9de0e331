import type { ColumnType, JSONColumnType } from 'kysely'
import type { Role, Scope } from '../../../contract/roles.ts'

export type Channel = 'body' | 'cookie'
export type RevokedBecause = 'logout' | 'revoked' | 'reuse' | 'password_changed' | 'disabled' | 'reset'

export interface AuthTables {
  administrators: {
    id: string
    email: string
    name: string
    role: Role
    password_hash: string
    password_changed_at: Date
    otp_secret: Buffer | null
    otp_confirmed_at: Date | null
    otp_last_step: number | null
    disabled_at: Date | null
    last_login_at: Date | null
    version: ColumnType<number, number | undefined, number>
    created_at: Date
    created_by: string
    updated_at: Date
  }
  sessions: {
    id: string
    administrator_id: string
    created_at: Date
    authenticated_at: Date
    last_used_at: Date
    expires_at: Date
    address: string | null
    user_agent: string | null
    revoked_at: Date | null
    revoked_because: RevokedBecause | null
  }
  refresh_tokens: {
    hash: Buffer
    session_id: string
    channel: Channel
    created_at: Date
    rotated_at: Date | null
    successor_sealed: Buffer | null
    ended_at: Date | null
  }
  signing_keys: {
    kid: string
    public_key: JSONColumnType<PublicKey>
    created_at: Date
    heartbeat_at: Date
  }
  recovery_codes: { administrator_id: string; hash: Buffer; used_at: Date | null }
  sign_in_counters: { subject: Buffer; failures: number; since: Date; last_failure_at: Date | null }
  sign_in_addresses: { administrator_id: string; address: string; last_sign_in_at: Date }
  api_keys: {
    id: string
    name: string
    hash: Buffer
    hint: string
    scopes: Scope[]
    created_at: Date
    created_by: string
    last_used_at: Date | null
    revoked_at: Date | null
  }
}

export type PublicKey = { kty: string; crv: string; x: string }

declare module '../../platform/db/database.ts' {
  interface Tables extends AuthTables {}
}
