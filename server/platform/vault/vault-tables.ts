import type { ColumnType, Generated } from 'kysely'
import type { SlotKind } from '../../../contract/control/vault.ts'
import type { OaepHash } from './token-key.ts'

export type { SlotKind } from '../../../contract/control/vault.ts'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface VaultTables {
  vault_root: {
    singleton: Generated<boolean>
    id: string
    canary: Buffer
    created_at: Generated<Date>
    rotated_at: Optional<Date>
  }
  vault_slots: {
    id: string
    kind: SlotKind
    wrapped_root_key: Buffer
    shares: Optional<number>
    threshold: Optional<number>
    token: Optional<string>
    token_key: Optional<string>
    oaep_hash: Optional<OaepHash>
    wrapped_slot_key: Optional<Buffer>
    sealed_public_key: Optional<Buffer>
    root_id: string
    drilled_at: Optional<Date>
    created_at: Generated<Date>
  }
  data_keys: {
    id: string
    scope: string
    version: number
    wrapped_key: Buffer
    root_id: string
    state: 'active' | 'retired'
    created_at: Generated<Date>
    retired_at: Optional<Date>
  }
}

declare module '../db/database.ts' {
  interface Tables extends VaultTables {}
}
