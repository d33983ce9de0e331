import type { ColumnType, Generated } from 'kysely'
import type { PolicyRule } from '../../../../contract/control/policy.ts'

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>

export interface PolicyTables {
  policies: {
    version: number
    rules: Json<PolicyRule[]>
    changed_at: Date | null
    changed_by: string | null
    changed_by_name: string | null
    proof: Buffer | null
    proof_revision: Generated<number>
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends PolicyTables {}
}
