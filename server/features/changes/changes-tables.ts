export interface ChangeTables {
  /** Written by `audit_append` (migrations/0066_two_roles.sql), under the lock of the audit head. */
  changes: {
    seq: number
    mark: string
    at: Date
    type: string
    object_type: string
    object_id: string
    organization_id: string | null
    version: number | null
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends ChangeTables {}
}
