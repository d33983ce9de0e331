import { expect } from 'vitest'
import type { Random } from '../../support/cases/random.ts'
import { givenBuyer } from '../../support/given/given-purchase-request.ts'
import { givenOwnOrganization } from '../../support/given/given-stock.ts'
import { eth, ethereumInputs, givenEntry, gwei, walletOn } from '../../support/given/given-transfer.ts'
import { walletsPath } from '../../support/given/given-wallets.ts'
import type { Client, Reply, TestServer } from '../../support/service/harness.ts'

export const assets = {
  ETH: { rate: '100000', part: eth / 50n, kopecks: 9_000_000n },
  USDT: { rate: '92.155', part: 25_000_000n, kopecks: 9_100n },
} as const
export type Asset = keyof typeof assets
export const assetNames = Object.keys(assets) as Asset[]
export const decimals = { ETH: 18, USDT: 6 }
/** In proportion to the smallest amounts. */
export const fee_ceiling = String(eth / 2_000n)
/** What the first company lets its wallet give to others for their fees. */
export const fuelBounds = { most_amount: String(eth / 100n), most_fee: String(eth / 1_000n) }
export const evidence = { evidence: 'Два обозревателя' }
export const older = { 'kontor-reason': 'An older wallet' }

interface Desk {
  id: string
  companyId: string
  wallet: { id: string; address: string; network: string }
  /** Entries of its address book: the wallet of the other company, and somebody else. */
  entries: { id: string }[]
}

export interface World {
  server: TestServer
  random: Random
  desks: Desk[]
  client: { id: string; entry: { id: string } }
  nonce: number
  /** Names of what is made, each once. */
  named: number
  /** How often each step was taken that nothing spoke against. */
  done: Map<string, number>
  /** What spoke against others. */
  refused: Map<string, number>
}

/** Undefined if there is nothing to take it with. */
export type Step = (world: World, by: Client) => Promise<Reply | undefined>

/** Two companies of the desk with wallets, of which the first gives coins for fees, and a client. */
export async function givenWorld(server: TestServer, random: Random): Promise<World> {
  const owner = await server.signIn('owner')
  const found = [await givenOwnOrganization(server, owner), await givenOwnOrganization(server, owner)]
  const desks: Desk[] = []
  for (const [at, { id, company, wallet }] of found.entries()) {
    const other = found[1 - at]?.wallet.address as string
    const entries = [
      await givenEntry(owner, id, { address: other, label: 'Другая компания' }),
      await givenEntry(owner, id),
    ]
    desks.push({ id, companyId: company.id, wallet, entries })
  }
  const [first] = found as [(typeof found)[number]]
  const named = await owner.patch(`/v1/desk/companies/${first.company.id}`, {
    fuel_wallets: [{ wallet_id: first.wallet.id, ...fuelBounds }],
    version: first.company.version,
  })
  expect(named.status, JSON.stringify(named.body)).toBe(200)
  const { id } = await givenBuyer(server)
  await server.db.deleteFrom('wallets').where('organization_id', '=', id).execute()
  await server.db.deleteFrom('wallet_seeds').where('organization_id', '=', id).execute()
  const { wallets } = (await owner.post(walletsPath(id, '/create'))).body
  return {
    server,
    random,
    desks,
    client: { id, entry: walletOn(wallets, 'ethereum') },
    nonce: 0,
    named: 0,
    done: new Map(),
    refused: new Map(),
  }
}

/** A number that nothing else has. */
export function nextName(world: World): number {
  world.named += 1
  return world.named
}

/** What somebody rich signs with next. */
export function nextInputs(world: World) {
  world.nonce += 1
  return ethereumInputs(world.nonce, {
    max_fee_per_gas: String(gwei),
    max_priority_fee_per_gas: '1000000',
    balance: String(1_000n * eth),
    token_balance: '1000000000000',
  })
}

export function transfersIn(server: TestServer, ...status: string[]) {
  return server.db
    .selectFrom('transfers')
    .select(['id', 'from_wallet_id', 'tx_id', 'batch_id'])
    .where('status', 'in', status as never[])
    .orderBy('id')
    .execute()
}

export function paidRequests(server: TestServer) {
  return server.db
    .selectFrom('purchase_requests')
    .select(['id', 'asset', 'crypto_amount', 'delivered_amount'])
    .where('status', '=', 'paid')
    .orderBy('id')
    .execute()
}

/** A transaction that was made elsewhere. */
export function newTransaction(world: World): string {
  return `0x${String(nextName(world)).padStart(64, '0')}`
}

export function decimal(of: bigint, places: number): string {
  const digits = of.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
