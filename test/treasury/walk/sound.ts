import { expect } from 'vitest'
import type { PositionHistoryResponse, PositionResponse } from '../../../contract/books/treasury.ts'
import { toUnits } from '../../../contract/money/commodities.ts'
import {
  type PurchaseRequestStatus,
  takesDeliveries,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import type { WalletDetailsResponse } from '../../../contract/wallets/wallets.ts'
import { verifyBooks } from '../../../server/features/books/books-verify.ts'
import { ownWallets, readStock } from '../../../server/features/treasury/stock/stock-reader.ts'
import { type Balances, hledger, ownBalances } from '../../support/outside/hledger.ts'
import type { Client, TestServer } from '../../support/service/harness.ts'
import { expectChainExplained, expectLines } from './chain.ts'
import { expectBatches, expectFuel } from './fuel-and-batches.ts'
import { type Asset, assetNames, type World } from './world.ts'

/** What must hold after each step, from the facts themselves. `today` is the last day that there is. */
export async function expectStepSound(world: World, by: Client, today: string): Promise<void> {
  const { server } = world
  await expectOneEach(server)
  await expectFuel(world)
  await expectBatches(world, by)
  await expectLines(world)
  const books = await ownBalances(server.db)
  await expectPosition(server, by, books)
  await expectLots(server, books, today)
}

/** And what is looked at when a walk is over. The days until yesterday can be closed. */
export async function expectSound(world: World, by: Client, today: string): Promise<void> {
  const { server } = world
  await expectStepSound(world, by, today)
  await expectResults(server, by, today)
  await expectChainExplained(world, by)
  expect((await verifyBooks(server.db)).problems).toEqual([])
  if (!hledger.isInstalled) return
  const journal = await hledger.open(by)
  expect(await journal.run('check', '--strict')).toBe('')
  expect(await journal.balances()).toEqual(await ownBalances(server.db))
}

/** No delivery without one confirmed transfer or a hash that was typed, and no transfer that delivers twice. */
async function expectOneEach(server: TestServer): Promise<void> {
  const deliveries = await server.db
    .selectFrom('deliveries')
    .leftJoin('transfers', 'transfers.id', 'transfer_id')
    .select([
      'transfer_id',
      'deliveries.actor_kind',
      'status',
      'tx_id',
      'deliveries.tx_hash',
      'transfers.request_id as of',
    ])
    .select('deliveries.request_id')
    .execute()
  const senders: string[] = []
  for (const { transfer_id, actor_kind, status, tx_id, tx_hash, of, request_id } of deliveries) {
    if (transfer_id === null) {
      expect(actor_kind).toBe('administrator')
      continue
    }
    senders.push(transfer_id)
    expect([status, tx_id, of]).toEqual(['confirmed', tx_hash, request_id])
  }
  expect(new Set(senders).size).toBe(senders.length)
  const silent = await server.db
    .selectFrom('transfers')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('client_id', 'is not', null)
    .where('id', 'not in', senders.length > 0 ? senders : ['00000000-0000-0000-0000-000000000000'])
    .execute()
  expect(silent).toEqual([])
}

/** Held, reserved, owed and promised, from the facts themselves. */
async function expectPosition(server: TestServer, by: Client, books: Balances): Promise<void> {
  const { items } = (await by.get('/v1/treasury/position')).body as PositionResponse
  const requests = await server.db
    .selectFrom('purchase_requests')
    .select(['id', 'asset', 'status', 'crypto_amount'])
    .where('network', '=', 'ethereum')
    .execute()
  const delivered = await server.db
    .selectFrom('deliveries')
    .select(['request_id', 'asset', 'amount'])
    .where('reversed_at', 'is', null)
    .execute()
  const living = (
    await server.db
      .selectFrom('transfers')
      .select(['asset', 'client_id', 'request_id', 'signed_amount', 'signed_fee'])
      .where('status', 'in', ['draft', 'signed', 'sent'])
      .execute()
  ).filter(({ signed_amount }) => signed_amount !== null)
  const base = (amount: string | null, asset: Asset) =>
    toUnits(fromBaseUnits(BigInt(amount ?? '0'), asset, 'ethereum'), asset)
  const history = (await by.get('/v1/treasury/position/history?days=3')).body as PositionHistoryResponse
  for (const asset of assetNames) {
    const item = items.find((one) => one.asset === asset && one.network === 'ethereum')
    const sum = (values: readonly bigint[]) => values.reduce((total, one) => total + one, 0n)
    const held = sum(
      Object.entries(books)
        .filter(([key]) => key.startsWith(`assets:coins:ethereum:${asset}:`) && !key.includes(':elsewhere'))
        .map(([, of]) => of),
    )
    const reserved = sum([
      ...living.filter((one) => one.asset === asset).map((one) => base(one.signed_amount, asset)),
      ...(asset === 'ETH' ? living.map((one) => base(one.signed_fee, 'ETH')) : []),
    ])
    const leftOfOne = ({ id, crypto_amount }: { id: string; crypto_amount: string }) => {
      const got = delivered.filter((one) => one.request_id === id).map(({ amount }) => units(amount, asset))
      const left = units(crypto_amount, asset) - sum(got)
      return left > 0n ? left : 0n
    }
    const leftOf = (...statuses: PurchaseRequestStatus[]) =>
      sum(requests.filter((one) => one.asset === asset && statuses.includes(one.status)).map(leftOfOne))
    // Of each request by itself: what is on its way to one client is not owed less to another.
    const owed = sum(
      requests
        .filter((one) => one.asset === asset && takesDeliveries.includes(one.status))
        .map((one) => {
          const onTheWay = living
            .filter(({ request_id, client_id }) => request_id === one.id && client_id !== null)
            .map(({ signed_amount }) => base(signed_amount, asset))
          const missing = leftOfOne(one) - sum(onTheWay)
          return missing > 0n ? missing : 0n
        }),
    )
    const shown = {
      held: units(item?.held ?? '0', asset),
      reserved: units(item?.reserved ?? '0', asset),
      owed: units(item?.owed ?? '0', asset),
      promised: units(item?.promised ?? '0', asset),
      free: units(item?.free ?? '0', asset),
    }
    expect(shown).toEqual({
      held,
      reserved,
      owed,
      promised: leftOf('approved'),
      free: held - reserved - owed,
    })
    const today = history.items.find((one) => one.asset === asset)?.days.at(-1)
    const waiting = leftOf(...takesDeliveries)
    expect([units(today?.held ?? '0', asset), units(today?.owed ?? '0', asset)]).toEqual([held, waiting])
    for (const { wallet_id, held } of item?.wallets ?? []) {
      expect(units(held, asset)).toBe(books[`assets:coins:ethereum:${asset}:${wallet_id} ${asset}`] ?? 0n)
      const { balances } = (await by.get(`/v1/wallets/${wallet_id}`)).body as WalletDetailsResponse
      const booked = balances.find((one) => one.asset === asset)?.booked ?? '0'
      expect([wallet_id, units(booked, asset)]).toEqual([wallet_id, units(held, asset)])
    }
  }
}

/** Lots have something, and what is in them, less what was never bought, is what the books have of the company. */
async function expectLots(server: TestServer, books: Balances, through: string): Promise<void> {
  const { stocks } = await readStock(server.db, { through })
  const wallets = await ownWallets(server.db)
  const held = new Map<string, bigint>()
  for (const [key, of] of Object.entries(books)) {
    const [account = '', asset = ''] = key.split(' ')
    const company = wallets.get(account.split(':')[4] ?? '')?.companyId
    if (account.startsWith('assets:coins:') && company !== undefined)
      held.set(`${company} ${asset}`, (held.get(`${company} ${asset}`) ?? 0n) + of)
  }
  for (const [asset, { lots, uncovered, awaited }] of stocks)
    for (const companyId of new Set([...lots.keys(), ...uncovered.keys(), ...awaited.keys()])) {
      let left = awaited.get(companyId) ?? 0n
      expect(left >= 0n).toBe(true)
      for (const lot of lots.get(companyId) ?? []) {
        expect(lot.left > 0n && lot.cost >= 0n).toBe(true)
        left += lot.left
      }
      for (const one of uncovered.get(companyId) ?? []) {
        expect(one.left > 0n).toBe(true)
        left -= one.left
      }
      expect(left).toBe(held.get(`${companyId} ${asset}`) ?? 0n)
    }
}

const parts = ['price', 'price_elsewhere', 'fee', 'cost', 'network_fee', 'result'] as const
type Earned = Record<(typeof parts)[number], string>

/** Whatever the report is by, it is the same sum, and deals are a part of it. */
async function expectResults(server: TestServer, by: Client, today: string): Promise<void> {
  const report = async (by_: string) => (await by.get(reportPath(today, by_))).body
  const { total, items: clients } = await report('client')
  const sumOf = (rows: readonly Earned[]) =>
    Object.fromEntries(parts.map((part) => [part, rows.reduce((sum, row) => sum + kopecks(row[part]), 0n)]))
  expect(sumOf(clients)).toEqual(sumOf([total]))
  for (const one of ['day', 'asset', 'person']) {
    const { items, total: other } = await report(one)
    expect(other).toEqual(total)
    expect(sumOf(items)).toEqual(sumOf([total]))
  }
  const requests = await server.db.selectFrom('purchase_requests').select('id').execute()
  const deals: Earned[] = []
  for (const { id } of requests) deals.push((await by.get(`/v1/purchase-requests/${id}/result`)).body)
  const ofClients = clients.filter(({ key }: { key: string | null }) => key !== null)
  expect(sumOf(deals)).toEqual(sumOf(ofClients))
}

/** Once the days are closed, the books say what the report says, to the last kopeck. */
export async function expectClosed(world: World, by: Client, through: string): Promise<void> {
  const { server } = world
  const before = (await by.get(reportPath(through))).body.total
  const closed = await by.post('/v1/books/close', { through, reason: 'Проверка' })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const { total, is_final } = (await by.get(reportPath(through))).body
  expect([total, is_final]).toEqual([before, true])
  const income: Balances = {
    'income:trading:RUB RUB': kopecks(total.cost) - kopecks(total.price),
    'income:fee:RUB RUB': -kopecks(total.fee),
    'expenses:network:RUB RUB': kopecks(total.network_fee),
  }
  const isStated = ([key, of]: [string, bigint]) => key in income && of !== 0n
  const books = await ownBalances(server.db)
  const stated = Object.fromEntries(Object.entries(income).filter(isStated))
  expect(Object.fromEntries(Object.entries(books).filter(isStated))).toEqual(stated)
  if (!hledger.isInstalled) return
  const journal = await hledger.open(by)
  const found = await journal.balances('income', 'expenses', '--value=cost')
  expect(Object.fromEntries(Object.entries(found).filter(([key]) => key.endsWith(' RUB')))).toEqual(stated)
  expect(-Object.values(stated).reduce((sum, of) => sum + of, 0n)).toBe(kopecks(total.result))
}

function reportPath(to: string, by = 'day'): string {
  const from = new Date(Date.parse(to) - 300 * 86_400_000).toISOString().slice(0, 10)
  return `/v1/reports/results?from=${from}&to=${to}&by=${by}`
}

function kopecks(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function units(amount: string, asset: Asset): bigint {
  return amount.startsWith('-') ? -toUnits(amount.slice(1), asset) : toUnits(amount, asset)
}
