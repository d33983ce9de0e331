import { type SelectQueryBuilder, sql } from 'kysely'
import type { AuditFilter } from '../../../contract/events/audit.ts'
import type { Db, Tables } from '../db/database.ts'
import type { RecordedEvent } from '../request-scope.ts'
import type { ChainRow, Link } from './audit-chain.ts'
import type { AuditOutcome } from './audit-tables.ts'

const columns = ['seq', 'at', 'event', 'previous_hash', 'hash'] as const

/** Reads the chain. A simulation passes its own. */
export interface ChainReader {
  findAuditHead(): Promise<Link>
  findAuditRow(seq: number): Promise<ChainRow | undefined>
  findChainRows(after: number, upTo: number, limit: number): Promise<ChainRow[]>
  /** The row of each of these events, in their order; undefined for one that is not there. */
  findRowsOf(recorded: readonly RecordedEvent[]): Promise<(number | undefined)[]>
}

export function createChainReader(db: Db): ChainReader {
  return {
    findAuditHead: () => findAuditHead(db),
    findAuditRow: (seq) => findAuditRow(db, seq),
    findChainRows: (after, upTo, limit) => findChainRows(db, after, upTo, limit),
    findRowsOf: (recorded) => findRowsOf(db, recorded),
  }
}

export function findAuditHead(db: Db): Promise<Link> {
  return db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
}

/** The head, and the hash of an earlier row in the same view of the log; null if there is no such row. */
export async function findHeadAndHash(db: Db, seq: number): Promise<Link & { earlier: Buffer | null }> {
  const earlier = (query: Db) => query.selectFrom('audit_events').select('hash').where('seq', '=', seq)
  return db
    .selectFrom('audit_head')
    .select(['seq', 'hash', earlier(db).as('earlier')])
    .executeTakeFirstOrThrow()
}

/** Events of proven rows that have reached a revision, oldest first. */
export async function findRevisionEvents(db: Db, after: number, upTo: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('event')
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('event', 'like', '%"revisions":[%')
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => event)
}

export async function findFirstSeqOf(db: Db, action: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_events')
    .select('seq')
    .where('action', '=', action)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq
}

export function findAuditRow(db: Db, seq: number): Promise<ChainRow | undefined> {
  return db.selectFrom('audit_events').select(columns).where('seq', '=', seq).executeTakeFirst()
}

/** Rows in the order of the chain, up to the head at the start of the verification. */
export function findChainRows(db: Db, after: number, upTo: number, limit: number): Promise<ChainRow[]> {
  return db
    .selectFrom('audit_events')
    .select(columns)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** They are among the newest of their action, so each is found by a few steps in an index. */
async function findRowsOf(db: Db, recorded: readonly RecordedEvent[]): Promise<(number | undefined)[]> {
  if (recorded.length === 0) return []
  const { rows } = await sql<{ seq: number | null }>`
    select found.seq
    from unnest(
      ${recorded.map(({ action }) => action)}::text[], ${recorded.map(({ event }) => event)}::text[]
    ) with ordinality as wanted (action, event, place)
    left join lateral (
      select seq from audit_events where action = wanted.action and event = wanted.event order by seq desc limit 1
    ) as found on true
    order by wanted.place
  `.execute(db)
  return rows.map(({ seq }) => seq ?? undefined)
}

/** The same rows with what a replay of their events needs. */
export function findEventRows(
  db: Db,
  after: number,
  upTo: number,
  limit: number,
): Promise<{ seq: number; action: string; outcome: AuditOutcome; event: string }[]> {
  return db
    .selectFrom('audit_events')
    .select(['seq', 'action', 'outcome', 'event'])
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/** NUL characters cannot be stored; canonicalJson() replaces them, so a filter must do the same. */
function asStored(filter: AuditFilter): AuditFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, value?.replaceAll('\0', '\ufffd')]),
  )
}

function matching<O>(query: SelectQueryBuilder<Tables, 'audit_events', O>, filter: AuditFilter) {
  const { action, actor_id, object_type, object_id, organization_id, outcome, from, to } = asStored(filter)
  return query
    .$if(action !== undefined, (query) => query.where('action', '=', action as string))
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id as string))
    .$if(object_type !== undefined, (query) => query.where('object_type', '=', object_type as string))
    .$if(object_id !== undefined, (query) => query.where('object_id', '=', object_id as string))
    .$if(organization_id !== undefined, (query) =>
      query.where('organization_id', '=', organization_id as string),
    )
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as AuditOutcome))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from as string)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to as string)))
}

/** Newest first. Without a filter, seq has no gaps, so an offset is a single index lookup. */
export function listAuditRows(
  db: Db,
  filter: AuditFilter,
  { head, limit, offset }: { head: number; limit: number; offset: number },
): Promise<ChainRow[]> {
  const rows = db.selectFrom('audit_events').select(columns).orderBy('seq', 'desc').limit(limit)
  if (!isFiltered(filter)) return rows.where('seq', '<=', head - offset).execute()
  return matching(rows, filter).where('seq', '<=', head).offset(offset).execute()
}

export async function countAuditRows(db: Db, filter: AuditFilter, head: number): Promise<number> {
  if (!isFiltered(filter)) return head
  const { total } = await matching(db.selectFrom('audit_events'), filter)
    .where('seq', '<=', head)
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A batch of rows, oldest first. */
/** All of them, in the order of the chain, however many somebody has appended. */
export async function* eachMatchingRow(db: Db, filter: AuditFilter): AsyncIterable<ChainRow> {
  const limit = 1_000
  let after = 0
  let rows: ChainRow[]
  do {
    rows = await findMatchingRows(db, filter, { after, upTo: Number.MAX_SAFE_INTEGER, limit })
    yield* rows
    after = rows.at(-1)?.seq ?? after
  } while (rows.length === limit)
}

export function findMatchingRows(
  db: Db,
  filter: AuditFilter,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ChainRow[]> {
  return matching(db.selectFrom('audit_events').select(columns), filter)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
