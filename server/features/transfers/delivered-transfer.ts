import { fromBaseUnits } from '../../../contract/transfer-assets.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SentDeliveries } from '../purchase-requests/deliveries/sent-deliveries.ts'
import type { Transfer } from './transfer-tables.ts'

/** Records what a transfer from a wallet of the desk has delivered, in the transaction that confirms it. */
export async function recordDelivered(
  db: Db,
  deliveries: Pick<SentDeliveries, 'record'>,
  transfer: Transfer,
  at: Date,
): Promise<void> {
  const { client_id, request_id, tx_id, signed_amount, asset, network } = transfer
  if (client_id === null || request_id === null || tx_id === null || signed_amount === null) return
  await deliveries.record(db, {
    requestId: request_id,
    transferId: transfer.id,
    walletId: transfer.from_wallet_id,
    txHash: tx_id,
    amount: fromBaseUnits(BigInt(signed_amount), asset, network),
    at,
  })
}
