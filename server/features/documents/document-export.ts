import { sql } from 'kysely'
import type { ExportQuery } from '../../../contract/exports.ts'
import { columnsOf, equals, withinDays } from '../../platform/exports/declare.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

/** As contract/documents-summary.ts: an approved document is valid until the end of its last day. */
const status = sql<string>`case when document.status = 'approved' and document.expires_on < (now() at time zone 'UTC')::date
  then 'expired' else document.status end`

/** The current version of each document. */
export const documentExport: ExportedList<ExportQuery<'documents'>> = {
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
    status: ['code', status],
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
  conditions: ({ organization_id, kind, status: wanted, from, to }) => [
    ...equals('document', { organization_id, kind }),
    ...(wanted === undefined ? [] : [sql<boolean>`${status} = ${wanted}`]),
    ...withinDays(sql`version.uploaded_at`, from, to),
  ],
}
