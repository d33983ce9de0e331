import type { JSONColumnType } from 'kysely'

export type Channel = 'body' | 'cookie'
export type RevokedBecause = 'logout' | 'revoked' | 'reuse' | 'password_changed' | 'disabled' | 'reset'
export type PublicKey = { kty: string; crv: string; x: string }

export interface SessionTables {
  sessions: {
    id: string
    administrator_id: string
    created_at: Date
    authenticated_at: Date
    /** Null unless a passkey was used in this session. */
    passkey_at: Date | null
    last_used_at: Date
    expires_at: Date
    address: string | null
    user_agent: string | null
    revoked_at: Date | null
    revoked_because: RevokedBecause | null
    /** Null: opened while the vault was sealed, or by an earlier release. */
    proof: Buffer | null
    revision: number | null
  }
  refresh_tokens: {
    hash: Buffer
    session_id: string
    channel: Channel
    created_at: Date
    rotated_at: Date | null
    successor_sealed: Buffer | null
    proof: Buffer | null
  }
  signing_keys: {
    kid: string
    public_key: JSONColumnType<PublicKey>
    created_at: Date
    heartbeat_at: Date
    proof: Buffer | null
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends SessionTables {}
}
