import type { Generated } from 'kysely'

export interface OnceTables {
  idempotency_keys: {
    actor: string
    method: string
    path: string
    key: string
    body_hash: Buffer
    answer: string | null
    secret_removed: Generated<boolean>
    created_at: Date
  }
}
