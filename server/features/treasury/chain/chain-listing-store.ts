import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'

/**
 * Takes a wallet to ask its node about, unless it was taken since `before`: so that of several instances of the service one
 * asks. Returns what is known of it, or undefined.
 */
export async function takeListing(db: Db, walletId: string, { at, before }: { at: Date; before: Date }) {
  const { rows } = await sql<{ through: string | null; listed_at: Date | null }>`
    insert into chain_listings as known (wallet_id, asked_at) values (${walletId}, ${at})
    on conflict (wallet_id) do update set asked_at = excluded.asked_at where known.asked_at <= ${before}
    returning through::text, listed_at
  `.execute(db)
  return rows[0]
}

export async function setListed(db: Db, walletId: string, through: bigint, at: Date): Promise<void> {
  await db
    .updateTable('chain_listings')
    .set({ through: through.toString(), listed_at: at })
    .where('wallet_id', '=', walletId)
    .execute()
}

export function listListings(db: Db) {
  return db.selectFrom('chain_listings').select(['wallet_id', 'listed_at']).execute()
}

/** When the newest line of the wallet was, of those before a place in the chain. */
export async function lastLineBefore(db: Db, walletId: string, position: bigint): Promise<Date | undefined> {
  const row = await db
    .selectFrom('chain_lines')
    .select('at')
    .where('wallet_id', '=', walletId)
    .where('position', '<', position.toString())
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

export async function insertGap(
  db: Db,
  gap: { walletId: string; from: Date; until: Date; at: Date },
): Promise<void> {
  await db
    .insertInto('chain_gaps')
    .values({
      id: newId(),
      wallet_id: gap.walletId,
      from_at: gap.from,
      until_at: gap.until,
      found_at: gap.at,
    })
    .execute()
}

export function listOpenGaps(db: Db) {
  return db
    .selectFrom('chain_gaps')
    .select(['id', 'wallet_id', 'from_at', 'until_at'])
    .where('ended_at', 'is', null)
    .orderBy('from_at')
    .execute()
}

/**
 * A file that has transactions of the wallet at both ends of a gap, or beyond, was exported over all of it. Before the wallet
 * was made there are none.
 */
export async function endGaps(
  db: Db,
  spans: readonly { walletId: string; createdAt: Date; from: Date; until: Date }[],
  at: Date,
): Promise<number> {
  let ended = 0
  for (const { walletId, createdAt, from, until } of spans) {
    const { numUpdatedRows } = await db
      .updateTable('chain_gaps')
      .set({ ended_at: at })
      .where('wallet_id', '=', walletId)
      .where('ended_at', 'is', null)
      .where(({ or, eb }) => or([eb('from_at', '>=', from), eb('from_at', '=', createdAt)]))
      .where('until_at', '<=', until)
      .executeTakeFirst()
    ended += Number(numUpdatedRows)
  }
  return ended
}
