import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ownWallets } from '../stock/stock-reader.ts'
import { waits } from './chain-line-store.ts'
import { listOpenGaps } from './chain-listing-store.ts'

export interface OpenChainLine {
  id: string
  tx_hash: string
  at: Date
  /** Negative for what has left. */
  amount: string
  asset: string
  /** Of all such lines. */
  total: number
}

/** Transactions of own wallets before a time that nobody has said anything of, the oldest first. */
export async function openChainLines(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<OpenChainLine[]> {
  const { rows } = await sql<OpenChainLine>`
    select id, tx_hash, at, asset, count(*) over ()::integer as total,
      trim_scale(case direction when 'incoming' then amount else -amount end)::text as amount
    from chain_lines as line where ${waits('line')} and at < ${before} order by at, id limit ${limit}
  `.execute(db)
  return rows
}

export interface OpenGap {
  address: string
  from: Date
}

/** Times before a moment of which the nodes of own wallets have listed nothing. */
export async function openChainGaps(db: Db, before: Date): Promise<OpenGap[]> {
  const gaps = await listOpenGaps(db)
  if (gaps.length === 0) return []
  const wallets = await ownWallets(db)
  return gaps
    .filter(({ from_at }) => from_at < before)
    .map(({ wallet_id, from_at: from }) => ({ address: wallets.get(wallet_id)?.address ?? wallet_id, from }))
}
