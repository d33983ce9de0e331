import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Network } from '../../../contract/networks.ts'
import type { PurchaseRequestStatus } from '../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { GateOrganization } from './approval-gate.ts'
import type { PurchaseRequestTables } from './purchase-request-tables.ts'

type Row = Selectable<PurchaseRequestTables['purchase_requests']>

/** A request with what a page shows of its organization. */
export type PurchaseRequest = Row & { inn: string; short_name: string | null }

export type HistoryRow = Selectable<PurchaseRequestTables['purchase_request_history']>
export type CommentRow = Selectable<PurchaseRequestTables['purchase_request_comments']>
export type Page = { limit: number; offset: number }
export type Filter = { status?: string | undefined; organization_id?: string | undefined }

function requests(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .innerJoin('organizations', 'organizations.id', 'purchase_requests.organization_id')
    .selectAll('purchase_requests')
    .select(['organizations.inn', 'organizations.short_name'])
}

export function findPurchaseRequest(db: Db, id: string): Promise<PurchaseRequest | undefined> {
  return requests(db).where('purchase_requests.id', '=', id).executeTakeFirst()
}

/** Reads the request and holds its row until the transaction ends. */
export function lockPurchaseRequest(db: Db, id: string): Promise<PurchaseRequest | undefined> {
  return requests(db).where('purchase_requests.id', '=', id).forUpdate('purchase_requests').executeTakeFirst()
}

function gateOrganization(db: Db, id: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'type', 'kyb_status', 'registry_status', 'liquidation_date', 'document_slots'])
    .where('id', '=', id)
}

/** The organization as the gate sees it at this moment. */
export function findGateOrganization(db: Db, id: string): Promise<GateOrganization> {
  return gateOrganization(db, id).executeTakeFirstOrThrow()
}

/** The same, and it cannot change before the transaction ends. */
export function holdOrganization(db: Db, id: string): Promise<GateOrganization> {
  return gateOrganization(db, id).forShare().executeTakeFirstOrThrow()
}

/** The organization of a new request, held: a row that is just being changed is waited for here, before the counters. */
export function findOrganization(db: Db, id: string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'inn', 'short_name'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
}

/** The organization's wallet on a network, of which it has one at most. */
export function findWallet(db: Db, organizationId: string, network: Network) {
  return db
    .selectFrom('wallets')
    .select(['id', 'address'])
    .where('organization_id', '=', organizationId)
    .where('network', '=', network)
    .executeTakeFirst()
}

export async function isActiveAdministrator(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('administrators')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A page, newest first, and how many requests the filter has in all. The total is a few counter rows, however many
 * requests there are; an index finds the page's place, and only the page's own rows are fetched.
 */
export async function listPurchaseRequests(
  db: Db,
  { status, organization_id, limit, offset }: Filter & Page,
): Promise<{ total: number; items: PurchaseRequest[] }> {
  const everything = status === undefined && organization_id === undefined
  const { rows } = await sql<PurchaseRequest & { total: number }>`
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
    )
    select counted.total, request.*
    from counted left join (
      select purchase_requests.*, organizations.inn, organizations.short_name
      from place join purchase_requests using (seq)
      join organizations on organizations.id = purchase_requests.organization_id
    ) request on true
    order by request.seq desc
  `.execute(db)
  // A page beyond the end is one row with the total alone.
  return { total: rows[0]?.total ?? 0, items: rows.filter((row) => row.id !== null) }
}

/** The next place in the row of requests and in its year. Locks the counters, so it comes late in a transaction. */
export async function takeNumber(
  db: Db,
  at: Date,
): Promise<{ seq: number; number: string; created_at: Date }> {
  const { rows } = await sql<{ seq: number; created_at: Date; year: number; last: number }>`
    with place as (
      update purchase_request_sequence
      set seq = seq + 1, created_at = greatest(${at}::timestamptz, created_at + interval '1 millisecond')
      returning seq, created_at, extract(year from created_at at time zone 'UTC')::integer as year
    ), numbered as (
      insert into purchase_request_numbers as numbers (year, last) select year, 1 from place
      on conflict (year) do update set last = numbers.last + 1
      returning last
    )
    select seq, created_at, year, last from place, numbered
  `.execute(db)
  const [{ seq, created_at, year, last }] = rows as [(typeof rows)[0]]
  return { seq, created_at, number: `PR-${year}-${String(last).padStart(6, '0')}` }
}

export async function insertPurchaseRequest(
  db: Db,
  request: Insertable<PurchaseRequestTables['purchase_requests']>,
  by: { actor: Actor; comment: string | null },
): Promise<void> {
  await db
    .with('made', (db) => db.insertInto('purchase_requests').values(request))
    .insertInto('purchase_request_history')
    .values({
      request_id: request.id,
      from_status: null,
      to_status: request.status,
      reason_code: null,
      comment: by.comment,
      ...doer(by.actor),
      at: request.created_at,
    })
    .execute()
}

/** Changes the row and writes the history row of the change in one statement. The caller holds the row. */
export async function moveRequest(
  db: Db,
  request: Pick<Row, 'id' | 'status'>,
  change: Updateable<PurchaseRequestTables['purchase_requests']> & {
    status: PurchaseRequestStatus
    updated_at: Date
  },
  by: { actor: Actor; comment: string | null },
): Promise<void> {
  await db
    .with('moved', (db) => db.updateTable('purchase_requests').set(change).where('id', '=', request.id))
    .insertInto('purchase_request_history')
    .values({
      request_id: request.id,
      from_status: request.status,
      to_status: change.status,
      reason_code: change.reason_code ?? null,
      comment: by.comment,
      ...doer(by.actor),
      at: change.updated_at,
    })
    .execute()
}

export async function assignRequest(
  db: Db,
  id: string,
  change: { assignee_id: string | null; version: number; updated_at: Date },
): Promise<void> {
  await db.updateTable('purchase_requests').set(change).where('id', '=', id).execute()
}

/** Approved requests whose quote ran out, held; those that somebody is just changing are left to them. */
export function lockExpiredQuotes(db: Db, at: Date, limit: number): Promise<PurchaseRequest[]> {
  return requests(db)
    .where('purchase_requests.status', '=', 'approved')
    .where('purchase_requests.quote_expires_at', '<=', at)
    .orderBy('purchase_requests.quote_expires_at')
    .limit(limit)
    .forUpdate('purchase_requests')
    .skipLocked()
    .execute()
}

/** Which request has this external id, once a unique constraint said that there is one. */
export async function findByExternalId(db: Db, externalId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('purchase_requests')
    .select('id')
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row?.id
}

export async function listHistory(
  db: Db,
  id: string,
  page: Page,
): Promise<{ total: number; rows: HistoryRow[] }> {
  const history = db.selectFrom('purchase_request_history').where('request_id', '=', id)
  const { total } = await history.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await history.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { total, rows }
}

export async function listComments(
  db: Db,
  id: string,
  page: Page,
): Promise<{ total: number; rows: CommentRow[] }> {
  const comments = db.selectFrom('purchase_request_comments').where('request_id', '=', id)
  const { total } = await comments.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await comments
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total, rows }
}

export function insertComment(
  db: Db,
  comment: { id: string; request_id: string; comment: string; actor: Actor; at: Date },
): Promise<CommentRow> {
  const { actor, ...values } = comment
  return db
    .insertInto('purchase_request_comments')
    .values({ ...values, ...doer(actor) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function doer(actor: Actor) {
  return { actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name }
}
