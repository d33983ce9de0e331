import { createHash } from 'node:crypto'
import { coins, type PurchaseAsset } from '../../../../contract/money/assets.ts'
import { addDecimals } from '../../../../contract/money/decimal.ts'
import type { ResembledAddress } from '../../../../contract/wallets/address-book.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../../contract/wallets/transfer-rules.ts'
import type { Amount } from '../../../platform/authorization/amount.ts'
import type { ActPart, IntendedAct } from '../../../platform/authorization/authorization.ts'
import type { ReplacedAct } from '../../../platform/authorization/decided.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { comparison } from '../../address-book/comparison.ts'
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
  | 'memo'
  | 'to_label'
  | 'to_ownership'
  | 'amount'
  | 'fee_ceiling'
  | 'reason'
  | 'request_id'
  | 'request_number'
  | 'replaces'
  | 'compared_with'
  | 'client_id'
  | 'fuel_for'
>

/**
 * The intent: all that people vote on, and nothing that a chain needs fresh. Amounts are written twice: as people read
 * them, and in the base units that are signed.
 */
export function intentOf(transfer: Intended): Record<string, string | number | null | string[]> {
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
    ...(transfer.memo !== null && { memo: transfer.memo }),
    to_label: transfer.to_label,
    to_ownership: transfer.to_ownership,
    fee_asset: coin,
    fee_ceiling: fromBaseUnits(BigInt(fee_ceiling), coin, network),
    fee_ceiling_units: fee_ceiling,
    reason: transfer.reason,
    request_id: transfer.request_id,
    request_number: transfer.request_number,
    replaces: transfer.replaces,
    ...(transfer.client_id && { client_id: transfer.client_id }),
    ...(transfer.fuel_for && { fuel_for: transfer.fuel_for }),
    ...(transfer.compared_with && { compared_with: transfer.compared_with }),
  }
}

export function digestOf(transfer: Intended): Buffer {
  return createHash('sha256')
    .update(canonicalJson(intentOf(transfer)))
    .digest()
}

/** What may leave the wallet, by asset: the amount and the highest fee, which a token pays in the coin of its network. */
export function leaving(
  { network, asset }: Pick<Intended, 'network' | 'asset'>,
  { amount, fee }: { amount: bigint; fee: bigint },
): Amount[] {
  const coin = coins[network]
  const inWords = (units: bigint, of: PurchaseAsset) => ({
    currency: of,
    value: fromBaseUnits(units, of, network),
  })
  if (asset === coin) return [inWords(amount + fee, coin)]
  const usual = fromBaseUnits(usualFeeCeiling(network, asset), coin, network)
  return [inWords(amount, asset), { ...inWords(fee, coin), unnamedUpTo: usual }]
}

/** What may leave at most, before it is planned. Everything of a wallet delivers no request, so that only its fee counts. */
export function mostLeaving(transfer: Transfer): Amount[] {
  const amount = transfer.amount === 'all' ? 0n : BigInt(transfer.amount)
  return leaving(transfer, { amount, fee: BigInt(transfer.fee_ceiling) })
}

/** What the chain needs fresh and people must know nevertheless. */
export interface SignedTerms {
  /** In base units: of `all`, what people see and approve, which the signature does not exceed. */
  amount: bigint
  /** A nonce beyond the next one that is known. */
  gap: { nonce: string; next: string } | null
  /** What was decided of the transfers that it replaces, of which only one can be carried out. */
  replaces: readonly ReplacedAct[]
  /** The trusted addresses that the destination looks like, with which it was compared in full. */
  alike: readonly ResembledAddress[]
  /** The delivery that it makes, which the service records. */
  delivery?: ActPart | undefined
}

/** What is judged with a signature whose transfers make these deliveries, and what people see of it. */
export function withDeliveries(deliveries: readonly ActPart[]) {
  if (deliveries.length === 0) return undefined
  const worth: Record<string, string> = {}
  for (const { amount } of deliveries)
    worth[amount.currency] = addDecimals(worth[amount.currency] ?? '0', amount.value)
  return { carries: { act: 'request.complete', parts: deliveries }, worth } as const
}

/** The act of signing it. Conditions and people judge the highest fee; limits count what the transaction can cost. */
export function intendedSignature(
  transfer: Transfer,
  planned: { amount: bigint; fee: bigint },
  { amount, gap, replaces, alike, delivery }: SignedTerms,
): IntendedAct<'transfer.sign'> {
  const { network, asset } = transfer
  const leaves = leaving(transfer, { amount, fee: BigInt(transfer.fee_ceiling) })
  const intent = intentOf(transfer)
  const delivers = withDeliveries(delivery ? [delivery] : [])
  return {
    act: 'transfer.sign',
    subject: { type: 'transfer', id: transfer.id, version: transfer.version },
    organizationId: transfer.organization_id,
    content: {
      ...intent,
      ...(transfer.amount === 'all' && {
        sends_all: true,
        amount: fromBaseUnits(amount, asset, network),
        amount_units: amount.toString(),
      }),
      leaves: Object.fromEntries(leaves.map(({ currency, value }) => [currency, value])),
      ...(delivers && { worth: delivers.worth }),
      ...(gap && { nonce: gap.nonce, next_nonce: gap.next }),
      ...comparison(alike),
    },
    amount: leaves,
    moved: leaving(transfer, planned),
    replaces,
    ...(delivers && { carries: delivers.carries }),
    did: { created: [transfer.created_by_id] },
  }
}
