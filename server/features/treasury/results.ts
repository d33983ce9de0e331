import { rateCurrency } from '../../../contract/books/rates.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../books/accounts.ts'
import { type CoinPosting, revenueOfRequest, revenuePostings } from '../books/coin-postings.ts'
import type { Entry } from '../books/posting.ts'
import { createRoubles, type KnownStock, ownWallets, readStock } from './stock/stock-reader.ts'

/** What something earned or cost, on a day. Amounts are kopecks. */
export interface ResultRow {
  day: string
  companyId: string | null
  asset: string | null
  organizationId: string | null
  requestId: string | null
  /** The price of coins that were in own wallets, without the fee. */
  price: bigint
  /** The price of coins that came from elsewhere: what they cost is not known. */
  priceElsewhere: bigint
  /** Without VAT. */
  fee: bigint
  cost: bigint
  /** What networks took, at its cost. */
  networkFee: bigint
}

const nothing = { price: 0n, priceElsewhere: 0n, fee: 0n, cost: 0n, networkFee: 0n }

/** What was earned within some days, row by row: deliveries, fees, and costs on the day on which they are known. */
export async function readResults(
  db: Db,
  { from, through }: { from: string; through: string },
): Promise<{ rows: ResultRow[]; stock: KnownStock }> {
  const stock = await readStock(db, { through })
  const revenue = await earned(db, await revenuePostings(db, { from, through }))
  const costs = costsOf(stock).filter(({ day }) => day >= from)
  return { rows: [...revenue, ...costs], stock }
}

/** The same of one request. */
export async function readResultOf(
  db: Db,
  { id: requestId, asset }: { id: string; asset: string },
  through: string,
): Promise<{ rows: ResultRow[]; stock: KnownStock }> {
  const revenue = await earned(db, await revenueOfRequest(db, requestId, through))
  // Without coins from own wallets nothing has a cost that would have to be computed.
  const hasCost = revenue.some(({ companyId }) => companyId !== null)
  if (!hasCost) return { rows: revenue, stock: { stocks: new Map(), postings: new Map() } }
  const stock = await readStock(db, { through, asset })
  return { rows: [...revenue, ...costsOf(stock).filter((row) => row.requestId === requestId)], stock }
}

async function earned(db: Db, postings: readonly CoinPosting[]): Promise<ResultRow[]> {
  const wallets = await ownWallets(db)
  const roubles = createRoubles(db)
  const rows: ResultRow[] = []
  for (const posting of postings) {
    const { day, organizationId, requestId, entries } = posting
    const coins = entries.find(({ account }) => account.startsWith('assets:coins:'))
    const companyId = wallets.get(coins?.account.split(':')[4] ?? '')?.companyId ?? null
    let [price, fee] = [0n, 0n]
    for (const { account, commodity, amount } of entries) {
      if (account === accounts.fee(commodity)) fee -= await roubles(amount, commodity, day)
      const isPrice = posting.fact.type === 'delivery' && account === accounts.trading(commodity)
      if (isPrice && commodity !== coins?.commodity) price -= await roubles(amount, commodity, day)
    }
    if (price === 0n && fee === 0n) continue
    const where = companyId === null ? { priceElsewhere: price } : { price }
    const asset = posting.fact.type === 'delivery' ? (coins?.commodity ?? null) : null
    rows.push({ ...nothing, day, companyId, asset, organizationId, requestId, fee, ...where })
  }
  return rows
}

function costsOf({ stocks, postings }: KnownStock): ResultRow[] {
  return [...stocks].flatMap(([asset, { consumed }]) =>
    consumed
      .filter(({ kind }) => kind !== 'moved_out')
      .map(({ of, kind, day, companyId, cost }) => {
        const posting = postings.get(of)
        const isFee = kind === 'network_fee'
        return {
          ...nothing,
          day,
          companyId,
          asset,
          organizationId: posting?.organizationId ?? null,
          requestId: posting?.requestId ?? null,
          cost: isFee ? 0n : cost,
          networkFee: isFee ? cost : 0n,
        }
      }),
  )
}

/** What a close posts for a day, a company and an asset. */
export interface CostPosting {
  day: string
  /** `<day>.<company>.<asset>`. */
  of: string
  entries: Entry[]
}

/**
 * What makes the costs of some days final: the result of what was sold, and what networks took at its cost. `posted` is
 * what earlier closes of the same days have posted; only the difference is posted again.
 */
export async function costPostings(
  db: Db,
  {
    from,
    through,
    upTo,
    posted,
  }: {
    from: string
    through: string
    upTo: number
    posted: readonly (Entry & { day: string; of: string })[]
  },
): Promise<CostPosting[]> {
  const stock = await readStock(db, { through, upTo })
  const revenue = await earned(db, await revenuePostings(db, { from, through, upTo }))
  const wanted = new Map<string, CostPosting>()
  const add = (day: string, of: string, entries: readonly Entry[]) => {
    const posting = wanted.get(of) ?? { day, of, entries: [] }
    wanted.set(of, posting)
    for (const entry of entries) {
      const same = posting.entries.find(
        ({ account, commodity }) => account === entry.account && commodity === entry.commodity,
      )
      if (same) same.amount += entry.amount
      else posting.entries.push({ ...entry })
    }
  }
  const nameOf = (day: string, companyId: string, asset: string) => `${day}.${companyId}.${asset}`
  const earns = (units: bigint): Entry[] => [
    { account: accounts.trading(rateCurrency), commodity: rateCurrency, amount: units },
    { account: accounts.tradingResult(rateCurrency), commodity: rateCurrency, amount: -units },
  ]
  for (const { day, companyId, asset, price } of revenue)
    if (companyId !== null && asset !== null) add(day, nameOf(day, companyId, asset), earns(price))
  for (const [asset, { consumed }] of stock.stocks)
    for (const { kind, day, companyId, amount, cost } of consumed) {
      if (day < from || kind === 'moved_out') continue
      const isFee = kind === 'network_fee'
      add(day, nameOf(day, companyId, asset), isFee ? feeEntries(asset, amount, cost) : earns(-cost))
    }
  for (const { day, of, ...entry } of posted) add(day, of, [{ ...entry, amount: -entry.amount }])
  return [...wanted.values()]
    .map((posting) => ({ ...posting, entries: posting.entries.filter(({ amount }) => amount !== 0n) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => (a.of < b.of ? -1 : 1))
}

/** What a network took leaves the accounts of the coin, and is an expense at its cost. */
function feeEntries(asset: string, amount: bigint, cost: bigint): Entry[] {
  return [
    { account: accounts.networkFee(asset), commodity: asset, amount: -amount },
    { account: accounts.trading(asset), commodity: asset, amount },
    { account: accounts.networkFee(rateCurrency), commodity: rateCurrency, amount: cost },
    { account: accounts.trading(rateCurrency), commodity: rateCurrency, amount: -cost },
  ]
}
