import { type RawBuilder, sql } from 'kysely'
import { documentList, type ListedDocument } from '../../../contract/lists/documents.ts'
import type { ListFilter } from '../../../contract/lists/list.ts'
import type { DocumentStatus } from '../../../contract/organizations/documents.ts'
import { documentStatusOn } from '../../../contract/organizations/documents-summary.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { namesOfActors } from '../administrators/administrator-names.ts'
import { namesOfOrganizations, organizationSummaries } from '../organizations/organization-summary.ts'
import { dayOf } from './document-responses.ts'
import { isSoughtDocument } from './document-search.ts'

/** The day of UTC that it is. */
const currentDay = sql<string>`(now() at time zone 'UTC')::date`

/** The status of `documents as document` on a day. As contract/organizations/documents-summary.ts: valid until the end of its last day. */
export function statusOn(day: RawBuilder<string>): RawBuilder<string> {
  return sql`case when document.status = 'approved' and document.expires_on < ${day}
    then 'expired' else document.status end`
}

/** What a filter asks of `documents as document` and their current `document_versions as version`. */
export function documentConditions(
  { q, organization_id, kind, status, from, to }: ListFilter<typeof documentList>,
  at: Date,
): RawBuilder<boolean>[] {
  const day = sql<string>`${dayOf(at)}::date`
  return [
    ...(q?.trim() ? [isSoughtDocument(q, at)] : []),
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
/** The current version of each document, the newest upload first. */
export const documentRows = rowsOf(documentList, {
  conditions: documentConditions,
  page: {
    find: (db) =>
      db
        .selectFrom('document_versions as version')
        .innerJoin('documents as document', (join) =>
          join
            .onRef('document.organization_id', '=', 'version.organization_id')
            .onRef('document.kind', '=', 'version.kind')
            .onRef('document.version', '=', 'version.version'),
        )
        .select([
          'version.id',
          'version.organization_id',
          'version.kind',
          'version.version',
          'version.file_name',
          'document.status',
          'version.uploaded_at',
          'version.uploaded_by',
          'version.expires_on',
          'document.waiting_since',
        ]),
    order: [
      { value: sql`version.uploaded_at`, type: 'timestamptz' },
      { value: sql`version.id`, type: 'uuid' },
    ],
    async items(db, rows, { at }): Promise<ListedDocument[]> {
      const organizations = await namesOfOrganizations(
        db,
        rows.map(({ organization_id }) => organization_id),
      )
      const actors = await namesOfActors(
        db,
        rows.map(({ uploaded_by }) => uploaded_by),
      )
      return rows.map((row) => ({
        ...row,
        organization_name: organizations.get(row.organization_id) ?? '',
        status: documentStatusOn(dayOf(at), row),
        uploaded_at: row.uploaded_at.toISOString(),
        uploaded_by_name: actors.get(row.uploaded_by) ?? row.uploaded_by,
        waiting_since: row.status === 'pending' ? (row.waiting_since?.toISOString() ?? null) : null,
      }))
    },
  },
  file: {
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
  },
})
