import type { ChainLineResponse, ChainSuggestion } from '../../../../contract/books/chain-lines.ts'
import { coins } from '../../../../contract/money/assets.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../../contract/money/decimal.ts'
import type { Network } from '../../../../contract/money/networks.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isOneOf } from '../../../platform/db/tuples.ts'
import { deskCompanyNames } from '../../papers/company-names.ts'
import { reversedDeliveries } from '../../purchase-requests/returned-deliveries.ts'
import { listTransfersWith } from '../../transfers/transfers-of-chain.ts'
import { type OwnWallet, ownWallets } from '../stock/stock-reader.ts'
import type { AcquisitionRow, ChainLineRow } from '../stock/treasury-tables.ts'
import { returnedAmong } from './chain-line-store.ts'
import { isOfGivenUp, leftOf } from './chain-matching.ts'
import { isOfDelivery, movedFrom, withAccounts } from './returned-coins.ts'

/** Candidates that are compared with the lines of a page. */
const mostCandidates = 500
const mostSuggestions = 5
/** Coins may be recorded some days before or after they come. */
const nearMs = 7 * 86_400_000

/** What is sent for the rows; new ones with what they may be. */
export async function toChainLines(db: Db, rows: readonly ChainLineRow[]): Promise<ChainLineResponse[]> {
  if (rows.length === 0) return []
  const wallets = await ownWallets(db)
  const companies = await deskCompanyNames(db)
  const suggest = await suggester(
    db,
    rows.filter(({ status, taken_back_at }) => status === 'new' && taken_back_at === null),
    wallets,
  )
  return rows.map((row) => {
    const wallet = wallets.get(row.wallet_id)
    return {
      id: row.id,
      wallet_id: row.wallet_id,
      wallet_address: wallet?.address ?? '',
      company_name: (wallet && companies.get(wallet.companyId)) ?? '',
      network: row.network,
      asset: row.asset,
      direction: row.direction,
      amount: canonicalDecimal(row.amount),
      fee: canonicalDecimal(row.fee),
      tx_hash: row.tx_hash,
      counterparty: row.counterparty,
      at: row.at.toISOString(),
      source: row.source,
      status: row.status,
      taken_back_at: row.taken_back_at?.toISOString() ?? null,
      match:
        row.match_kind === null || row.match_id === null
          ? null
          : {
              kind: row.match_kind,
              id: row.match_id,
              request_id: row.request_id,
              by_transaction: row.by_transaction,
            },
      suggestions: suggest(row),
      set_aside_reason: row.set_aside_reason,
      decided_by: row.decided_by,
      decided_at: row.decided_at?.toISOString() ?? null,
      listed_at: row.listed_at.toISOString(),
    }
  })
}

type Candidate = Pick<
  AcquisitionRow,
  'id' | 'wallet_id' | 'asset' | 'amount' | 'reference' | 'day' | 'acquired_at'
>

/** Reads what new lines may be, once for all of them. */
async function suggester(
  db: Db,
  lines: readonly ChainLineRow[],
  wallets: ReadonlyMap<string, OwnWallet>,
): Promise<(line: ChainLineRow) => ChainSuggestion[]> {
  const givenUp = await givenUpFor(db, lines, wallets)
  const incoming = lines.filter(({ direction }) => direction === 'incoming')
  const acquisitions = await candidates(db, incoming)
  const left = await leftOf(db, acquisitions)
  const pairs = [...new Map(incoming.map(({ network, asset }) => [`${network} ${asset}`, [network, asset]]))]
  const deliveries = await withAccounts(
    db,
    await reversedDeliveries(
      db,
      pairs.map(([, pair]) => pair as [Network, string]),
      mostCandidates,
    ),
  )
  const back = await returnedAmong(
    db,
    deliveries.map(({ id }) => id),
  )
  const asked = new Set(lines.map(({ id }) => id))
  return (line) => {
    if (!asked.has(line.id)) return []
    const carriedOut = givenUp(line)
    if (carriedOut.length > 0) return carriedOut
    if (line.direction === 'outgoing') {
      const isFee = line.asset === coins[line.network] && toUnits(line.amount, line.asset) === 0n
      const amount = canonicalDecimal(line.fee)
      return isFee ? [{ kind: 'fee', id: null, title: 'network fee', amount, day: null }] : []
    }
    const units = toUnits(line.amount, line.asset)
    const bought = acquisitions
      .filter(
        (one) =>
          one.wallet_id === line.wallet_id &&
          one.asset === line.asset &&
          units <= (left.get(one.id) ?? 0n) &&
          Math.abs(one.acquired_at.getTime() - line.at.getTime()) <= nearMs,
      )
      // The same amount first, then what is nearest in time.
      .sort((a, b) => {
        const [isA, isB] = [a, b].map((one) => Number(left.get(one.id) === units)) as [number, number]
        const far = (one: Candidate) => Math.abs(one.acquired_at.getTime() - line.at.getTime())
        return isB - isA || far(a) - far(b)
      })
      .map(
        ({ id, reference, amount, day }): ChainSuggestion => ({
          kind: 'acquisition',
          id,
          title: reference,
          amount: canonicalDecimal(amount),
          day,
        }),
      )
    const returned = deliveries.flatMap((one): ChainSuggestion[] => {
      if (back.has(one.id)) return []
      const kind = isOfDelivery(line, one)
        ? ('delivery' as const)
        : movedFrom(line, one, wallets) !== undefined && ('move' as const)
      if (!kind) return []
      return [{ kind, id: one.id, title: one.number, amount: canonicalDecimal(one.amount), day: null }]
    })
    return [...bought, ...returned].slice(0, mostSuggestions)
  }
}

/** Transfers that were given up, and that the network has carried out all the same. */
async function givenUpFor(
  db: Db,
  lines: readonly ChainLineRow[],
  wallets: ReadonlyMap<string, OwnWallet>,
): Promise<(line: ChainLineRow) => ChainSuggestion[]> {
  const idsOf = ({ tx_hash, other_id }: ChainLineRow) => [tx_hash, ...(other_id === null ? [] : [other_id])]
  const transfers = await listTransfersWith(
    db,
    lines.flatMap((line) => idsOf(line).map((id) => [line.network, id] as const)),
  )
  return (line) => {
    const wallet = wallets.get(line.wallet_id)
    return transfers
      .filter((one) => wallet && idsOf(line).includes(one.tx_id as string) && isOfGivenUp(line, one, wallet))
      .map(({ id, request_number, to_address }) => ({
        kind: 'transfer',
        id,
        title: request_number ?? to_address,
        amount: canonicalDecimal(line.amount),
        day: null,
      }))
  }
}

function candidates(db: Db, lines: readonly ChainLineRow[]): Promise<Candidate[]> | Candidate[] {
  if (lines.length === 0) return []
  const times = lines.map(({ at }) => at.getTime())
  return db
    .selectFrom('acquisitions')
    .select(['id', 'wallet_id', 'asset', 'amount', 'reference', 'day', 'acquired_at'])
    .where(
      isOneOf(
        ['wallet_id', 'asset'],
        lines.map(({ wallet_id, asset }) => [wallet_id, asset]),
      ),
    )
    .where('reversed_at', 'is', null)
    .where('acquired_at', '>=', new Date(Math.min(...times) - nearMs))
    .where('acquired_at', '<=', new Date(Math.max(...times) + nearMs))
    .orderBy('day', 'desc')
    .limit(mostCandidates)
    .execute()
}
