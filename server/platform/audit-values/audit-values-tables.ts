export interface AuditValuesTables {
  audit_values: {
    id: string
    organization_id: string
    sealed_values: Buffer | null
    created_at: Date
    erased_at: Date | null
  }
}

declare module '../db/database.ts' {
  interface Tables extends AuditValuesTables {}
}
