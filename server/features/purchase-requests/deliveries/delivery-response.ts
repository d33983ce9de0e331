import type { DeliveryResponse } from '../../../../contract/purchase-requests/deals.ts'
import type { DeliveryRow } from '../facts/deal-tables.ts'
import { reversalOf } from '../facts/decision.ts'
import { doerOf } from '../facts/stored-actor.ts'

export function toDeliveryResponse(row: DeliveryRow): DeliveryResponse {
  const { returned_tx_hash, returned_at } = row
  return {
    id: row.id,
    request_id: row.request_id,
    tx_hash: row.tx_hash,
    output: row.output,
    amount: row.amount,
    asset: row.asset,
    network: row.network,
    destination_address: row.destination_address,
    transfer_id: row.transfer_id,
    delivered_at: (row.delivered_at ?? row.at).toISOString(),
    reversed: reversalOf(row),
    returned:
      returned_tx_hash && returned_at ? { tx_hash: returned_tx_hash, at: returned_at.toISOString() } : null,
    recorded_by: doerOf(row),
    recorded_at: row.at.toISOString(),
  }
}
