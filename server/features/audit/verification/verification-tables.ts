import type { JSONColumnType } from 'kysely'

export interface VerificationTables {
  audit_verifications: {
    id: string
    started_at: Date
    finished_at: Date
    rows: number
    checkpoints: number
    late: number
    problems: JSONColumnType<string[]>
    proof: Buffer | null
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends VerificationTables {}
}
