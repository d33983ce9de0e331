import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import { organizationSummaryText } from '../organizations/organization-summary.ts'
import type { PurchaseRequestRow } from './request/purchase-request-tables.ts'

export type Filter = { status?: string | undefined; organization_id?: string | undefined }

export interface StoredPage {
  total: number
  /** The responses of the page that are stored in this format, separated by commas. */
  items: string | null
  found: number
}

/** What the page shows besides its stored fields: JSON of the form `{status: text of allowed_statuses}`. */
export type AllowedTexts = string

/** One response. The fields are text between braces, so that others can be added. */
const responseText = (allowed: AllowedTexts) => sql`
  '{' || stored.fields || ',"organization":' || organization.summary
    || ',"allowed_statuses":' || (${allowed}::jsonb ->> stored.status) || '}'
`

/** A page of all requests, newest first. seq has no gaps, so an offset is a subtraction. */
export async function findPage(
  db: Db,
  { limit, offset }: Page,
  format: string,
  allowed: AllowedTexts,
): Promise<StoredPage> {
  const { rows } = await sql<StoredPage>`${keptPlan}
    with counted as materialized (
      select coalesce(sum(count), 0)::bigint as total from purchase_request_counts where organization_id = ''
    )
    select counted.total, page.items, page.found
    from counted, lateral (
      select count(*) as found, string_agg(${responseText(allowed)}, ',' order by stored.seq desc) as items
      from purchase_request_responses as stored
        join ${organizationSummaryText} as organization on organization.id = stored.organization_id
      where stored.seq <= counted.total - ${offset} and stored.seq > counted.total - ${offset} - ${limit}
        and stored.format = ${format}
    ) as page
  `.execute(db)
  return rows[0] as StoredPage
}

/**
 * A page of the requests of an organization, in a status, or both. The total is a few counter rows, however many
 * requests there are. An index finds the place of the page, from the end of the list that is nearer: the total is of
 * the same snapshot, so both ways lead to the same rows. Only the rows of the page are read.
 */
export async function findFilteredPage(
  db: Db,
  { status, organization_id, limit, offset }: Filter & Page,
  format: string,
  allowed: AllowedTexts,
): Promise<StoredPage & { seqs: number[] | null }> {
  const matches = sql`
    select seq from purchase_requests
    where ${status === undefined ? sql`true` : sql`status = ${status}`}
      and ${organization_id === undefined ? sql`true` : sql`organization_id = ${organization_id}`}
  `
  const { rows } = await sql<StoredPage & { seqs: number[] | null }>`
    with counted as materialized (
      select coalesce(sum(count), 0)::bigint as total, ${offset}::bigint as newer from purchase_request_counts
      where organization_id = ${organization_id ?? ''} ${status === undefined ? sql`` : sql`and status = ${status}`}
    ), place as materialized (
      select near.seq
      from counted, lateral (
        (${matches} order by seq desc
          limit case when newer <= total / 2 then ${limit} else 0 end offset newer)
        union all
        (${matches} order by seq
          limit case when newer <= total / 2 then 0 else least(greatest(total - newer, 0), ${limit}) end
          offset greatest(total - newer - ${limit}, 0))
      ) as near
      -- Changes nothing but tells the planner how few rows there are.
      limit ${limit}
    ), page as (
      select count(*) as found, string_agg(${responseText(allowed)}, ',' order by stored.seq desc) as items
      from place
        join purchase_request_responses as stored on stored.seq = place.seq and stored.format = ${format}
        join ${organizationSummaryText} as organization on organization.id = stored.organization_id
    )
    select counted.total, page.items, page.found,
      case when page.found < (select count(*) from place) then array(select seq from place) end as seqs
    from counted, page
  `.execute(db)
  return rows[0] as StoredPage & { seqs: number[] | null }
}

export type ListedRow = PurchaseRequestRow & { fields: string | null; summary: string }

/** These requests, newest first, each with its stored fields if they have this format. */
export async function findRows(db: Db, seqs: readonly number[], format: string): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select request.*, stored.fields, organization.summary
    from purchase_requests as request
      left join purchase_request_responses as stored on stored.seq = request.seq and stored.format = ${format}
      join ${organizationSummaryText} as organization on organization.id = request.organization_id
    where request.seq = any (${seqs}::bigint[])
    order by request.seq desc
  `.execute(db)
  return rows
}

/** Requests whose stored fields have another format, locked; those that somebody else has locked are left out. */
export async function lockOtherFormats(db: Db, format: string, limit: number): Promise<PurchaseRequestRow[]> {
  const { rows } = await sql<PurchaseRequestRow>`
    select * from purchase_requests
    where seq = any (array(
      (select seq from purchase_request_responses where format < ${format} limit ${limit})
      union all (select seq from purchase_request_responses where format > ${format} limit ${limit})
      limit ${limit}
    ))
    for no key update skip locked
  `.execute(db)
  return rows
}
