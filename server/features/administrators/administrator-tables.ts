import type { ColumnType } from 'kysely'
import type { Role, Scope } from '../../../contract/roles.ts'

export interface AdministratorTables {
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
  recovery_codes: { administrator_id: string; hash: Buffer; used_at: Date | null }
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

declare module '../../platform/db/database.ts' {
  interface Tables extends AdministratorTables {}
}
