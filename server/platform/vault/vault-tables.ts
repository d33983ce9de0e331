import type { ColumnType, Generated } from 'kysely'

export type SlotKind = 'file' | 'env' | 'shares'

export interface VaultTables {
  vault_root: { singleton: Generated<boolean>; id: string; canary: Buffer; created_at: Generated<Date> }
  vault_slots: {
    id: string
    kind: SlotKind
    wrapped_root_key: Buffer
    shares: ColumnType<number | null, number | null | undefined, number | null>
    threshold: ColumnType<number | null, number | null | undefined, number | null>
    drilled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Generated<Date>
  }
  data_keys: {
    id: string
    scope: string
    version: number
    wrapped_key: Buffer
    state: 'active' | 'retired'
    created_at: Generated<Date>
    retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

declare module '../db/database.ts' {
  interface Tables extends VaultTables {}
}
