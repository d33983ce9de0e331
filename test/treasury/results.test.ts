import { beforeAll, describe, expect, test } from 'vitest'
import { readWorkbook } from '../support/files/read-workbook.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { givenAnother, givenDelivery, givenStock } from '../support/given/given-stock.ts'
import { eth, ethereumInputs, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { ownBalances } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { acquire, type Treasury } from './given-treasury.ts'

const server = startServer({ env: transfersOn })
const evidence = { evidence: 'Два обозревателя показывают 40 подтверждений' }
const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
let owner: Client
let stock: Awaited<ReturnType<typeof givenStock>>
let treasury: Treasury
let nonce = 0

beforeAll(async () => {
  stock = await givenStock(server)
  owner = stock.owner
  treasury = {
    companyId: stock.company.id,
    organizationId: stock.id,
    wallet: () => stock.wallet,
  }
})

/** From the wallet of the desk to the client, until the network has carried it out. */
async function deliver(request: { id: string }, amount = eth / 10n) {
  const transfer = await givenDelivery(owner, stock, request, { amount: String(amount) })
  const signed = await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(nonce++))
  expect(signed.status, JSON.stringify(signed.body)).toBe(200)
  const confirmed = await owner.post(transferPath(transfer.id, '/confirm'), evidence)
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200)
  return BigInt(confirmed.body.signature.fee)
}

const resultOf = async ({ id }: { id: string }) =>
  (await owner.get(`/v1/purchase-requests/${id}/result`)).body
const report = async (by = 'day') =>
  (await owner.get(`/v1/reports/results?from=2026-01-01&to=${today()}&by=${by}`)).body

/** What the wallet has by the books, in wei. */
async function held(): Promise<bigint> {
  const balances = await ownBalances(server.db)
  return balances[`assets:coins:ethereum:ETH:${stock.wallet.id} ETH`] ?? 0n
}

const buy = (amount: string, cost: string, acquired_at: string) =>
  acquire(owner, treasury, {
    asset: 'ETH',
    network: 'ethereum',
    amount,
    cost: { currency: 'RUB', amount: cost },
    acquired_at,
  })

describe('what deals earn', () => {
  test('a delivery costs what its coins were bought for, and is uncovered until they are', async () => {
    // Nothing is delivered yet.
    expect(await resultOf(stock.request)).toMatchObject({ result: '0.00', is_final: false })
    await buy('0.06', '4800.00', '2026-01-10T09:00:00Z')
    const fee = await deliver(stock.request)
    // 0.1 ETH were sold for 10,000 roubles, and 0.06 bought.
    const before = await resultOf(stock.request)
    expect(before).toMatchObject({ price: '10000.00', cost: '4800.00', uncovered_amount: '0.04' })
    expect(before.is_final).toBe(false)
    expect(await held()).toBe((eth * 6n) / 100n - eth / 10n - fee)

    // Bought before the delivery and typed later: the order of typing does not matter.
    await buy('0.05', '4500.00', '2026-01-11T09:00:00Z')
    expect(await resultOf(stock.request)).toMatchObject({
      price: '10000.00',
      cost: '8400.00',
      network_fee: '0.00',
      result: '1600.00',
      uncovered_amount: '0',
    })
  })

  test('reports by client, asset and person add up to the same', async () => {
    const [days, clients, assets, people] = await Promise.all(
      ['day', 'client', 'asset', 'person'].map(report),
    )
    for (const one of [clients, assets, people]) expect(one.total).toEqual(days.total)
    expect(clients.items.map(({ key }: { key: string }) => key)).toContain(stock.request.organization_id)
    expect(assets.items).toMatchObject([{ key: 'ETH', price: '10000.00', cost: '8400.00' }])
    expect((await owner.get('/v1/reports/results?from=2026-02-01&to=2026-01-01')).status).toBe(422)
  })

  test('the rows are exported, and that is recorded', async () => {
    const path = `/v1/reports/results/file?from=2026-01-01&to=${today()}&by=asset&format=csv`
    const { status, body } = await owner.get(path)
    expect(status).toBe(200)
    const [head, first] = body.replace('\ufeff', '').split('\n')
    expect(head).toBe('asset,name,price,price_elsewhere,fee,cost,network_fee,result')
    expect(first).toMatch(/^ETH,ETH,10000\.00,0\.00,0\.00,8400\.00,/)
    const headers = { authorization: `Bearer ${owner.token}` }
    const file = await fetch(server.url + path.replace('csv', 'xlsx'), { headers })
    const rows = readWorkbook(Buffer.from(await file.arrayBuffer()))
    expect(rows[1]?.slice(0, 3).map(({ text }) => text)).toEqual(['ETH', 'ETH', '10000.00'])
    const recorded = await server.db
      .selectFrom('audit_events')
      .select('event')
      .where('action', '=', 'books.exported')
      .execute()
    expect(recorded.map(({ event }) => JSON.parse(event).details.format)).toEqual(
      expect.arrayContaining(['results csv', 'results xlsx']),
    )
  })

  test('what was delivered from elsewhere has no result', async () => {
    const terms = { asset: 'ETH', network: 'ethereum', crypto_amount: '0.2', rate: '100000', fee_amount: '0' }
    const pay = { status: 'paid', payment_reference: 'P-elsewhere', received_amount: '20000' }
    const wallet_id = stock.client.entry.id
    const request = await givenRequest(owner, stock.client.id, { ...terms, wallet_id }, review, approve, pay)
    const tx_hash = `0x${'cd'.repeat(32)}`
    const done = await owner.patch(`/v1/purchase-requests/${request.id}/status`, {
      status: 'completed',
      tx_hash,
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await resultOf(request)).toMatchObject({
      price: '0.00',
      price_elsewhere: '20000.00',
      result: '0.00',
    })
  })

  test('a close posts the costs, and then the report equals the books', async () => {
    const another = await givenAnother(owner, { id: stock.client.id, entry: stock.client.entry }, '0.05')
    await buy('1', '70000.01', '2026-01-12T09:00:00Z')
    await deliver(another, eth / 20n)
    const { total } = await report()
    // The days of today can be closed tomorrow.
    server.clock.at = new Date(Date.now() + 86_400_000)
    owner = await server.signIn('owner')
    const through = today()
    const open = (await owner.get(`/v1/books/close?through=${through}`)).body
    expect(open.counts.coins_uncovered).toBeUndefined()
    const close = () => owner.post('/v1/books/close', { through, reason: 'Проверка' })
    expect((await close()).status).toBe(200)
    const books = await ownBalances(server.db)
    const of = (account: string) => books[`${account} RUB`] ?? 0n
    const kopecks = (amount: string) => BigInt(amount.replace('.', ''))
    expect(-of('income:trading:RUB')).toBe(kopecks(total.price) - kopecks(total.cost))
    expect(-of('income:fee:RUB')).toBe(kopecks(total.fee))
    expect(of('expenses:network:RUB')).toBe(kopecks(total.network_fee))
    expect(kopecks(total.network_fee)).toBeGreaterThan(0n)
    // What networks took is an expense in roubles now, and no longer one in the coin.
    expect(books['expenses:network:ETH ETH'] ?? 0n).toBe(0n)
    expect(await report()).toMatchObject({ is_final: true, total })
    expect(await resultOf(stock.request)).toMatchObject({ is_final: true })
    // What was posted is not posted again.
    expect((await owner.post('/v1/books/reopen', { through: null })).status).toBe(200)
    expect((await close()).status).toBe(200)
    expect(await ownBalances(server.db)).toEqual(books)
  })

  test('coins that were never bought are on the list before a close', async () => {
    await owner.post('/v1/books/reopen', { through: null })
    const { items } = (await owner.get('/v1/treasury/acquisitions?asset=ETH')).body
    for (const { id } of items)
      expect(
        (await owner.post(`/v1/treasury/acquisitions/${id}/reverse`, { reason: 'Проверка' })).status,
      ).toBe(200)
    const { counts, items: open } = (await owner.get(`/v1/books/close?through=${today()}`)).body
    // Two deliveries and two network fees.
    expect(counts.coins_uncovered).toBe(4)
    expect(open.filter(({ code }: { code: string }) => code === 'coins_uncovered')).toContainEqual(
      expect.objectContaining({
        currency: 'ETH',
        amount: '0.1',
        title: stock.request.number,
        object: { type: 'purchase_request', id: stock.request.id },
        account: null,
      }),
    )
    expect(open).toContainEqual(
      expect.objectContaining({
        code: 'coins_uncovered',
        account: { account: 'expenses:network:ETH', commodity: 'ETH', plan_account: '91' },
      }),
    )
  })
})
