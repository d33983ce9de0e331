import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { ChainDirection, ChainMatchKind, ChainSource } from '../../../../contract/books/chain-lines.ts'
import { coins, type PurchaseAsset } from '../../../../contract/money/assets.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import type { ChainLineRow, ChainTables } from '../stock/treasury-tables.ts'

/** What a node or a file tells of a transaction. Amounts are decimal numbers. */
export interface FoundLine {
  wallet_id: string
  network: Network
  asset: PurchaseAsset
  direction: ChainDirection
  amount: string
  fee: string
  tx_hash: string
  other_id: string | null
  counterparty: string | null
  /** An instant. */
  at: string
  /** A whole number; null from a file. */
  position: string | null
}

/** Whether something was posted from the line itself. */
export function isPosted({ match_kind }: Pick<ChainLineRow, 'match_kind'>): boolean {
  return match_kind === 'fee' || match_kind === 'move'
}

/** What waits for somebody: also what is posted and whose transaction was taken back, as the posting is still there. */
export const waits = (line: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${line}.status`)} = 'new' or (${sql.ref(`${line}.match_kind`)} in ('fee', 'move') and ${sql.ref(`${line}.taken_back_at`)} is not null))`

const given =
  sql.raw(`given (id uuid, wallet_id uuid, network text, asset text, direction text, amount numeric, fee numeric,
  tx_hash text, other_id text, counterparty text, at timestamptz, position bigint)`)
const isSame =
  sql.raw(`line.wallet_id = given.wallet_id and line.tx_hash = given.tx_hash and line.asset = given.asset
  and line.direction = given.direction`)

/** Held until the transaction ends: nodes and files tell of lines one after the other. */
export async function lockChainLines(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('chain lines', 0))`.execute(db)
}

/** Adds the lines that are not known yet. Returns their ids. */
export async function insertLines(
  db: Db,
  lines: readonly FoundLine[],
  { source, at }: { source: ChainSource; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into chain_lines (id, wallet_id, network, asset, direction, amount, fee, tx_hash, other_id, counterparty, at, position,
      source, status, waiting_since, listed_at)
    select id, wallet_id, network, asset, direction, amount, fee, tx_hash, other_id, counterparty, at, position,
      ${source}, 'new', ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${json(lines)}::json) as ${given}
    on conflict on constraint chain_lines_of_transaction do nothing
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

function json(lines: readonly FoundLine[]): string {
  return JSON.stringify(lines.map((line) => ({ id: newId(), ...line })))
}

/** Known lines with another amount. */
export async function listDiffering(db: Db, lines: readonly FoundLine[], limit: number) {
  const { rows } = await sql<{ tx_hash: string; asset: PurchaseAsset; known: string; found: string }>`
    select line.tx_hash, line.asset, line.amount::text as known, given.amount::text as found
    from json_to_recordset(${json(lines)}::json) as ${given} join chain_lines as line on ${isSame}
    where line.amount <> given.amount order by line.at, line.id limit ${limit}
  `.execute(db)
  return rows
}

/** What a node lists is there: a line that a file brought gets its place, and one that was taken back is new again. */
export async function confirmListed(db: Db, lines: readonly FoundLine[], at: Date): Promise<ChainLineRow[]> {
  const { rows } = await sql<ChainLineRow & { was_taken_back: boolean }>`
    with listed as (
      select line.id, given.position, line.taken_back_at is not null as was_taken_back
      from json_to_recordset(${json(lines)}::json) as ${given} join chain_lines as line on ${isSame}
      where line.position is distinct from given.position or line.taken_back_at is not null
    )
    update chain_lines as line set position = listed.position, taken_back_at = null,
      status = case when was_taken_back and status = 'set_aside' then 'new' else status end,
      set_aside_reason = case when was_taken_back then null else set_aside_reason end,
      waiting_since = case when was_taken_back then ${at}::timestamptz else waiting_since end
    from listed where line.id = listed.id
    returning line.*, was_taken_back
  `.execute(db)
  return rows.filter((row) => row.was_taken_back)
}

/** Lines of a wallet that its node no longer lists although it lists everything there. */
export async function lockUnlisted(
  db: Db,
  {
    walletId,
    floor,
    through,
    listed,
  }: {
    walletId: string
    floor: bigint
    through: bigint
    listed: readonly FoundLine[]
  },
): Promise<ChainLineRow[]> {
  const { rows } = await sql<ChainLineRow>`
    select line.* from chain_lines as line
    where wallet_id = ${walletId} and position >= ${floor.toString()}::bigint and position <= ${through.toString()}::bigint
      and taken_back_at is null and not exists (
        select from json_to_recordset(${json(listed)}::json) as ${given} where ${isSame}
      )
    order by id for update
  `.execute(db)
  return rows
}

/** What is too small to count and belongs to nothing, with what it cost to receive it. */
export async function ignoreDust(
  db: Db,
  ids: readonly string[],
  below: Readonly<Record<string, string>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ignored as (
      update chain_lines as line set status = 'dust'
      from json_each_text(${JSON.stringify(below)}::json) as rule (asset, amount)
      where line.id = any(${ids}::uuid[]) and line.status = 'new' and line.direction = 'incoming'
        and line.asset = rule.asset and line.amount < rule.amount::numeric
        and (line.fee = 0 or (line.asset = any(${Object.values(coins)}::text[]) and line.fee < rule.amount::numeric))
      returning line.id
    ) select count(*)::integer as count from ignored
  `.execute(db)
  return rows[0]?.count ?? 0
}

export function lockLine(db: Db, id: string): Promise<ChainLineRow | undefined> {
  return db.selectFrom('chain_lines').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findLine(db: Db, id: string): Promise<ChainLineRow | undefined> {
  return db.selectFrom('chain_lines').selectAll().where('id', '=', id).executeTakeFirst()
}

/** New lines among these, locked. */
export function lockNew(db: Db, ids: readonly string[]): Promise<ChainLineRow[]> {
  return db
    .selectFrom('chain_lines')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', '=', 'new')
    .where('taken_back_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The lines that have been new for the longest, or those of a transaction. */
export async function listNew(
  db: Db,
  {
    network,
    txHash,
    after,
    limit,
  }: {
    network?: Network
    txHash?: string
    after?: string | undefined
    limit: number
  },
): Promise<string[]> {
  let query = db.selectFrom('chain_lines').select('id').where('status', '=', 'new')
  if (network !== undefined && txHash !== undefined)
    query = query
      .where('network', '=', network)
      .where(({ eb, or }) => or([eb('tx_hash', '=', txHash), eb('other_id', '=', txHash)]))
  if (after !== undefined) query = query.where('id', '>', after)
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Lines of a transaction that somebody has set aside, locked. */
export function lockSetAside(
  db: Db,
  { network, txHash }: { network: Network; txHash: string },
): Promise<ChainLineRow[]> {
  return db
    .selectFrom('chain_lines')
    .selectAll()
    .where('network', '=', network)
    .where(({ eb, or }) => or([eb('tx_hash', '=', txHash), eb('other_id', '=', txHash)]))
    .where('status', '=', 'set_aside')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Lines that are matched with this, locked. */
export function lockMatchedWith(db: Db, kind: ChainMatchKind, id: string): Promise<ChainLineRow[]> {
  return db
    .selectFrom('chain_lines')
    .selectAll()
    .where('match_id', '=', id)
    .where('match_kind', '=', kind)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Those of the deliveries whose coins a line has brought back already. */
export async function returnedAmong(db: Db, deliveryIds: readonly string[]): Promise<Set<string>> {
  if (deliveryIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('chain_lines')
    .select('match_id')
    .where('match_id', 'in', deliveryIds)
    .where('match_kind', 'in', ['delivery', 'move'])
    .execute()
  return new Set(rows.flatMap(({ match_id }) => match_id ?? []))
}

/** What has come of each acquisition, as a decimal number. */
export async function receivedOf(db: Db, acquisitionIds: readonly string[]): Promise<Map<string, string>> {
  if (acquisitionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chain_lines')
    .select(['match_id', sql<string>`trim_scale(sum(amount))::text`.as('amount')])
    .where('match_kind', '=', 'acquisition')
    .where('match_id', 'in', acquisitionIds)
    .groupBy('match_id')
    .execute()
  return new Map(rows.map(({ match_id, amount }) => [match_id as string, amount]))
}

export function updateLine(
  db: Db,
  id: string,
  change: Updateable<ChainTables['chain_lines']>,
): Promise<ChainLineRow> {
  return db
    .updateTable('chain_lines')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How many lines of each wallet wait, by asset. */
export async function countWaiting(db: Db): Promise<{ wallet_id: string; asset: string; count: number }[]> {
  const { rows } = await sql<{ wallet_id: string; asset: string; count: number }>`
    select wallet_id, asset, count(*)::integer as count from chain_lines as line where ${waits('line')} group by wallet_id, asset
  `.execute(db)
  return rows
}

export interface LineSum {
  wallet_id: string
  network: Network
  asset: PurchaseAsset
  /** With a sign; without fees. */
  amount: string
  fee: string
}

const sums = sql.raw(`wallet_id, network, asset,
  trim_scale(sum(case direction when 'incoming' then amount else -amount end))::text as amount, trim_scale(sum(fee))::text as fee`)

/** What all lines of these wallets add up to. */
export async function sumsOf(db: Db, walletIds: readonly string[]): Promise<LineSum[]> {
  const { rows } = await sql<LineSum>`
    select ${sums} from chain_lines where wallet_id = any(${walletIds}::uuid[]) and taken_back_at is null
    group by wallet_id, network, asset
  `.execute(db)
  return rows
}

/**
 * What the chain has and the books have not, and why is known: lines that were set aside or are too small to count, fees of
 * receipts, and transfers that the books do not have yet.
 */
export async function explainingSums(
  db: Db,
  walletIds: readonly string[],
  transferIds: readonly string[],
): Promise<LineSum[]> {
  const { rows } = await sql<LineSum>`
    select ${sums} from (
      select wallet_id, network, asset, direction, case status when 'matched' then 0 else amount end as amount, fee
      from chain_lines
      where (status in ('set_aside', 'dust') or (direction = 'incoming' and fee > 0)) and status <> 'new'
        and wallet_id = any(${walletIds}::uuid[]) and taken_back_at is null
      union all
      select wallet_id, network, asset, direction, amount, case direction when 'incoming' then 0 else fee end
      from chain_lines
      where match_id = any(${transferIds}::uuid[]) and match_kind = 'transfer' and wallet_id = any(${walletIds}::uuid[])
        and taken_back_at is null
    ) as explaining group by wallet_id, network, asset
  `.execute(db)
  return rows
}
