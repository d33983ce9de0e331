import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

const organization = sql`item.organization_id`
const withOrganization = sql`join ${organizationSummaries} as organization on organization.id = item.organization_id`

const shown = {
  table: sql`purchase_requests`,
  tie: [[sql`item.seq`, 'bigint']],
  organization,
  joins: withOrganization,
  columns: {
    id: sql`item.id`,
    title: sql`item.number`,
    detail: sql`item.status`,
    organization_id: organization,
    organization_name: sql`organization.name`,
    amount: sql`item.total_amount::text`,
    currency: sql`item.fiat_currency`,
    version: sql`item.version`,
    assignee_id: sql`item.assignee_id`,
  },
} as const

/** Requests in which an administrator has to do something next, by how long they have their status. */
export const requestQueue = declareQueue({
  ...shown,
  waits: sql`item.status in ('new', 'in_review', 'on_hold', 'paid', 'failed')`,
  at: sql`item.status_since`,
  assignee: sql`item.assignee_id`,
  status: sql`item.status`,
})

/** Approved requests that are not paid yet, by when their quote expires. */
export const quoteQueue = declareQueue({
  ...shown,
  waits: sql`item.status = 'approved' and item.quote_expires_at is not null`,
  at: sql`item.quote_expires_at`,
})

/** Requests of which a fact was reversed after they were completed. */
export const exceptionQueue = declareQueue({
  ...shown,
  waits: sql`item.exception_since is not null`,
  at: sql`item.exception_since`,
})

/** Requests with a payment that names no payer, before their coins are sent. Written as the index is. */
export const payerQueue = declareQueue({
  ...shown,
  waits: sql`item.payer_unknown_since is not null and item.status in ('paid', 'failed')`,
  at: sql`item.payer_unknown_since`,
})

/** Money of organizations that belongs to no request yet. */
export const creditQueue = declareQueue({
  table: sql`credits`,
  // Written as the index is.
  waits: sql`item.allocated_amount + item.refunded_amount < item.amount`,
  at: sql`item.at`,
  tie: [[sql`item.id`, 'uuid']],
  organization,
  joins: withOrganization,
  columns: {
    id: sql`item.id`,
    title: sql`organization.name`,
    detail: sql`item.reference`,
    organization_id: organization,
    organization_name: sql`organization.name`,
    amount: sql`(item.amount - item.allocated_amount - item.refunded_amount)::text`,
    currency: sql`item.currency`,
  },
})
