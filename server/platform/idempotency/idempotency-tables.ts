import type { Generated } from 'kysely'

export interface IdempotencyTables {
  idempotency_keys: {
    actor: string
    method: string
    path: string
    key: string
    body_hash: Buffer
    key_version: number
    response: string | null
    secret_removed: Generated<boolean>
    created_at: Date
  }
}

declare module '../db/database.ts' {
  interface Tables extends IdempotencyTables {}
}
