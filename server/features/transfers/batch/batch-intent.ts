import { createHash } from 'node:crypto'
import { coins, type PurchaseAsset } from '../../../../contract/money/assets.ts'
import { addDecimals } from '../../../../contract/money/decimal.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../../contract/wallets/transfer-rules.ts'
import type { Amount } from '../../../platform/authorization/amount.ts'
import type { ActPart, IntendedAct } from '../../../platform/authorization/authorization.ts'
import { withDeliveries } from '../transfer/transfer-intent.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'
import { memberOf } from './batch-decisions.ts'
import type { Batch, BatchMember } from './batch-tables.ts'

/** What all transfers of a batch send, in base units. */
export function sumsOf(transfers: readonly Transfer[]) {
  const sums: Record<string, string> = {}
  for (const { asset, amount } of transfers)
    sums[asset] = (BigInt(sums[asset] ?? 0) + BigInt(amount)).toString()
  return {
    sums,
    recipients: new Set(transfers.map(({ to_address }) => to_address)).size,
    fee_ceiling: transfers.reduce((sum, one) => sum + BigInt(one.fee_ceiling), 0n).toString(),
  }
}

export function membersOf(transfers: readonly Transfer[]): BatchMember[] {
  const key = ({ digest, transfer_id }: BatchMember) => `${digest} ${transfer_id}`
  return transfers.map(memberOf).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

export function digestOfMembers(members: readonly BatchMember[]): Buffer {
  return createHash('sha256')
    .update(members.map(({ digest }) => digest).join('\n'))
    .digest()
}

/** What may leave the wallet with all of them, by asset. */
export function leavingTogether(transfers: readonly Transfer[]): Amount[] {
  const [first] = transfers
  if (!first) return []
  const { network } = first
  const coin = coins[network]
  const values = new Map<string, string>()
  const add = (asset: PurchaseAsset, units: string) =>
    values.set(asset, addDecimals(values.get(asset) ?? '0', fromBaseUnits(BigInt(units), asset, network)))
  for (const { asset, amount, fee_ceiling } of transfers) {
    add(asset, amount)
    add(coin, fee_ceiling)
  }
  const sendsCoin = transfers.some(({ asset }) => asset === coin)
  const usual = transfers.reduce((sum, { asset }) => sum + usualFeeCeiling(network, asset), 0n)
  const unnamedUpTo = fromBaseUnits(usual, coin, network)
  return [...values].map(([currency, value]) => ({
    currency,
    value,
    ...(currency === coin && !sendsCoin && { unnamedUpTo }),
  }))
}

/**
 * The act of signing all of them, judged on their sum, with the deliveries that they make. Limits count the highest fees, and
 * each transfer.
 */
export function intendedBatch(
  batch: Batch,
  transfers: readonly Transfer[],
  deliveries: ReadonlyMap<string, ActPart>,
): IntendedAct<'transfer.sign'> {
  const { network } = batch
  const coin = coins[network]
  const leaves = leavingTogether(transfers)
  const { sums, recipients, fee_ceiling } = sumsOf(transfers)
  const delivers = withDeliveries([...deliveries.values()])
  const worthOf = (id: string) => {
    const { amount } = deliveries.get(id) ?? {}
    return amount && `${amount.value} ${amount.currency}`
  }
  const shown = (units: string, asset: PurchaseAsset) => fromBaseUnits(BigInt(units), asset, network)
  return {
    act: 'transfer.sign',
    subject: { type: 'transfer_batch', id: batch.id },
    organizationId: batch.organization_id,
    content: {
      organization_id: batch.organization_id,
      network,
      from_wallet_id: batch.from_wallet_id,
      from_generation: transfers[0]?.from_generation ?? null,
      from_address: transfers[0]?.from_address ?? null,
      digest: batch.digest.toString('hex'),
      transfers: transfers.length,
      recipients,
      sums: Object.fromEntries(
        Object.entries(sums).map(([asset, units]) => [asset, shown(units, asset as PurchaseAsset)]),
      ),
      fee_asset: coin,
      fee_ceiling: shown(fee_ceiling, coin),
      leaves: Object.fromEntries(leaves.map(({ currency, value }) => [currency, value])),
      ...(delivers && { worth: delivers.worth }),
      reason: batch.reason,
      payments: transfers.map(
        ({ id, amount, asset, to_address, memo, to_label, request_number }) =>
          `${shown(amount, asset)} ${asset} → ${[to_address, memo && `memo ${memo}`, to_label, request_number, worthOf(id)].filter(Boolean).join(', ')}`,
      ),
    },
    amount: leaves,
    ...(delivers && { carries: delivers.carries }),
    times: transfers.length,
    did: { created: [...new Set([batch.created_by_id, ...transfers.map((one) => one.created_by_id)])] },
  }
}
