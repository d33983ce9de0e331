import { rateCurrency } from '../../../../contract/books/rates.ts'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../books/accounts.ts'
import { type CoinPosting, walletPostings } from '../../books/coin-postings.ts'
import { ownOrganizations } from '../../organizations/own-organizations.ts'
import { demandRate, inKopecks, type Rate } from '../../rates/rate-on.ts'
import { walletsOfOrganizations } from '../../wallets/wallet-owners.ts'
import { computeStock, type Stock, type StockEvent } from './lots.ts'

export interface KnownStock {
  /** By asset. */
  stocks: Map<string, Stock>
  /** What moved coins of own wallets, by posting. */
  postings: Map<string, CoinPosting>
}

export interface OwnWallet {
  id: string
  companyId: string
  network: string
  address: string
  createdAt: Date
}

/** The wallets of the desk itself, by id. */
export async function ownWallets(db: Db): Promise<Map<string, OwnWallet>> {
  const own = await ownOrganizations(db).execute()
  if (own.length === 0) return new Map()
  const companies = new Map(own.map((one) => [one.organization_id, one.company_id]))
  const wallets = await walletsOfOrganizations(db, [...companies.keys()])
  return new Map(
    wallets.map(({ id, organization_id, network, address, created_at: createdAt }) => [
      id,
      { id, network, address, createdAt, companyId: companies.get(organization_id) as string },
    ]),
  )
}

/** What coins of the desk have cost, of one asset or of all, by what the books have up to a day. */
export async function readStock(
  db: Db,
  wanted: { through: string; upTo?: number | undefined; asset?: string | undefined },
): Promise<KnownStock> {
  const wallets = await ownWallets(db)
  const postings = wallets.size === 0 ? [] : await walletPostings(db, wanted)
  const roubles = createRoubles(db)
  const events = new Map<string, StockEvent[]>()
  for (const posting of postings) {
    // What was undone on its day has never been.
    if (posting.undoneOn === posting.day || posting.reversedDay === posting.day) continue
    for (const [asset, event] of await eventsOf(posting, wallets, roubles)) {
      if (wanted.asset !== undefined && asset !== wanted.asset) continue
      const known = events.get(asset)
      if (known) known.push(event)
      else events.set(asset, [event])
    }
  }
  return {
    stocks: new Map([...events].map(([asset, of]) => [asset, computeStock(of)])),
    postings: new Map(postings.map((posting) => [posting.id, posting])),
  }
}

export type Roubles = ReturnType<typeof createRoubles>

/** Values in kopecks at the rates of their days: 409 `rate_missing` without one. */
export function createRoubles(db: Db) {
  const known = new Map<string, Rate>()
  return async (units: bigint, currency: string, day: string): Promise<bigint> => {
    if (currency === rateCurrency || units === 0n) return units
    const key = `${currency} ${day}`
    const rate = known.get(key) ?? (await demandRate(db, currency, day))
    known.set(key, rate)
    return inKopecks(units, rate)
  }
}

/** What the posting did to the coins of each company, by asset. */
async function eventsOf(
  posting: CoinPosting,
  wallets: ReadonlyMap<string, OwnWallet>,
  roubles: Roubles,
): Promise<[string, StockEvent][]> {
  const moves = new Map<string, Map<string, bigint>>()
  for (const { account, commodity, amount } of posting.entries) {
    const [, kind, , , walletId = ''] = account.split(':')
    const wallet = kind === 'coins' ? wallets.get(walletId) : undefined
    if (!wallet) continue
    const sums = moves.get(commodity) ?? new Map<string, bigint>()
    moves.set(commodity, sums.set(wallet.companyId, (sums.get(wallet.companyId) ?? 0n) + amount))
  }
  const found: [string, StockEvent][] = []
  for (const [asset, sums] of moves)
    for (const event of await eventsOfAsset(posting, sums, roubles)) found.push([asset, event])
  return found
}

async function eventsOfAsset(
  posting: CoinPosting,
  sums: ReadonlyMap<string, bigint>,
  roubles: Roubles,
): Promise<StockEvent[]> {
  const { id, day, fact, reverses, entries } = posting
  const [into] = [...sums].filter(([, units]) => units > 0n)
  const [out] = [...sums].filter(([, units]) => units < 0n)
  if (!into && !out) return []
  if (reverses !== null) {
    const [companyId, units] = (into ?? out) as [string, bigint]
    return [{ kind: 'reversal', of: reverses, id, day, companyId, amount: units < 0n ? -units : units }]
  }
  if (into && out) return [{ kind: 'moved', id, day, from: out[0], companyId: into[0], amount: into[1] }]
  if (into)
    return [{ kind: 'acquisition', id, day, companyId: into[0], amount: into[1], cost: await costOf() }]
  const kinds = { delivery: 'delivery', network_fee: 'network_fee' } as const
  const kind = kinds[fact.type as keyof typeof kinds] ?? 'moved_out'
  const [companyId, units] = out as [string, bigint]
  return [{ kind, id, day, companyId, amount: -units }]

  /** What was exchanged for the coins. */
  async function costOf(): Promise<bigint> {
    let cost = 0n
    for (const { account, commodity, amount } of entries)
      if (account === accounts.trading(commodity) && amount > 0n)
        cost += await roubles(amount, commodity, day)
    return cost
  }
}

/** What is not covered by coins that were there, in the order of its days. */
export function uncoveredIn({ stocks }: KnownStock) {
  return [...stocks].flatMap(([asset, { uncovered }]) =>
    [...uncovered.values()].flat().map((one) => ({ asset, ...one })),
  )
}
