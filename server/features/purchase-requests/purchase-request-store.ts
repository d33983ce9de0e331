import { type Selectable, sql } from 'kysely'
import type { PurchaseRequestStatus } from '../../../contract/purchase-request-rules.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Page } from '../../platform/stored-responses/dense-page.ts'
import { organizationSummary } from '../organizations/organization-summary.ts'
import type { PurchaseRequestRow, PurchaseRequestTables } from './purchase-request-tables.ts'
import { renderPurchaseRequest, type StoredPurchaseRequest } from './stored-purchase-request.ts'

/** A request with the fields of its organization that are part of the response. */
export type PurchaseRequest = PurchaseRequestRow & { inn: string; short_name: string | null }

export type HistoryRow = Selectable<PurchaseRequestTables['purchase_request_history']>
export type CommentRow = Selectable<PurchaseRequestTables['purchase_request_comments']>

function requests(db: Db) {
  return db
    .selectFrom('purchase_requests')
    .innerJoin(
      organizationSummary(db).as('organization'),
      'organization.id',
      'purchase_requests.organization_id',
    )
    .selectAll('purchase_requests')
    .select(['organization.inn', 'organization.short_name'])
}

export function findPurchaseRequest(db: Db, id: string): Promise<PurchaseRequest | undefined> {
  return requests(db).where('purchase_requests.id', '=', id).executeTakeFirst()
}

export function findPurchaseRequestBy(
  db: Db,
  column: 'number' | 'external_id',
  value: string,
): Promise<PurchaseRequest | undefined> {
  return requests(db).where(`purchase_requests.${column}`, '=', value).executeTakeFirst()
}

/** Reads the request and locks its row until the transaction ends. */
export function lockPurchaseRequest(db: Db, id: string): Promise<PurchaseRequest | undefined> {
  return requests(db).where('purchase_requests.id', '=', id).forUpdate('purchase_requests').executeTakeFirst()
}

/** The next seq and the next number of the year. Locks the counters, so call it late in a transaction. */
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

/** Writes the request, its stored fields and its first history row in one statement. */
export async function insertPurchaseRequest(
  db: Db,
  request: PurchaseRequestRow,
  by: { actor: Actor; comment: string | null },
): Promise<void> {
  await db
    .with('added', (db) => db.insertInto('purchase_requests').values(request))
    .with('stored', (db) => saveFields(db, [renderPurchaseRequest(request)]))
    .insertInto('purchase_request_history')
    .values({
      request_id: request.id,
      from_status: null,
      to_status: request.status,
      reason_code: null,
      comment: by.comment,
      ...actorColumns(by.actor),
      at: request.created_at,
    })
    .execute()
}

type Change = Partial<Omit<PurchaseRequestRow, 'id' | 'seq'>>

/** Changes the row and its stored fields, and adds the history row of a move, in one statement. The caller holds the row. */
export async function moveRequest(
  db: Db,
  request: PurchaseRequestRow,
  change: Change & { status: PurchaseRequestStatus; updated_at: Date },
  by: { actor: Actor; comment: string | null },
): Promise<void> {
  await db
    .with('moved', (db) => db.updateTable('purchase_requests').set(change).where('id', '=', request.id))
    .with('stored', (db) => saveFields(db, [renderPurchaseRequest({ ...request, ...change })]))
    .insertInto('purchase_request_history')
    .values({
      request_id: request.id,
      from_status: request.status,
      to_status: change.status,
      reason_code: change.reason_code ?? null,
      comment: by.comment,
      ...actorColumns(by.actor),
      at: change.updated_at,
    })
    .execute()
}

/** Changes the row and its stored fields in one statement. The caller holds the row. */
export async function updateRequest(db: Db, request: PurchaseRequestRow, change: Change): Promise<void> {
  const changing = db.with('changed', (db) =>
    db.updateTable('purchase_requests').set(change).where('id', '=', request.id),
  )
  await saveFields(changing, [renderPurchaseRequest({ ...request, ...change })]).execute()
}

export function saveFields(db: Pick<Db, 'insertInto'>, requests: readonly StoredPurchaseRequest[]) {
  return db
    .insertInto('purchase_request_responses')
    .values(requests)
    .onConflict((conflict) =>
      conflict.column('seq').doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        format: ref('excluded.format'),
        fields: ref('excluded.fields'),
      })),
    )
}

/** Locks approved requests whose quote has expired. Requests that are being changed are skipped. */
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

/** The request with this external id, after a unique constraint was violated. */
/** The id of the actor who created the request. */
export async function findCreator(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('purchase_request_history')
    .select('actor_id')
    .where('request_id', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.actor_id ?? null
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
    .values({ ...values, ...actorColumns(actor) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function actorColumns(actor: Actor) {
  return { actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name }
}
