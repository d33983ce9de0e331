import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

const table = sql`documents`
const tie = [
  [sql`item.organization_id`, 'uuid'],
  [sql`item.kind`, 'text'],
] as const

/** The current version of each document. */
const current = {
  joins: sql`join document_versions as version on version.organization_id = item.organization_id
      and version.kind = item.kind and version.version = item.version
    join ${organizationSummaries} as organization on organization.id = item.organization_id`,
  columns: {
    id: sql`version.id`,
    title: sql`version.file_name`,
    detail: sql`item.kind`,
    organization_id: sql`item.organization_id`,
    organization_name: sql`organization.name`,
    version: sql`item.version`,
  },
}

export const documentQueue = declareQueue({
  ...current,
  table,
  tie,
  waits: sql`item.status = 'pending'`,
  at: sql`item.waiting_since`,
  organization: sql`item.organization_id`,
})

/** By the end of its last day. What has expired stays until there is a new version. */
export const expiringDocumentQueue = declareQueue({
  ...current,
  table,
  tie,
  waits: sql`item.status = 'approved' and item.expires_on is not null`,
  at: sql`(((item.expires_on + 1)::timestamp) at time zone 'UTC')`,
  organization: sql`item.organization_id`,
})
