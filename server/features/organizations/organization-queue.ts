import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'

const shown = {
  table: sql`organizations`,
  tie: [[sql`item.id`, 'uuid']],
  joins: sql``,
  columns: {
    id: sql`item.id`,
    title: sql`coalesce(item.short_name, item.full_name)`,
    detail: sql`item.kyb_status`,
    organization_id: sql`item.id`,
    organization_name: sql`coalesce(item.short_name, item.full_name)`,
    version: sql`item.version`,
  },
} as const

/** Nobody decides the KYB of the desk itself. */
const isClient = sql`not exists (select from own_organizations as own where own.organization_id = item.id)`

/** Organizations that are in review. */
export const kybQueue = declareQueue({
  ...shown,
  waits: sql`item.kyb_status = 'in_review' and ${isClient}`,
  at: sql`item.kyb_since`,
})

/** Organizations that nobody has taken into review. */
export const newOrganizationQueue = declareQueue({
  ...shown,
  waits: sql`item.kyb_status = 'new' and ${isClient}`,
  at: sql`item.created_at`,
})
