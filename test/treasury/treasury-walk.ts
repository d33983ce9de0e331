import { expect } from 'vitest'
import type { PositionHistoryResponse, PositionResponse } from '../../contract/books/treasury.ts'
import { toUnits } from '../../contract/money/commodities.ts'
import {
  type PurchaseRequestStatus,
  takesDeliveries,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import { fromBaseUnits } from '../../contract/wallets/transfer-assets.ts'
import { verifyBooks } from '../../server/features/books/books-verify.ts'
import { ownWallets, readStock } from '../../server/features/treasury/stock-reader.ts'
import type { Random } from '../support/cases/random.ts'
import { approve, givenBuyer, newRequest, review } from '../support/given/given-purchase-request.ts'
import { givenOwnOrganization, newDelivery } from '../support/given/given-stock.ts'
import {
  eth,
  ethereumInputs,
  givenEntry,
  gwei,
  newTransfer,
  transferPath,
  walletOn,
} from '../support/given/given-transfer.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { type Balances, hledger, ownBalances } from '../support/outside/hledger.ts'
import type { Client, Reply, TestServer } from '../support/service/harness.ts'

const assets = {
  ETH: { rate: '100000', part: eth / 50n, kopecks: 9_000_000n },
  USDT: { rate: '92.155', part: 25_000_000n, kopecks: 9_100n },
} as const
type Asset = keyof typeof assets
const assetNames = Object.keys(assets) as Asset[]
const decimals = { ETH: 18, USDT: 6 }
/** In proportion to the smallest amounts. */
const fee_ceiling = String(eth / 2_000n)
const older = { 'kontor-reason': 'An older wallet' }

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
  /** How often each step was taken that nothing spoke against. */
  done: Map<string, number>
  /** What spoke against others. */
  refused: Map<string, number>
}

/** Two companies of the desk with wallets, and a client. */
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
    done: new Map(),
    refused: new Map(),
  }
}

type Step = (world: World, by: Client) => Promise<Reply | undefined>

/** Of whatever is there now, so that a walk goes on after a node was killed. */
const steps: readonly (readonly [weight: number, Step])[] = [
  [4, acquire],
  [1, reverseAcquisition],
  [4, sell],
  [7, prepare],
  [3, moveCoins],
  [9, sign],
  [8, confirm],
  [1, release],
  [1, cancel],
  [1, typeHash],
  [1, reverseDelivery],
  [1, refund],
]
export const stepNames = steps.map(([, { name }]) => name)
const choices = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

/** Takes one step. Nothing that people do is a failure of the service. */
export async function takeStep(world: World, by: Client): Promise<void> {
  const step = world.random.pick(choices)
  const reply = await step(world, by)
  if (!reply) return
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)
  if (reply.status < 300) count(world.done, step.name)
  else count(world.refused, `${step.name}: ${reply.body.code ?? JSON.stringify(reply.body.detail)}`)
  expect(reply.status, `${step.name}: ${JSON.stringify(reply.body)}`).toBeLessThan(500)
}

let references = 0

function acquire({ random, desks }: World, by: Client) {
  const { companyId, wallet } = random.pick(desks)
  const asset = random.pick(assetNames)
  const units = 1n + BigInt(random.below(2 ** 30)) * (asset === 'ETH' ? 10n ** 9n : 1n)
  const kopecks =
    1n + (units * assets[asset].kopecks) / 10n ** BigInt(decimals[asset]) + BigInt(random.below(999))
  references += 1
  return by.post('/v1/treasury/acquisitions', {
    company_id: companyId,
    asset,
    network: 'ethereum',
    wallet_id: wallet.id,
    amount: decimal(units, decimals[asset]),
    cost: { currency: 'RUB', amount: decimal(kopecks, 2) },
    ...(random.chance(0.3) && { fee: decimal(BigInt(random.below(5_000)), 2) }),
    acquired_at: new Date(Date.now() - 60_000 - random.below(20) * 86_400_000).toISOString(),
    counterparty: { name: 'ООО «Биржа»' },
    reference: `W-${references}`,
  })
}

async function reverseAcquisition({ server, random }: World, by: Client) {
  const rows = await server.db
    .selectFrom('acquisitions')
    .select('id')
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return
  return by.post(`/v1/treasury/acquisitions/${random.pick(rows).id}/reverse`, { reason: 'Ошибка' })
}

/** A request of the client, which mostly is paid for. */
async function sell({ random, client }: World, by: Client) {
  const asset = random.pick(assetNames)
  const terms = {
    asset,
    network: 'ethereum',
    crypto_amount: decimal(
      (1n + BigInt(random.below(4))) * assets[asset].part + BigInt(random.below(1_000)),
      decimals[asset],
    ),
    rate: assets[asset].rate,
    fee_amount: decimal(BigInt(random.below(50_000)), 2),
    wallet_id: client.entry.id,
  }
  let reply = await by.post('/v1/purchase-requests', newRequest(client.id, terms))
  const moves = [review, approve, ...(random.chance(0.8) ? ['pay' as const] : [])]
  for (const move of moves) {
    if (reply.status >= 300) break
    const { id, total_amount } = reply.body
    const pay = { status: 'paid', payment_reference: 'P-1', received_amount: total_amount }
    reply = await by.patch(`/v1/purchase-requests/${id}/status`, move === 'pay' ? pay : move)
  }
  return reply
}

/** A transfer from a wallet of the desk to the client, of the rest of a request or a part of it. */
async function prepare({ server, random, desks }: World, by: Client) {
  const open = await paidRequests(server)
  if (open.length === 0) return
  const request = random.pick(open)
  const asset = request.asset as Asset
  const left = units(request.crypto_amount, asset) - units(request.delivered_amount, asset)
  const amount = random.chance(0.5) ? left : (left * BigInt(1 + random.below(9))) / 10n
  const body = newDelivery(random.pick(desks) as never, request, {
    asset,
    amount: String(amount),
    fee_ceiling,
  })
  return by.post('/v1/transfers', body)
}

/** To the other company, or to somebody who is no client. */
function moveCoins({ random, desks }: World, by: Client) {
  const desk = random.pick(desks)
  const asset = random.pick(assetNames)
  const amount = String(assets[asset].part / BigInt(1 + random.below(7)))
  const entry = random.pick(desk.entries)
  return by.post('/v1/transfers', newTransfer({ ...desk, entry } as never, { asset, amount, fee_ceiling }))
}

async function transfersIn(server: TestServer, ...status: string[]) {
  return server.db
    .selectFrom('transfers')
    .select('id')
    .where('status', 'in', status as never[])
    .orderBy('id')
    .execute()
}

async function sign(world: World, by: Client) {
  const drafts = await transfersIn(world.server, 'draft')
  if (drafts.length === 0) return
  world.nonce += 1
  const rich = {
    max_fee_per_gas: String(gwei),
    max_priority_fee_per_gas: '1000000',
    balance: String(1_000n * eth),
    token_balance: '1000000000000',
  }
  const path = transferPath(world.random.pick(drafts).id, '/sign')
  return by.post(path, ethereumInputs(world.nonce, rich), older)
}

async function endWith({ server, random }: World, by: Client, how: '/confirm' | '/release') {
  const signed = await transfersIn(server, 'signed', 'sent')
  if (signed.length === 0) return
  return by.post(transferPath(random.pick(signed).id, how), { evidence: 'Два обозревателя' })
}

function confirm(world: World, by: Client) {
  return endWith(world, by, '/confirm')
}

function release(world: World, by: Client) {
  return endWith(world, by, '/release')
}

async function cancel({ server, random }: World, by: Client) {
  const drafts = await transfersIn(server, 'draft')
  if (drafts.length === 0) return
  return by.post(transferPath(random.pick(drafts).id, '/cancel'), {})
}

/** What was sent from elsewhere is typed. */
async function typeHash({ server, random }: World, by: Client) {
  const open = await paidRequests(server)
  if (open.length === 0) return
  references += 1
  const { id, asset } = random.pick(open)
  const amount = decimal(assets[asset as Asset].part / 3n, decimals[asset as Asset])
  const tx_hash = `0x${String(references).padStart(64, '0')}`
  return by.post(`/v1/purchase-requests/${id}/deliveries`, { tx_hash, amount })
}

async function reverseDelivery({ server, random }: World, by: Client) {
  const known = await server.db
    .selectFrom('deliveries')
    .select(['id', 'request_id'])
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  if (known.length === 0) return
  const { id, request_id } = random.pick(known)
  return by.post(`/v1/purchase-requests/${request_id}/deliveries/${id}/reverse`, { reason: 'Вернулось' })
}

async function refund({ server, random }: World, by: Client) {
  const open = await paidRequests(server)
  if (open.length === 0) return
  references += 1
  return by.post(`/v1/purchase-requests/${random.pick(open).id}/refunds`, {
    amount: '100.00',
    reference: `R-${references}`,
    account: '40702810600000012345',
    reason_code: 'customer_request',
  })
}

function paidRequests(server: TestServer) {
  return server.db
    .selectFrom('purchase_requests')
    .select(['id', 'asset', 'crypto_amount', 'delivered_amount'])
    .where('status', '=', 'paid')
    .orderBy('id')
    .execute()
}

/** Everything that must hold whatever happened. The days until yesterday can be closed; `today` is the last one. */
export async function expectSound(world: World, by: Client, today: string): Promise<void> {
  const { server } = world
  await expectOneEach(server)
  const books = await ownBalances(server.db)
  await expectPosition(server, by, books)
  await expectLots(server, books, today)
  await expectResults(server, by, today)
  expect((await verifyBooks(server.db)).problems).toEqual([])
  if (!hledger.isInstalled) return
  const journal = await hledger.open(by)
  expect(await journal.run('check', '--strict')).toBe('')
  expect(await journal.balances()).toEqual(books)
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
      .select(['asset', 'client_id', 'signed_amount', 'signed_fee', 'from_wallet_id', 'signed_at'])
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
    const leftOf = (...statuses: PurchaseRequestStatus[]) =>
      sum(
        requests
          .filter((one) => one.asset === asset && statuses.includes(one.status))
          .map(({ id, crypto_amount }) => {
            const got = delivered
              .filter((one) => one.request_id === id)
              .map(({ amount }) => units(amount, asset))
            const left = units(crypto_amount, asset) - sum(got)
            return left > 0n ? left : 0n
          }),
      )
    const onTheWay = sum(
      living
        .filter((one) => one.asset === asset && one.client_id !== null)
        .map((one) => base(one.signed_amount, asset)),
    )
    const missing = leftOf(...takesDeliveries) - onTheWay
    const owed = missing > 0n ? missing : 0n
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
    for (const { wallet_id, held } of item?.wallets ?? [])
      expect(units(held, asset)).toBe(books[`assets:coins:ethereum:${asset}:${wallet_id} ${asset}`] ?? 0n)
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
  for (const [asset, { lots, uncovered }] of stocks)
    for (const companyId of new Set([...lots.keys(), ...uncovered.keys()])) {
      let left = 0n
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

function decimal(of: bigint, places: number): string {
  const digits = of.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
