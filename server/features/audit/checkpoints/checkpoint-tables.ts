export interface CheckpointTables {
  audit_signing_keys: {
    id: string
    public_key: Buffer
    private_key: Buffer
    signed_head: Buffer
    created_at: Date
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends CheckpointTables {}
}
