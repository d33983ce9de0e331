import { type RawBuilder, sql } from 'kysely'
import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOneOf } from '../../platform/db/tuples.ts'

const columns = [
  'id',
  'network',
  'asset',
  'from_wallet_id',
  'to_address',
  'signed_fee',
  'status',
  'tx_id',
  'request_id',
] as const

/**
 * What the transaction takes from the wallet, and what it brings to the address of this transfer: a chain tells of a transaction
 * once, whether it makes one transfer or those of a batch on bitcoin. Null before the signature.
 */
const sums = [
  sumOf(sql`true`).as('paid'),
  sumOf(sql`other.to_address = transfers.to_address`).as('received'),
] as const

function sumOf(isCounted: RawBuilder<unknown>) {
  return sql<string | null>`case when output_index is null then signed_amount else (
    select sum(other.signed_amount::numeric)::text from transfers as other
    where other.batch_id = transfers.batch_id and other.output_index is not null and ${isCounted}
  ) end`
}

/** Signed transfers with these transactions. What was replaced by the same transaction comes after what has replaced it. */
export async function transfersWithTransactions(db: Db, wanted: readonly (readonly [Network, string])[]) {
  if (wanted.length === 0) return []
  const found = await db
    .selectFrom('transfers')
    .select(columns)
    .select(sums)
    .where(isOneOf(['network', 'tx_id'], wanted))
    .orderBy('created_at', 'desc')
    .execute()
  return found.sort((a, b) => Number(a.status === 'replaced') - Number(b.status === 'replaced'))
}

export type TransferOfChain = Awaited<ReturnType<typeof transfersWithTransactions>>[number]

export function findTransferOfChain(db: Db, id: string): Promise<TransferOfChain | undefined> {
  return db.selectFrom('transfers').select(columns).select(sums).where('id', '=', id).executeTakeFirst()
}
