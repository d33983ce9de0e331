import { sql } from 'kysely'
import type { PurchaseRequestStatus } from '../../../contract/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { organizationSummaryText } from '../organizations/organization-summary.ts'
import type { Page } from './purchase-request-store.ts'
import type { PurchaseRequestRow } from './purchase-request-tables.ts'

export type Filter = { status?: string | undefined; organization_id?: string | undefined }

/** The JSON text of `allowed_statuses` by status, for one caller. */
export type AllowedTexts = ReadonlyMap<PurchaseRequestStatus, string>

export interface StoredPage {
  total: number
  /** The responses of the page that are stored in this format, separated by commas. */
  items: string | null
  /** The places of the page, if not all of its responses were found. */
  seqs: number[] | null
}

/**
 * A page, newest first, and how many requests match the filter. The total is a few counter rows, however many requests
 * there are; an index finds the place of the page, and only the rows of the page are read.
 */
export async function findPage(
  db: Db,
  { status, organization_id, limit, offset }: Filter & Page,
  format: string,
  allowed: AllowedTexts,
): Promise<StoredPage> {
  const everything = status === undefined && organization_id === undefined
  const { rows } = await sql<StoredPage>`${keptPlan}
    with counted as (
      select coalesce(sum(count), 0)::bigint as total from purchase_request_counts
      where organization_id = ${organization_id ?? ''} ${status === undefined ? sql`` : sql`and status = ${status}`}
    ), place as (
      select seq from purchase_requests
      where ${status === undefined ? sql`true` : sql`status = ${status}`}
        and ${organization_id === undefined ? sql`true` : sql`organization_id = ${organization_id}`}
        -- seq is dense: among all requests any offset is one step.
        and ${everything ? sql`seq <= (select total from counted) - ${offset}` : sql`true`}
      order by seq desc limit ${limit} ${everything ? sql`` : sql`offset ${offset}`}
    ), page as (
      select count(*) as found, string_agg(
        '{' || stored.fields || ',"organization":' || organization.summary || ',"allowed_statuses":' || allowed.text || '}',
        ',' order by request.seq desc
      ) as items
      from place
        join purchase_requests as request using (seq)
        join purchase_request_responses as stored on stored.seq = request.seq and stored.format = ${format}
        join ${organizationSummaryText} as organization on organization.id = request.organization_id
        join unnest(${[...allowed.keys()]}::text[], ${[...allowed.values()]}::text[]) as allowed (status, text)
          on allowed.status = request.status
    )
    select counted.total, page.items,
      case when page.found < (select count(*) from place) then array(select seq from place) end as seqs
    from counted, page
  `.execute(db)
  return rows[0] as StoredPage
}

export type ListedRow = PurchaseRequestRow & { fields: string | null; summary: string }

/** These requests, newest first, each with its stored fields if they have this format. */
export async function findRows(db: Db, seqs: number[], format: string): Promise<ListedRow[]> {
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
