import type { ColumnType, Generated, Selectable } from 'kysely'
import type { SubjectKind } from '../../../../contract/organizations/screening.ts'
import type { Subject } from '../model/subject.ts'

export interface SubjectTables {
  screening_subjects: {
    kind: SubjectKind
    id: string
    organization_id: string
    name: string
    compared: ColumnType<Subject, string, string>
    compared_hash: string
    secret_identifiers: Buffer | null
    generation: number
    screened_at: Date | null
    is_due: boolean
    failures: Generated<number>
    retry_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
}

export type SubjectRow = Selectable<SubjectTables['screening_subjects']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends SubjectTables {}
}
