import type { Db } from '../../../platform/db/database.ts'

/**
 * Transfers from these wallets that were decided and that the network has not carried out yet, in base units. Of those that replace
 * each other only the newest is among them.
 */
export async function livingTransfers(db: Db, walletIds: readonly string[]) {
  if (walletIds.length === 0) return []
  return db
    .selectFrom('transfers')
    .select(['id', 'from_wallet_id', 'network', 'asset', 'signed_amount', 'signed_fee'])
    .select(['client_id', 'request_id', 'tx_id', 'output_index'])
    .where('from_wallet_id', 'in', walletIds)
    .where('prepared_at', 'is not', null)
    .where('status', 'in', ['draft', 'signed', 'sent'])
    .execute()
}
