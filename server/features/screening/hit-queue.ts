import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

/** Hits that nobody has decided. */
export const hitQueue = declareQueue({
  table: sql`screening_hits`,
  waits: sql`item.status = 'open'`,
  at: sql`item.waiting_since`,
  tie: [[sql`item.id`, 'uuid']],
  organization: sql`item.organization_id`,
  joins: sql`join ${organizationSummaries} as organization on organization.id = item.organization_id`,
  columns: {
    id: sql`item.id`,
    title: sql`item.subject_name`,
    detail: sql`item.list`,
    organization_id: sql`item.organization_id`,
    organization_name: sql`organization.name`,
    version: sql`item.version`,
  },
})
