import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOneOf } from '../../platform/db/tuples.ts'

const columns = [
  'id',
  'network',
  'asset',
  'from_wallet_id',
  'to_address',
  'signed_amount',
  'signed_fee',
  'status',
  'tx_id',
  'request_id',
] as const

/** Signed transfers with these transactions. What was replaced by the same transaction comes after what has replaced it. */
export async function transfersWithTransactions(db: Db, wanted: readonly (readonly [Network, string])[]) {
  if (wanted.length === 0) return []
  const found = await db
    .selectFrom('transfers')
    .select(columns)
    .where(isOneOf(['network', 'tx_id'], wanted))
    .orderBy('created_at', 'desc')
    .execute()
  return found.sort((a, b) => Number(a.status === 'replaced') - Number(b.status === 'replaced'))
}

export type TransferOfChain = Awaited<ReturnType<typeof transfersWithTransactions>>[number]

export function findTransferOfChain(db: Db, id: string): Promise<TransferOfChain | undefined> {
  return db.selectFrom('transfers').select(columns).where('id', '=', id).executeTakeFirst()
}
