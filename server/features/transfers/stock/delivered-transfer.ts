import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { SentDeliveries } from '../../purchase-requests/deliveries/sent-deliveries.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import type { OwnCoins } from './own-coins.ts'

/** Records what a transfer from a wallet of the desk has done, in the transaction that ends it. */
export async function recordEnded(
  db: Db,
  { deliveries, ownCoins }: { deliveries: Pick<SentDeliveries, 'record'>; ownCoins: OwnCoins },
  transfer: Transfer,
  at: Date,
): Promise<void> {
  const isPosted = transfer.status === 'confirmed' && (await recordDelivered(db, deliveries, transfer, at))
  await ownCoins.post(db, transfer, { isPosted, at })
}

/** Returns whether it was posted as a delivery from the wallet. */
async function recordDelivered(
  db: Db,
  deliveries: Pick<SentDeliveries, 'record'>,
  transfer: Transfer,
  at: Date,
): Promise<boolean> {
  const { client_id, request_id, tx_id, signed_amount, asset, network } = transfer
  if (client_id === null || request_id === null || tx_id === null || signed_amount === null) return false
  return deliveries.record(db, {
    requestId: request_id,
    transferId: transfer.id,
    walletId: transfer.from_wallet_id,
    txHash: tx_id,
    output: transfer.output_index,
    amount: fromBaseUnits(BigInt(signed_amount), asset, network),
    at,
  })
}
