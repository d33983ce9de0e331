import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { StoredAssertion } from './stored-assertion.ts'

export type ChallengePurpose = 'sign_in' | 'reauthenticate' | 'enrol'

export interface PasskeyTables {
  passkeys: {
    id: string
    administrator_id: string
    credential_id: Buffer
    public_key: Buffer
    spki: Buffer
    /** PostgreSQL returns a bigint as text. */
    sign_count: ColumnType<string, number, number>
    transports: string[]
    backed_up: boolean
    name: string
    created_at: Date
    last_used_at: Date | null
    enrolment_signature: JSONColumnType<StoredAssertion> | null
    proof: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    proof_revision: Generated<number>
  }
  passkey_challenges: {
    hash: Buffer
    purpose: ChallengePurpose
    session_id: string | null
    expires_at: Date
    /** Null: made while the vault was sealed. */
    proof: Buffer | null
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends PasskeyTables {}
}
