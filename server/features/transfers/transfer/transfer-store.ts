import { type Insertable, sql, type Updateable } from 'kysely'
import { isId } from '../../../../contract/api/common.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Transfer, TransferStepRow, TransferTables } from './transfer-tables.ts'

export type NewTransfer = Insertable<TransferTables['transfers']>
export type TransferChange = Omit<Updateable<TransferTables['transfers']>, 'id' | 'version'>

export async function insertTransfer(db: Db, transfer: NewTransfer): Promise<Transfer> {
  return db.insertInto('transfers').values(transfer).returningAll().executeTakeFirstOrThrow()
}

/** `id` may be any text. */
export async function findTransfer(db: Db, id: string): Promise<Transfer | undefined> {
  return isId(id) ? db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst() : undefined
}

/** The row, locked until the transaction ends. */
export async function lockTransfer(db: Db, id: string): Promise<Transfer | undefined> {
  return isId(id)
    ? db.selectFrom('transfers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    : undefined
}

/** In the order of the ids. */
export async function listTransfers(db: Db, ids: readonly string[]): Promise<Transfer[]> {
  const rows = await db.selectFrom('transfers').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Locks them in one order, so that two transactions that want some of the same wait for each other once. */
export function lockTransfers(db: Db, ids: readonly string[]): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The transfers that the same transaction makes, in the order of its outputs: all of a batch on bitcoin, else this one. */
export async function listTogether(db: Db, transfer: Transfer): Promise<[Transfer, ...Transfer[]]> {
  const { output_index, batch_id } = transfer
  if (output_index === null || batch_id === null) return [transfer]
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('batch_id', '=', batch_id)
    .where('output_index', 'is not', null)
    .orderBy('output_index')
    .execute()
  return rows as [Transfer, ...Transfer[]]
}

/** The same, locked; undefined if there is no such transfer. */
export async function lockTogether(db: Db, id: string): Promise<Transfer[] | undefined> {
  const found = await findTransfer(db, id)
  if (!found) return undefined
  const ids = (await listTogether(db, found)).map((one) => one.id)
  const locked = await lockTransfers(db, ids)
  // It was decided meanwhile that others are signed with it.
  const isNews = found.output_index === null && locked.some(({ output_index }) => output_index !== null)
  return isNews ? lockTogether(db, id) : locked
}

/** A change that people see, which makes a new version. */
export function changeTransfer(db: Db, id: string, change: TransferChange): Promise<Transfer> {
  return db
    .updateTable('transfers')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Transfers of a request that have paid for it or may still do so, apart from this one. A node may be wrong about one that
 * failed, and may send one that was replaced: both count until people have released them with evidence.
 */
export function listPayingTransfers(
  db: Db,
  requestId: string,
  { exceptId, withDrafts = false }: { exceptId?: string | undefined; withDrafts?: boolean },
): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('request_id', '=', requestId)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId as string))
    .$if(!withDrafts, (query) => query.where('prepared_at', 'is not', null))
    .where('status', '<>', 'cancelled')
    .where('evidence', 'is', null)
    .orderBy('id')
    .execute()
}

/** Until the transaction ends nobody else prepares a top-up of this wallet. */
export async function holdTopUps(db: Db, walletId: string): Promise<void> {
  const name = `top-up ${walletId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The top-up of this wallet that may still bring it coins. */
export async function findOpenTopUp(db: Db, walletId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('transfers')
    .select('id')
    .where('address_id', '=', walletId)
    .where('fuel_for', 'is not', null)
    .where('status', 'in', ['draft', 'signed', 'sent'])
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Two transfers are the same transaction if one replaced or followed the other with the same values: the last counts. Or if
 * they are of one batch on bitcoin: then it is any of them.
 */
export function findTransferByTx(db: Db, network: Network, txId: string): Promise<Transfer | undefined> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('tx_id', '=', txId)
    .where('network', '=', network)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Those with this transaction that deliver requests from wallets of the desk, and are not confirmed. */
export function listDeliveringWith(db: Db, network: Network, txId: string): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('tx_id', '=', txId)
    .where('network', '=', network)
    .where('client_id', 'is not', null)
    .where('status', 'in', ['signed', 'sent', 'replaced', 'failed'])
    .orderBy('id')
    .execute()
}

/** Drafts that nobody has had signed since `before`; those that somebody else has locked are left out. */
export function lockOldDrafts(db: Db, before: Date, limit: number): Promise<Transfer[]> {
  return db
    .selectFrom('transfers')
    .selectAll()
    .where('status', '=', 'draft')
    .where('prepared_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
}

/** Takes transfers of these networks whose effect was not asked for since `before`, so that no other node asks as well. */
export function takeUnchecked(
  db: Db,
  networks: readonly Network[],
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<Transfer[]> {
  return db
    .updateTable('transfers')
    .set({ checked_at: at })
    .where('id', 'in', (query) =>
      query
        .selectFrom('transfers')
        .select('id')
        .where('status', 'in', ['signed', 'sent', 'replaced'])
        .where('network', 'in', networks)
        .where((row) => row.or([row('checked_at', 'is', null), row('checked_at', '<', before)]))
        .orderBy('checked_at', (order) => order.asc().nullsFirst())
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** Transfers that were confirmed since `since`, and were not asked for again since `before`. */
export function takeWatched(
  db: Db,
  networks: readonly Network[],
  { since, before, at, limit }: { since: Date; before: Date; at: Date; limit: number },
): Promise<Transfer[]> {
  return db
    .updateTable('transfers')
    .set({ checked_at: at })
    .where('id', 'in', (query) =>
      query
        .selectFrom('transfers')
        .select('id')
        .where('status', '=', 'confirmed')
        .where('updated_at', '>=', since)
        .where('network', 'in', networks)
        .where('checked_at', '<', before)
        .where(sql<boolean>`effect ->> 'result' = 'confirmed'`)
        .orderBy('updated_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

export async function insertStep(db: Db, step: Insertable<TransferTables['transfer_steps']>): Promise<void> {
  await db.insertInto('transfer_steps').values(step).execute()
}

export function listSteps(db: Db, transferId: string): Promise<TransferStepRow[]> {
  return db
    .selectFrom('transfer_steps')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('id')
    .execute()
}
