import type {
  PositionHistoryQuery,
  PositionHistoryResponse,
  PositionResponse,
} from '../../../contract/books/treasury.ts'
import {
  coins as coinOf,
  type PurchaseAsset,
  purchasableAssets,
  purchaseAssets,
} from '../../../contract/money/assets.ts'
import { toUnits } from '../../../contract/money/commodities.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../books/accounts.ts'
import { coinBalances, coinChangesByDay } from '../books/coin-balances.ts'
import { smaller } from '../chain-nodes/bounds.ts'
import { deskCompanyNames } from '../papers/company-names.ts'
import { openDemand, owedByDay, waitingAmong } from '../purchase-requests/open-demand.ts'
import { livingTransfers } from '../transfers/stock/living-transfers.ts'
import { listBalances } from '../wallets/wallet-balances.ts'
import { countWaiting } from './chain/chain-line-store.ts'
import { explainedUnits } from './chain/chain-statements.ts'
import { signedDecimal } from './stock/signed-decimal.ts'
import { type OwnWallet, ownWallets } from './stock/stock-reader.ts'

export type PositionService = ReturnType<typeof createPositionService>

type Item = PositionResponse['items'][number]

/** What is known of a wallet and an asset, in smallest units of the books. */
interface Known {
  held: bigint
  onChain: bigint | null
  checkedAt: Date | null
  reserved: bigint
  /** What the chain has otherwise, and somebody has said why. */
  explained: bigint
}

/** What the desk has, and what it owes. */
export function createPositionService({
  db: pool,
  now,
  days,
}: {
  db: Db
  now: () => Date
  days: Pick<Days, 'dayOf' | 'timeZone'>
}) {
  /** All as it was at one moment: what is confirmed meanwhile is not held and reserved at once. */
  const atOnce = <T>(read: (db: Db) => Promise<T>): Promise<T> =>
    pool.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

  return {
    read: (): Promise<PositionResponse> =>
      atOnce(async (db) => {
        const wallets = [...(await ownWallets(db)).values()]
        const living = await livingTransfers(
          db,
          wallets.map(({ id }) => id),
        )
        const known = await readKnown(db, wallets, living)
        const onTheWay = await onTheWayToClients(db, living)
        const waiting = await countWaiting(db)
        const names = await deskCompanyNames(db)
        const demand = new Map((await openDemand(db)).map((one) => [`${one.asset} ${one.network}`, one]))
        const items = purchasableAssets.flatMap(({ asset, network }): Item[] => {
          const here = wallets
            .filter((wallet) => wallet.network === network)
            .flatMap((wallet) => {
              const found = known(wallet.id, asset)
              const isEmpty =
                found.held === 0n &&
                found.reserved === 0n &&
                !found.onChain &&
                waitingOf(waiting, wallet.id, asset) === 0
              return isEmpty ? [] : [{ wallet, found }]
            })
          const wanted = demand.get(`${asset} ${network}`)
          if (here.length === 0 && !wanted) return []
          const shown = (units: bigint) => signedDecimal(units, asset)
          const sum = (of: 'held' | 'reserved' | 'explained') =>
            here.reduce((total, { found }) => total + found[of], 0n)
          const [held, reserved, explained] = [sum('held'), sum('reserved'), sum('explained')]
          const asked = here.filter(({ found }) => found.onChain !== null)
          const onChain =
            asked.length === 0 ? null : asked.reduce((total, { found }) => total + (found.onChain ?? 0n), 0n)
          const owed = toUnits(wanted?.owed ?? '0', asset) - (onTheWay.get(`${asset} ${network}`) ?? 0n)
          const compared = (of: { held: bigint; onChain: bigint | null; explained: bigint }) => ({
            difference: of.onChain === null ? null : shown(of.onChain - of.held),
            explained: of.onChain === null ? null : shown(of.explained),
            unexplained: of.onChain === null ? null : shown(of.onChain - of.held - of.explained),
          })
          return [
            {
              asset,
              network,
              held: shown(held),
              on_chain: onChain === null ? null : shown(onChain),
              checked_at: oldest(asked.map(({ found }) => found.checkedAt)),
              reserved: shown(reserved),
              owed: shown(owed),
              promised: shown(toUnits(wanted?.promised ?? '0', asset)),
              free: shown(held - reserved - owed),
              ...compared({ held, onChain, explained }),
              open_lines: here.reduce((total, { wallet }) => total + waitingOf(waiting, wallet.id, asset), 0),
              wallets: here.map(({ wallet, found }) => ({
                wallet_id: wallet.id,
                company_name: names.get(wallet.companyId) ?? '',
                address: wallet.address,
                held: shown(found.held),
                on_chain: found.onChain === null ? null : shown(found.onChain),
                checked_at: found.checkedAt?.toISOString() ?? null,
                reserved: shown(found.reserved),
                ...compared(found),
                open_lines: waitingOf(waiting, wallet.id, asset),
              })),
            },
          ]
        })
        return { items }
      }),

    history: ({ days: count = 30 }: PositionHistoryQuery): Promise<PositionHistoryResponse> =>
      atOnce(async (db) => {
        const to = days.dayOf(now())
        const from = dayAfter(to, 1 - count)
        const wallets = await ownWallets(db)
        const isOwn = (account: string) => wallets.has(account.split(':')[4] ?? '')
        const known = await heldByDay(db, isOwn, { from, to })
        for (const { asset, day, owed } of await owedByDay(db, { from, to, timeZone: days.timeZone }))
          at(known, asset, day).owed += toUnits(owed, asset)
        const all = daysBetween(from, to)
        const items = purchaseAssets.flatMap((asset) => {
          const found = all.map((day) => ({ day, ...at(known, asset, day) }))
          if (found.every(({ held, owed }) => held === 0n && owed === 0n)) return []
          const shown = found.map(({ day, held, owed }) => ({
            day,
            held: signedDecimal(held, asset),
            owed: signedDecimal(owed, asset),
          }))
          return [{ asset, days: shown }]
        })
        return { from, to, items }
      }),
  }
}

interface OfDay {
  held: bigint
  owed: bigint
}

function at(known: Map<string, OfDay>, asset: string, day: string): OfDay {
  const key = `${asset} ${day}`
  const found = known.get(key) ?? { held: 0n, owed: 0n }
  known.set(key, found)
  return found
}

/** Back from what is held now, by what was posted on each day. */
async function heldByDay(
  db: Db,
  isOwn: (account: string) => boolean,
  { from, to }: { from: string; to: string },
): Promise<Map<string, OfDay>> {
  const sums = new Map<string, bigint>()
  const changes = new Map<string, bigint>()
  const add = (to: Map<string, bigint>, key: string, units: bigint) =>
    to.set(key, (to.get(key) ?? 0n) + units)
  const assetOf = (account: string) => account.split(':')[3] ?? ''
  for (const [account, units] of await coinBalances(db))
    if (isOwn(account)) add(sums, assetOf(account), units)
  for (const { account, day, units } of await coinChangesByDay(db, from)) {
    if (!isOwn(account)) continue
    // What is posted for a later day than today is not there yet.
    if (day > to) add(sums, assetOf(account), -units)
    else add(changes, `${assetOf(account)} ${day}`, units)
  }
  const known = new Map<string, OfDay>()
  for (const [asset, now] of sums) {
    let held = now
    for (const day of daysBetween(from, to).toReversed()) {
      at(known, asset, day).held = held
      held -= changes.get(`${asset} ${day}`) ?? 0n
    }
  }
  return known
}

function daysBetween(from: string, to: string): string[] {
  const all: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) all.push(day)
  return all
}

type Living = Awaited<ReturnType<typeof livingTransfers>>

/**
 * What of the demand is on its way, by asset and network: of each request at most what it still waits for, as a transfer may
 * also bring what somebody has delivered otherwise, or paid back.
 */
async function onTheWayToClients(db: Db, living: Living): Promise<Map<string, bigint>> {
  const paying = living.filter(({ client_id }) => client_id !== null)
  const waiting = await waitingAmong(db, [...new Set(paying.flatMap(({ request_id }) => request_id ?? []))])
  const found = new Map<string, bigint>()
  for (const [requestId, { left, accounted }] of waiting) {
    const sent = paying.filter(
      ({ request_id, tx_id, output_index }) =>
        request_id === requestId &&
        !accounted.some(
          ({ tx_key, output }) =>
            tx_key === tx_id && (output === null || output_index === null || output === output_index),
        ),
    )
    const [first] = sent
    if (!first) continue
    const { asset, network } = first
    const paid = sent.reduce((sum, one) => sum + unitsOf(one.signed_amount, one), 0n)
    const most = toUnits(left, asset)
    const key = `${asset} ${network}`
    found.set(key, (found.get(key) ?? 0n) + smaller(paid, most))
  }
  return found
}

/** Base units in smallest units of the books. */
function unitsOf(
  amount: string | null,
  { asset, network }: { asset: PurchaseAsset; network: Network },
): bigint {
  return toUnits(fromBaseUnits(BigInt(amount ?? '0'), asset, network), asset)
}

/** Reads what is kept of the wallets, once. */
async function readKnown(db: Db, wallets: readonly OwnWallet[], living: Living) {
  const ids = wallets.map(({ id }) => id)
  const known = new Map<string, Known>()
  const at = (walletId: string, asset: string): Known => {
    const key = `${walletId} ${asset}`
    const found = known.get(key) ?? {
      held: 0n,
      onChain: null,
      checkedAt: null,
      reserved: 0n,
      explained: 0n,
    }
    known.set(key, found)
    return found
  }
  const balances = await coinBalances(db)
  for (const { id, network } of wallets)
    for (const { asset } of purchasableAssets.filter((one) => one.network === network))
      at(id, asset).held = balances.get(accounts.coins(network, asset, id)) ?? 0n
  for (const { wallet_id, asset, amount, checked_at } of ids.length === 0 ? [] : await listBalances(db, ids))
    Object.assign(at(wallet_id, asset), { onChain: toUnits(amount, asset), checkedAt: checked_at })
  const transferIds = living.map(({ id }) => id)
  for (const [key, units] of await explainedUnits(db, ids, transferIds)) {
    const [walletId = '', asset = ''] = key.split(' ')
    at(walletId, asset).explained = units
  }
  for (const row of living) {
    const { from_wallet_id: walletId, asset, network } = row
    const coin = coinOf[network]
    at(walletId, asset).reserved += unitsOf(row.signed_amount, row)
    at(walletId, coin).reserved += unitsOf(row.signed_fee, { asset: coin, network })
  }
  return at
}

function waitingOf(
  waiting: readonly { wallet_id: string; asset: string; count: number }[],
  walletId: string,
  asset: string,
): number {
  return waiting.find((one) => one.wallet_id === walletId && one.asset === asset)?.count ?? 0
}

function oldest(times: readonly (Date | null)[]): string | null {
  const known = times.filter((time) => time !== null)
  if (known.length === 0) return null
  return new Date(Math.min(...known.map((time) => time.getTime()))).toISOString()
}
