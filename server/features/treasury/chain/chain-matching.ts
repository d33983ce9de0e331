import { coins } from '../../../../contract/money/assets.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import { isZero } from '../../../../contract/money/decimal.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import { type Actor, service } from '../../../platform/actor.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isOneOf } from '../../../platform/db/tuples.ts'
import { actorText } from '../../../platform/stored-actor.ts'
import { deliveriesReturnedWith } from '../../purchase-requests/returned-deliveries.ts'
import {
  hasFee,
  holdTransfersWith,
  type TransferOfChain,
  wasGivenUp,
} from '../../transfers/transfers-of-chain.ts'
import { type OwnWallet, ownWallets } from '../stock/stock-reader.ts'
import type { AcquisitionRow, ChainLineRow } from '../stock/treasury-tables.ts'
import { lockNew, receivedOf, updateLine } from './chain-line-store.ts'
import { isOfDelivery, type ReturnedCoins, withAccounts } from './returned-coins.ts'

/** Lines that are looked at together. */
const atOnce = 500

export interface Match {
  kind: 'transfer' | 'acquisition' | 'delivery'
  id: string
  requestId: string | null
}

/**
 * Matches new lines with what names their transaction: transfers of own wallets, acquisitions, and deliveries that came back.
 * Nothing is posted. Returns how many were matched. `isTold`: each is recorded as a change of its own.
 */
export async function matchByTransaction(
  db: Db,
  ids: readonly string[],
  { at, isTold }: { at: Date; isTold: boolean },
): Promise<number> {
  if (ids.length === 0) return 0
  const wallets = await ownWallets(db)
  let matched = 0
  for (let from = 0; from < ids.length; from += atOnce) {
    const lines = await lockNew(db, ids.slice(from, from + atOnce))
    const known = await readKnown(db, lines)
    for (const line of lines) {
      const match = matchOf(line, wallets.get(line.wallet_id), known)
      if (!match) continue
      matched += 1
      await setMatch(db, line, match, { at, byTransaction: true, decidedBy: null })
      if (isTold) tellMatched(db, line, match, at)
    }
  }
  return matched
}

/** What is posted from the line itself. */
interface PostedMatch {
  kind: 'fee' | 'move'
  id: string
  requestId: string | null
  /** The fact of a move in the books. */
  postingId?: string
}

export function setMatch(
  db: Db,
  { id }: Pick<ChainLineRow, 'id'>,
  match: Match | PostedMatch,
  { at, byTransaction, decidedBy }: { at: Date; byTransaction: boolean; decidedBy: Actor | null },
): Promise<ChainLineRow> {
  return updateLine(db, id, {
    status: 'matched',
    match_kind: match.kind,
    match_id: match.id,
    request_id: match.requestId,
    posting_id: 'postingId' in match ? match.postingId : null,
    by_transaction: byTransaction,
    set_aside_reason: null,
    decided_by: decidedBy && actorText(decidedBy),
    decided_at: decidedBy === null ? null : at,
  })
}

function tellMatched(db: Db, line: ChainLineRow, { kind, id }: Match, at: Date): void {
  recordChange(db, service, {
    action: 'chain_line.matched',
    object: { type: 'chain_line', id: line.id },
    details: { kind, match_id: id, tx_hash: line.tx_hash },
    data: { id: line.id, tx_hash: line.tx_hash, asset: line.asset, kind, match_id: id },
    at,
  })
}

interface Known {
  transfers: Map<string, TransferOfChain[]>
  acquisitions: Map<string, AcquisitionRow[]>
  deliveries: Map<string, ReturnedCoins[]>
  /** What of each acquisition has not come yet, in smallest units. */
  left: Map<string, bigint>
}

const keyOf = (network: string, id: string | null) => `${network} ${id}`

async function readKnown(db: Db, lines: readonly ChainLineRow[]): Promise<Known> {
  const ids = lines.flatMap(({ network, tx_hash, other_id }) => [
    [network, tx_hash] as const,
    ...(other_id === null ? [] : [[network, other_id] as const]),
  ])
  const transfers = await holdTransfersWith(db, ids)
  const deliveries = await withAccounts(db, await deliveriesReturnedWith(db, ids))
  const acquisitions = await acquisitionsWith(db, ids)
  return {
    transfers: Map.groupBy(transfers, ({ network, tx_id }) => keyOf(network, tx_id)),
    acquisitions: Map.groupBy(acquisitions, ({ network, tx_hash }) => keyOf(network, tx_hash)),
    deliveries: Map.groupBy(deliveries, ({ network, returned_tx_hash }) => keyOf(network, returned_tx_hash)),
    left: await leftOf(db, acquisitions),
  }
}

/** Held, so that no two lines are matched with the same coins. */
async function acquisitionsWith(
  db: Db,
  ids: readonly (readonly [Network, string])[],
): Promise<AcquisitionRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('acquisitions')
    .selectAll()
    .where(isOneOf(['network', 'tx_hash'], ids))
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function leftOf(
  db: Db,
  acquisitions: readonly Pick<AcquisitionRow, 'id' | 'amount' | 'asset'>[],
): Promise<Map<string, bigint>> {
  const received = await receivedOf(
    db,
    acquisitions.map(({ id }) => id),
  )
  return new Map(
    acquisitions.map(({ id, amount, asset }) => [
      id,
      toUnits(amount, asset) - toUnits(received.get(id) ?? '0', asset),
    ]),
  )
}

function matchOf(line: ChainLineRow, wallet: OwnWallet | undefined, known: Known): Match | undefined {
  if (!wallet) return undefined
  for (const id of [line.tx_hash, line.other_id]) {
    if (id === null) continue
    const key = keyOf(line.network, id)
    const transfer = known.transfers.get(key)?.find((one) => isOfTransfer(line, one, wallet))
    if (transfer) return { kind: 'transfer', id: transfer.id, requestId: transfer.request_id }
    const units = toUnits(line.amount, line.asset)
    const acquisition = known.acquisitions
      .get(key)
      ?.find((one) => isOfAcquisition(line, one) && units <= (known.left.get(one.id) ?? 0n))
    if (acquisition) {
      known.left.set(acquisition.id, (known.left.get(acquisition.id) ?? 0n) - units)
      return { kind: 'acquisition', id: acquisition.id, requestId: null }
    }
    const delivery = known.deliveries.get(key)?.find((one) => isOfDelivery(line, one))
    if (delivery) return { kind: 'delivery', id: delivery.id, requestId: delivery.request_id }
  }
  return undefined
}

/** What the books have of the transfer, or will have: the coins that it has signed, or only its fee, or on TON what came back of it. */
export function isOfTransfer(line: ChainLineRow, transfer: TransferOfChain, wallet: OwnWallet): boolean {
  return isFeeOf(line, transfer)
    ? hasFee(transfer)
    : !wasGivenUp(transfer) && hasMovedCoinsOf(line, transfer, wallet)
}

/** Whether the network has carried out a transfer that was given up. */
export function isOfGivenUp(line: ChainLineRow, transfer: TransferOfChain, wallet: OwnWallet): boolean {
  return wasGivenUp(transfer) && !isFeeOf(line, transfer) && hasMovedCoinsOf(line, transfer, wallet)
}

/** Only the fee, or on TON what came back of the coins that went along with a token. */
function isFeeOf(line: ChainLineRow, transfer: TransferOfChain): boolean {
  const { asset, network, signed_fee } = transfer
  if (network !== line.network || transfer.from_wallet_id !== line.wallet_id) return false
  if (line.direction === 'outgoing') return isZero(line.amount) && line.asset === coins[network]
  const isRest = network === 'ton' && asset !== coins.ton && line.asset === coins.ton
  return isRest && toUnits(line.amount, line.asset) <= BigInt(signed_fee ?? 0)
}

function hasMovedCoinsOf(line: ChainLineRow, transfer: TransferOfChain, wallet: OwnWallet): boolean {
  const { asset, network } = transfer
  const isPayer = transfer.from_wallet_id === line.wallet_id
  const [isSide, moved] =
    line.direction === 'outgoing'
      ? [isPayer, transfer.paid]
      : [transfer.to_address === wallet.address, transfer.received]
  if (!isSide || moved === null || network !== line.network || asset !== line.asset) return false
  const signed = fromBaseUnits(BigInt(moved), asset, network)
  return toUnits(signed, asset) === toUnits(line.amount, asset)
}

export function isOfAcquisition(line: ChainLineRow, { wallet_id, asset }: AcquisitionRow): boolean {
  return line.direction === 'incoming' && wallet_id === line.wallet_id && asset === line.asset
}
