import { createHash } from 'node:crypto'
import { coins, fromBaseUnits } from '../../../contract/transfer-assets.ts'
import type { IntendedAct } from '../../platform/authorization/authorization.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Transfer } from './transfer-tables.ts'

/** What is decided when a transfer is prepared. */
export type Intended = Pick<
  Transfer,
  | 'organization_id'
  | 'network'
  | 'asset'
  | 'from_wallet_id'
  | 'from_generation'
  | 'from_address'
  | 'address_id'
  | 'to_address'
  | 'to_label'
  | 'to_ownership'
  | 'amount'
  | 'fee_ceiling'
  | 'reason'
  | 'request_id'
  | 'request_number'
  | 'replaces'
>

/**
 * The intent: all that people vote on, and nothing that a chain needs fresh. Amounts are written twice: as people read
 * them, and in the base units that are signed.
 */
export function intentOf(transfer: Intended): Record<string, string | number | null> {
  const { network, asset, amount, fee_ceiling } = transfer
  const coin = coins[network]
  return {
    organization_id: transfer.organization_id,
    network,
    asset,
    amount: amount === 'all' ? 'all' : fromBaseUnits(BigInt(amount), asset, network),
    amount_units: amount,
    from_wallet_id: transfer.from_wallet_id,
    from_generation: transfer.from_generation,
    from_address: transfer.from_address,
    address_id: transfer.address_id,
    to_address: transfer.to_address,
    to_label: transfer.to_label,
    to_ownership: transfer.to_ownership,
    fee_asset: coin,
    fee_ceiling: fromBaseUnits(BigInt(fee_ceiling), coin, network),
    fee_ceiling_units: fee_ceiling,
    reason: transfer.reason,
    request_id: transfer.request_id,
    request_number: transfer.request_number,
    replaces: transfer.replaces,
  }
}

export function digestOf(transfer: Intended): Buffer {
  return createHash('sha256')
    .update(canonicalJson(intentOf(transfer)))
    .digest()
}

/**
 * The act of signing it. `all` is no amount: a rule cannot judge it, so that its conditions count as met; limits count
 * what the transaction moves.
 */
export function intendedSignature(transfer: Transfer, moved: bigint): IntendedAct {
  const { network, asset, amount } = transfer
  const inWords = (units: bigint) => ({ currency: asset, value: fromBaseUnits(units, asset, network) })
  return {
    act: 'transfer.sign',
    subject: { type: 'transfer', id: transfer.id, version: transfer.version },
    organizationId: transfer.organization_id,
    content: intentOf(transfer),
    ...(amount !== 'all' && { amount: inWords(BigInt(amount)) }),
    moved: inWords(moved),
    did: { created: [transfer.created_by_id] },
  }
}
