import type { ColumnType, Generated } from 'kysely'
import type { Act } from '../../../../contract/api/acts.ts'
import type { Earlier } from '../../../platform/authorization/authorization.ts'
import type { CountedEntry } from './counted-entries.ts'

/** Whose acts a limit counts together. */
export type LimitKind = 'person' | 'organization'

/** What the acts that an act takes the place of have counted before, by currency: for each kind of limit. */
export type AlreadyCounted = Record<LimitKind, Readonly<Record<string, string>>>

export interface ActTables {
  acts: {
    id: string
    act: Act
    at: Date
    administrator_id: string
    organization_id: string | null
    currency: string | null
    amount: string | null
    removed: number | null
    amounts: ColumnType<Record<string, string> | null, string | null, never>
    already: ColumnType<AlreadyCounted | null, string | null, never>
    did: ColumnType<Earlier, string, never>
    approval_id: string | null
    counted: LimitKind[] | null
  }
  counted_acts: {
    act: Act
    per: LimitKind
    whose: string
    entries: ColumnType<CountedEntry[], string, string>
    proof: Buffer | null
    proof_revision: Generated<number>
  }
}

declare module '../../../platform/db/database.ts' {
  interface Tables extends ActTables {}
}
