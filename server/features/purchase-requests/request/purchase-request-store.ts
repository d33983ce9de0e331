import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import type {
  PurchaseRequestReason,
  PurchaseRequestStatus,
} from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { FieldChange } from '../../../../contract/purchase-requests/purchase-requests.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { markedTime, restWithCommit } from '../../../platform/db/primary/with-commit.ts'
import { withNextKept } from '../../../platform/db/primary/with-next.ts'
import type { Page } from '../../../platform/stored-responses/dense-page.ts'
import { organizationSummary } from '../../organizations/organization-summary.ts'
import { quoteOf } from '../facts/quote-of.ts'
import { insertQuote } from '../facts/quote-store.ts'
import { actorColumns } from '../facts/stored-actor.ts'
import type { PurchaseRequestRow, PurchaseRequestTables } from './purchase-request-tables.ts'
import { renderPurchaseRequest, type StoredPurchaseRequest } from './stored-purchase-request.ts'

/** A request with the fields of its organization that are part of the response. */
export type PurchaseRequest = PurchaseRequestRow & { inn: string | null; short_name: string | null }

export type HistoryRow = Selectable<PurchaseRequestTables['purchase_request_history']>

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

type Place = Pick<PurchaseRequestRow, 'seq' | 'number' | 'created_at'>

/**
 * The place of a new request: the next seq, the next number of the year, and a time after that of the request before. The
 * server takes it when the transaction commits, so that nobody waits for this process. Until then marks stand for it, which
 * occur nowhere else; the server puts the place in their stead. Everything from here on travels with the commit.
 */
export async function takePlace(db: Db, at: Date): Promise<Place> {
  const place = {
    seq: -randomInt(2 ** 47, 2 ** 48 - 1),
    number: `PR-${newId()}`,
    created_at: markedTime(),
  }
  const marks = [String(place.seq), place.number, place.created_at.toISOString()]
  const given = [at.toISOString(), ...marks].map((text) => pg.escapeLiteral(text)).join(', ')
  await restWithCommit(`purchase_request_place(${given})`).execute(db)
  return place
}

/** What the server has put for the marks of a new request. */
export function findPlace(db: Db, id: string): Promise<Place> {
  return db
    .selectFrom('purchase_requests')
    .select(['seq', 'number', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Writes the request, its stored fields, its first quote and its first history row in one statement. */
export async function insertPurchaseRequest(
  db: Db,
  request: PurchaseRequestRow,
  by: { actor: Actor; comment: string | null },
): Promise<void> {
  const quote = quoteOf(request, { id: newId(), actor: by.actor, at: request.created_at })
  await db
    .with('added', (db) => db.insertInto('purchase_requests').values(request))
    .with('stored', (db) => saveFields(db, [renderPurchaseRequest(request)]))
    .with('quoted', (db) => insertQuote(db, quote))
    .insertInto('purchase_request_history')
    .values({
      request_id: request.id,
      from_status: null,
      to_status: request.status,
      reason_code: null,
      comment: by.comment,
      changes: null,
      ...actorColumns(by.actor),
      at: request.created_at,
    })
    .execute()
}

export type RequestChange = Partial<Omit<PurchaseRequestRow, 'id' | 'seq'>>

/** A row of the history: a change of status, or with `changes` one of the terms. */
export interface HistoryEntry {
  from: PurchaseRequestStatus
  to: PurchaseRequestStatus
  reason_code?: PurchaseRequestReason | null
  comment?: string | null
  changes?: readonly FieldChange[]
  actor: Actor
  at: Date
}

/** Changes the row and its stored fields, and adds rows to the history, in one statement. The caller holds the row. */
export async function changeRequest(
  db: Db,
  request: PurchaseRequestRow,
  change: RequestChange,
  history: readonly HistoryEntry[],
): Promise<void> {
  const changing = db.with('changed', (db) =>
    db.updateTable('purchase_requests').set(change).where('id', '=', request.id),
  )
  const rendered = [renderPurchaseRequest({ ...request, ...change })]
  if (history.length === 0) {
    await saveFields(changing, rendered).modifyEnd(withNextKept).execute()
    return
  }
  await changing
    .with('stored', (db) => saveFields(db, rendered))
    .insertInto('purchase_request_history')
    .values(
      history.map((row) => ({
        request_id: request.id,
        from_status: row.from,
        to_status: row.to,
        reason_code: row.reason_code ?? null,
        comment: row.comment ?? null,
        changes: row.changes ? JSON.stringify(row.changes) : null,
        ...actorColumns(row.actor),
        at: row.at,
      })),
    )
    .modifyEnd(withNextKept)
    .execute()
}

/** Writes a change of status. */
export async function moveRequest(
  db: Db,
  request: PurchaseRequestRow,
  change: RequestChange & { status: PurchaseRequestStatus; updated_at: Date },
  { actor, comment }: { actor: Actor; comment: string | null },
): Promise<void> {
  const { status: to, reason_code = null, updated_at: at } = change
  await changeRequest(db, request, change, [{ from: request.status, to, reason_code, comment, actor, at }])
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

/** Who created the request, and who has quoted or corrected it since its last approval. */
export async function findAuthors(
  db: Db,
  id: string,
): Promise<{ creator: string | null; editors: (string | null)[] }> {
  const { rows } = await sql<{ actor_id: string | null; is_edit: boolean }>`
    select actor_id, changes is not null as is_edit
    from purchase_request_history
    where request_id = ${id} and (
      id = (select min(id) from purchase_request_history where request_id = ${id})
      or changes is not null and id > coalesce((
        select max(id) from purchase_request_history
        where request_id = ${id} and to_status = 'approved' and from_status in ('in_review', 'expired')
      ), 0)
    )
    order by id
  `.execute(db)
  const editors = rows.filter(({ is_edit }) => is_edit).map(({ actor_id }) => actor_id)
  return { creator: rows[0]?.actor_id ?? null, editors: [...new Set(editors)] }
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

/** Where these requests are. */
export async function listStates(
  db: Db,
  ids: readonly string[],
): Promise<Pick<PurchaseRequest, 'id' | 'status' | 'version'>[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('purchase_requests')
    .select(['id', 'status', 'version'])
    .where('id', 'in', ids)
    .execute()
}
