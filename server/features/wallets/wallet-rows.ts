import { type RawBuilder, sql } from 'kysely'
import type { ListFilter } from '../../../contract/lists/list.ts'
import { walletList } from '../../../contract/lists/wallets.ts'
import { coins, purchasableAssets, tokenAssets } from '../../../contract/money/assets.ts'
import type { ListedWallet, WalletHolding } from '../../../contract/wallets/wallets.ts'
import type { Db } from '../../platform/db/database.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { type ListRows, rowsOf } from '../../platform/lists/list-rows.ts'
import { namesOfOrganizations, organizationSummaries } from '../organizations/organization-summary.ts'
import { neededFuel } from './needed-fuel.ts'
import { listBalances } from './wallet-balance-store.ts'
import type { WalletRow } from './wallet-store.ts'
import type { WalletSum, WalletUse } from './wallet-use.ts'

type Row = Pick<
  WalletRow,
  'id' | 'organization_id' | 'generation' | 'network' | 'address' | 'created_at' | 'exposed_at'
> & { is_retired: boolean }

const isRetired = sql<boolean>`exists (
  select from wallet_seeds as seed
  where seed.organization_id = wallet.organization_id and seed.generation = wallet.generation
    and seed.retired_at is not null
)`
const isKnown = sql<boolean>`exists (select from wallet_balances where wallet_id = wallet.id)`
const isHeld = sql<boolean>`exists (select from wallet_balances where wallet_id = wallet.id and amount > 0)`
const holdings: Record<WalletHolding, RawBuilder<boolean>> = {
  some: isHeld,
  none: sql`(${isKnown} and not ${isHeld})`,
  unknown: sql`not ${isKnown}`,
}

function conditions({ q, organization_id, network, status, holding }: ListFilter<typeof walletList>) {
  return [
    ...equals('wallet', { organization_id, network }),
    ...(q?.trim() ? hasPart(q.trim()) : []),
    ...(status === undefined ? [] : [status === 'retired' ? isRetired : sql<boolean>`not ${isRetired}`]),
    ...(holding === undefined ? [] : [holdings[holding]]),
  ]
}

/** One or two characters are in so many addresses that a page is soon full. The grams of more are indexed; that they stand next to each other is looked at in the rows that have all of them. */
function hasPart(part: string): RawBuilder<boolean>[] {
  return [
    ...(part.length < 3 ? [] : [sql<boolean>`address_grams(wallet.address) @> address_grams(${part})`]),
    sql`position(lower(${part}::text) in lower(wallet.address)) > 0`,
  ]
}

/** The balance of an asset as the node gave it. */
const onChain = (asset: RawBuilder<unknown>) =>
  sql`(select trim_scale(amount) from wallet_balances where wallet_id = wallet.id and asset = ${asset})`
const tokenColumns = Object.fromEntries(
  tokenAssets.map((asset) => [
    `${asset.toLowerCase()}_on_chain`,
    ['number', onChain(sql.lit(asset))] as const,
  ]),
)
const coin = sql`case wallet.network ${sql.join(
  Object.entries(coins).map(([network, asset]) => sql`when ${sql.lit(network)} then ${sql.lit(asset)}`),
  sql` `,
)} end`

/** Wallets of all organizations and generations. Nothing secret is among their columns. */
export function walletRows({ uses }: { uses: readonly WalletUse[] }): ListRows {
  return rowsOf<typeof walletList.filters.properties, Row>(walletList, {
    conditions,
    page: {
      find: (db) => findWallets(db),
      order: [{ value: sql.ref('wallet.id'), type: 'uuid' }],
      sums: {
        currency: sql<string>`balance.asset`,
        amounts: { on_chain: sql`balance.amount` },
        parts: sql`join wallet_balances as balance on balance.wallet_id = found.id`,
      },
      items: (db, rows) => toListed(db, rows, uses),
    },
    file: {
      from: sql`wallets as wallet
        join ${organizationSummaries} as organization on organization.id = wallet.organization_id`,
      key: sql`wallet.id`,
      keyType: 'uuid',
      columns: columnsOf('wallet', {
        id: 'code',
        organization_id: 'code',
        organization_inn: ['code', sql`organization.inn`],
        organization_name: ['text', sql`organization.name`],
        network: 'code',
        address: 'text',
        generation: 'number',
        status: ['code', sql`case when ${isRetired} then 'retired' else 'current' end`],
        coin: ['code', coin],
        coin_on_chain: ['number', onChain(coin)],
        ...tokenColumns,
        checked_at: ['time', sql`(select max(checked_at) from wallet_balances where wallet_id = wallet.id)`],
        exposed_at: 'time',
        created_at: 'time',
      }),
    },
  })
}

export function findWallets(db: Db) {
  return db
    .selectFrom('wallets as wallet')
    .select(['wallet.id', 'wallet.organization_id', 'wallet.generation', 'wallet.network', 'wallet.address'])
    .select(['wallet.created_at', 'wallet.exposed_at', isRetired.as('is_retired')])
}

/** The rows with what is known of their use. */
export async function toListed(
  db: Db,
  rows: readonly Row[],
  uses: readonly WalletUse[],
): Promise<ListedWallet[]> {
  if (rows.length === 0) return []
  const names = await namesOfOrganizations(
    db,
    rows.map(({ organization_id }) => organization_id),
  )
  const known = await listBalances(
    db,
    rows.map(({ id }) => id),
  )
  const sums: WalletSum[] = []
  const books = new Map<string, ReadonlyMap<string, string>>()
  for (const use of uses) {
    sums.push(...(await use.sums(db, rows)))
    for (const [id, booked] of (await use.booked?.(db, rows)) ?? []) books.set(id, booked)
  }
  return rows.map((row) => {
    const own = sums.filter(({ wallet_id }) => wallet_id === row.id)
    const last = own.map(({ last_at }) => last_at).toSorted((a, b) => b.getTime() - a.getTime())[0]
    const balances = purchasableAssets
      .filter(({ network }) => network === row.network)
      .map(({ asset, decimals }) => {
        const said = known.find((one) => one.wallet_id === row.id && one.asset === asset)
        const moved = own.filter((sum) => sum.asset === asset).map(({ amount }) => amount)
        return {
          asset,
          booked: books.get(row.id)?.get(asset) ?? added(moved, decimals),
          on_chain: said?.amount ?? null,
          checked_at: said?.checked_at.toISOString() ?? null,
        }
      })
    return {
      id: row.id,
      organization_id: row.organization_id,
      organization_name: names.get(row.organization_id) ?? '',
      network: row.network,
      address: row.address,
      generation: row.generation,
      status: row.is_retired ? 'retired' : 'current',
      balances,
      needs_fuel: neededFuel(row.network, balances),
      last_used_at: last?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      exposed_at: row.exposed_at?.toISOString() ?? null,
    }
  })
}

/** The sum of decimal numbers, which may be below zero. */
function added(amounts: readonly string[], places: number): string {
  const units = amounts.reduce((sum, amount) => sum + toUnits(amount, places), 0n)
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}

function toUnits(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return amount.startsWith('-') ? -units : units
}
