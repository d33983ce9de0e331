import type { ColumnType, Generated, Selectable } from 'kysely'
import type {
  ClosedReason,
  HitStatus,
  ReopenedReason,
  ScreeningReason,
  SubjectKind,
} from '../../../../contract/organizations/screening.ts'
import type { ListEntry } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'

type Json<T> = ColumnType<T, string, string>
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

export interface HitTables {
  screening_hits: {
    id: string
    subject_kind: SubjectKind
    subject_id: string
    subject_name: string
    organization_id: string
    list: string
    entry_id: string
    generation: number
    entry: Json<ListEntry>
    entry_hash: string
    compared: Json<Subject>
    compared_hash: string
    /** The sides as they were last judged, where they are no longer as compared; empty if gone. */
    party_now: string | null
    entry_now: string | null
    score: number
    above_threshold: boolean
    reasons: Json<ScreeningReason[]>
    status: HitStatus
    closed_reason: ClosedReason | null
    reopened_because: JsonWithDefault<ReopenedReason[]>
    changed_fields: JsonWithDefault<string[]>
    reason: string | null
    decided_by: string | null
    decided_by_name: string | null
    decided_at: Date | null
    found_at: Date
    updated_at: Date
    version: Generated<number>
  }
}

export type HitRow = Selectable<HitTables['screening_hits']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends HitTables {}
}
