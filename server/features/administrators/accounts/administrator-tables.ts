import type { ColumnType, Generated } from 'kysely'
import type { LineageAct } from '../../../../contract/administrators/independence.ts'
import type { Role, Scope } from '../../../../contract/api/roles.ts'

export type ManagedBy = 'oidc'
/** A half of a link: whose it is, and SHA-256 of it. */
export type StoredHalf = { administrator_id: string; hash: string }

/** The proof that the service wrote the row. */
interface WithProof {
  proof: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  proof_revision: Generated<number>
}

export interface AdministratorTables {
  administrators: WithProof & {
    id: string
    email: string
    name: string
    role: Role
    /** Null until the person sets a password with a one-time link. */
    password_hash: string | null
    password_changed_at: Date
    otp_secret: Buffer | null
    otp_confirmed_at: Date | null
    otp_last_step: number | null
    disabled_at: Date | null
    disabled_because: ColumnType<'restore' | null, 'restore' | null | undefined, 'restore' | null>
    last_login_at: Date | null
    role_since: ColumnType<Date, Date | undefined, Date>
    credentials_since: ColumnType<Date, Date | undefined, Date>
    passkeys: ColumnType<number, undefined, number>
    managed_by: ColumnType<ManagedBy | null, ManagedBy | null | undefined, never>
    version: ColumnType<number, number | undefined, number>
    created_at: Date
    created_by: string
    updated_at: Date
  }
  administrator_identities: WithProof & {
    administrator_id: string
    issuer: string
    subject: string
    created_at: Date
  }
  recovery_codes: WithProof & { id: string; administrator_id: string; hash: Buffer; used_at: Date | null }
  password_links: WithProof & {
    id: string
    administrator_id: string
    hash: Buffer
    expires_at: Date
    halves: ColumnType<StoredHalf[] | null, string | null, string | null>
    lineage_id: string | null
  }
  administrator_lineage: {
    id: string
    administrator_id: string
    made_by: string
    act: LineageAct
    made_at: Date
    confirmed_at: Date | null
    confirmed_by: string[] | null
  }
  api_keys: WithProof & {
    id: string
    name: string
    hash: Buffer
    hint: string
    scopes: Scope[]
    names_payments: Generated<boolean>
    created_at: Date
    created_by: string
    last_used_at: Date | null
    revoked_at: Date | null
    expires_at: ColumnType<Date, Date | undefined, Date>
    networks: string[] | null
    suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends AdministratorTables {}
}
