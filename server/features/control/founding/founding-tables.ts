import type { ColumnType, Generated } from 'kysely'
import type { Role } from '../../../../contract/api/roles.ts'
import type { ConfirmedWith } from '../../../../contract/control/founding.ts'
import type { PolicyRule } from '../../../../contract/control/policy.ts'

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, never>

/** A founder as everybody saw them when they confirmed. */
export interface NamedFounder {
  id: string
  name: string
  email: string
  role: Role
}

export interface FoundingTables {
  foundings: {
    id: string
    proposed_by: string
    proposed_at: Date
    expires_at: Date
    founders: Json<NamedFounder[]>
    rules: Json<PolicyRule[]>
    status: 'proposed' | 'declared' | 'withdrawn'
    closed_at: Date | null
    /** Of releases before, as that of the confirmations and their proof. */
    key_version: number | null
    proof: Buffer | null
    proof_revision: Generated<number>
  }
  founding_confirmations: {
    founding_id: string
    administrator_id: string
    session_id: string
    confirmed_with: ConfirmedWith
    confirmed_at: Date
    key_version: number | null
    proof: Buffer | null
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends FoundingTables {}
}
