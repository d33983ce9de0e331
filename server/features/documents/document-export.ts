import { type RawBuilder, sql } from 'kysely'
import type { DocumentStatus } from '../../../contract/documents.ts'
import type { ListFilter } from '../../../contract/list-filters.ts'
import { columnsOf, equals, withinDays } from '../../platform/exports/declare.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

/** The day of UTC that it is. */
const currentDay = sql<string>`(now() at time zone 'UTC')::date`

/** The status of `documents as document` on a day. As contract/documents-summary.ts: valid until the end of its last day. */
export function statusOn(day: RawBuilder<string>): RawBuilder<string> {
  return sql`case when document.status = 'approved' and document.expires_on < ${day}
    then 'expired' else document.status end`
}

/** What a filter asks of `documents as document` and their current `document_versions as version`. */
export function documentConditions(
  { organization_id, kind, status, from, to }: ListFilter<'documents'>,
  day: RawBuilder<string> = currentDay,
): RawBuilder<boolean>[] {
  return [
    ...equals('document', { organization_id, kind }),
    ...(status === undefined ? [] : hasStatus(status, day)),
    ...withinDays(sql`version.uploaded_at`, from, to),
  ]
}

/** In the words of the indexes, unlike the status itself. */
function hasStatus(status: DocumentStatus, day: RawBuilder<string>): RawBuilder<boolean>[] {
  const end = sql`((document.expires_on + 1)::timestamp at time zone 'UTC')`
  const midnight = sql`(${day}::timestamp at time zone 'UTC')`
  if (status === 'expired') return [...equals('document', { status: 'approved' }), sql`${end} <= ${midnight}`]
  return [
    ...equals('document', { status }),
    ...(status === 'approved' ? [sql<boolean>`(document.expires_on is null or ${end} > ${midnight})`] : []),
  ]
}

/** The current version of each document. */
export const documentExport: ExportedList<ListFilter<'documents'>> = {
  from: sql`documents as document
    join document_versions as version on version.organization_id = document.organization_id
      and version.kind = document.kind and version.version = document.version
    join ${organizationSummaries} as organization on organization.id = document.organization_id
    left join document_decisions as decision on decision.id = document.decision_id`,
  key: sql`version.id`,
  keyType: 'uuid',
  columns: columnsOf('version', {
    organization_id: 'code',
    organization_inn: ['code', sql`organization.inn`],
    organization_name: ['text', sql`organization.name`],
    kind: 'code',
    status: ['code', statusOn(currentDay)],
    version: 'number',
    file_name: 'text',
    content_type: 'code',
    size: 'number',
    sha256: ['code', sql`encode(version.sha256, 'hex')`],
    number: 'text',
    issued_on: 'date',
    expires_on: 'date',
    uploaded_at: 'time',
    reason_code: ['code', sql`decision.reason_code`],
    decision_comment: ['text', sql`decision.comment`],
    decided_at: ['time', sql`decision.decided_at`],
  }),
  conditions: (filter) => documentConditions(filter),
}
