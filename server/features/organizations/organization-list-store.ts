import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** Which stored responses may be sent: those of this format that still hold on this day. */
export interface Sendable {
  format: string
  day: string
}

export interface StoredPage {
  /** How many organizations there are, or how many hits were counted. */
  counted: number
  /** The stored responses of the page that may be sent, separated by commas. */
  items: string | null
  found: number
}

const isSendable = ({ format, day }: Sendable) =>
  sql`format = ${format} and (stale_on is null or stale_on > ${day}::date)`

/** The responses of a page, newest first. seq has no gaps, so an offset is a subtraction. */
export async function findPage(db: Db, { limit, offset }: Page, sendable: Sendable): Promise<StoredPage> {
  const { rows } = await sql<StoredPage>`${keptPlan}
    select counter.total as counted, page.items, page.found
    from organization_counter as counter, lateral (
      select string_agg(response, ',' order by seq desc) as items, count(*) as found
      from organization_responses
      where seq <= counter.total - ${offset} and seq > counter.total - ${offset} - ${limit}
        and ${isSendable(sendable)}
    ) as page
  `.execute(db)
  return rows[0] as StoredPage
}

/** A page of the organizations that match the folded text, newest first. Counting stops at `countUpTo`. */
export async function findMatchingPage(
  db: Db,
  q: string,
  { limit, offset, countUpTo }: Page & { countUpTo: number },
  sendable: Sendable,
): Promise<StoredPage & { seqs: number[] | null }> {
  // Places in an array are integers; nobody has that many organizations.
  const before = Math.min(offset, 2_000_000_000)
  const { rows } = await sql<StoredPage & { seqs: number[] | null }>`${keptPlan}
    with hits as materialized (
      select array(select seq from find_organizations(${q}, ${countUpTo}) as seq order by seq desc) as seqs
    )
    select cardinality(hits.seqs) as counted, page.items, page.found,
      case when page.found < cardinality(wanted.seqs) then wanted.seqs end as seqs
    from hits,
      lateral (select hits.seqs[${before}::integer + 1 : ${before + limit}::integer] as seqs) as wanted,
      lateral (
        select string_agg(response, ',' order by seq desc) as items, count(*) as found
        from organization_responses
        where seq = any (wanted.seqs) and ${isSendable(sendable)}
      ) as page
  `.execute(db)
  return rows[0] as StoredPage & { seqs: number[] | null }
}

/** These organizations, newest first, each with its stored response if that may be sent. */
export async function findRows(
  db: Db,
  seqs: readonly number[],
  sendable: Sendable,
): Promise<(OrganizationRow & { response: string | null })[]> {
  const { rows } = await sql<OrganizationRow & { response: string | null }>`
    select organizations.*, stored.response
    from organizations
      left join organization_responses as stored on stored.seq = organizations.seq and ${isSendable(sendable)}
    where organizations.seq = any (${seqs}::bigint[])
    order by organizations.seq desc
  `.execute(db)
  return rows
}

/**
 * Organizations whose stored response may not be sent any more, locked; those that somebody else has locked are left
 * out. `valid_through` is the last day of their response, if that day is over.
 */
export async function lockUnsendable(
  db: Db,
  { format, day }: Sendable,
  limit: number,
): Promise<(OrganizationRow & { valid_through: string | null })[]> {
  const { rows } = await sql<OrganizationRow & { valid_through: string | null }>`
    select organizations.*, case when stored.stale_on <= ${day}::date then stored.stale_on - 1 end as valid_through
    from organizations join organization_responses as stored on stored.seq = organizations.seq
    where organizations.seq = any (array(
      -- Three ranges of indexes, each of which stops at the limit.
      (select seq from organization_responses where format < ${format} limit ${limit})
      union (select seq from organization_responses where format > ${format} limit ${limit})
      union (select seq from organization_responses where stale_on <= ${day}::date limit ${limit})
      limit ${limit}
    ))
    for no key update of organizations skip locked
  `.execute(db)
  return rows
}
