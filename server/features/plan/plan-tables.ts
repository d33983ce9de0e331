import type { ColumnType, Selectable } from 'kysely'
import type { PlanRule } from '../../../contract/books/plan.ts'

export interface PlanTables {
  account_plans: {
    version: number
    rules: ColumnType<PlanRule[], string, never>
    changed_at: Date
    changed_by: string
    changed_by_name: string
  }
}

export type PlanRow = Selectable<PlanTables['account_plans']>

declare module '../../platform/db/database.ts' {
  interface Tables extends PlanTables {}
}
