import { sql, type Updateable } from 'kysely'
import { isId } from '../../../../contract/api/common.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listTransfers } from '../transfer/transfer-store.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import type { Batch, BatchTables } from './batch-tables.ts'

/** Its values as they will be read. */
export async function insertBatch(db: Db, batch: Batch): Promise<void> {
  await db
    .insertInto('transfer_batches')
    .values({
      ...batch,
      members: JSON.stringify(batch.members),
      sums: JSON.stringify(batch.sums),
      withdrawn: JSON.stringify(batch.withdrawn),
      decided_by: null,
      created_by: JSON.stringify(batch.created_by),
    })
    .execute()
}

/** `id` may be any text. */
export async function findBatch(db: Db, id: string): Promise<Batch | undefined> {
  return isId(id)
    ? db.selectFrom('transfer_batches').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
}

/** `share`: others may sign its transfers, but nobody decides or dissolves it meanwhile. */
export async function lockBatch(db: Db, id: string, lock: 'change' | 'share'): Promise<Batch | undefined> {
  if (!isId(id)) return undefined
  const query = db.selectFrom('transfer_batches').selectAll().where('id', '=', id)
  return (lock === 'share' ? query.forShare() : query.forNoKeyUpdate()).executeTakeFirst()
}

export function changeBatch(
  db: Db,
  id: string,
  change: Omit<Updateable<BatchTables['transfer_batches']>, 'id'>,
): Promise<Batch> {
  return db
    .updateTable('transfer_batches')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function batches(db: Db) {
  return db.selectFrom('transfer_batches').selectAll()
}

/** The transfers of a batch, in its order. */
export function listMembers(db: Db, { members }: Pick<Batch, 'members'>): Promise<Transfer[]> {
  return listTransfers(
    db,
    members.map(({ transfer_id }) => transfer_id),
  )
}

export interface BatchProgress {
  signed: number
  /** Neither signed nor cancelled. */
  open: number
}

/** How far the transfers of each batch are. */
export async function progressOf(db: Db, ids: readonly string[]): Promise<Map<string, BatchProgress>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BatchProgress & { id: string }>`
    select batch.id,
      count(*) filter (where transfer.signed_at is not null)::int as signed,
      count(*) filter (where transfer.status = 'draft')::int as open
    from transfer_batches as batch
    cross join jsonb_array_elements(batch.members) as member
    join transfers as transfer on transfer.id = (member ->> 'transfer_id')::uuid
    where batch.id = any(${ids})
    group by batch.id
  `.execute(db)
  return new Map(rows.map(({ id, signed, open }) => [id, { signed, open }]))
}
