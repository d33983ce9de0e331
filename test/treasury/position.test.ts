import { beforeAll, expect, test } from 'vitest'
import { toUnits } from '../../contract/money/commodities.ts'
import type { WalletDetailsResponse } from '../../contract/wallets/wallets.ts'
import { coinBalances, foldCoinBalances } from '../../server/features/books/coin-balances.ts'
import { keepBalance } from '../../server/features/wallets/wallet-balances.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { givenAnother, givenDelivery, givenStock } from '../support/given/given-stock.ts'
import { eth, ethereumInputs, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { ownBalances } from '../support/outside/hledger.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { acquire } from './given-treasury.ts'

const server = startServer({ env: transfersOn })
let owner: Client
let stock: Awaited<ReturnType<typeof givenStock>>

beforeAll(async () => {
  stock = await givenStock(server)
  owner = stock.owner
})

const position = async () => {
  const { items } = (await owner.get('/v1/treasury/position')).body
  return items.find(({ asset, network }: Record<string, string>) => asset === 'ETH' && network === 'ethereum')
}

/** What the books have on accounts of coins, without anything that is kept. */
async function recomputed(): Promise<Record<string, bigint>> {
  const all = await ownBalances(server.db)
  const coins = Object.entries(all).filter(([key]) => key.startsWith('assets:coins:'))
  return Object.fromEntries(coins.map(([key, units]) => [key.split(' ')[0] as string, units]))
}

/** What the wallet of the desk is shown to have, by itself. */
async function booked(): Promise<string | undefined> {
  const { balances } = (await owner.get(`/v1/wallets/${stock.wallet.id}`)).body as WalletDetailsResponse
  return balances.find(({ asset }) => asset === 'ETH')?.booked
}

const kept = async () =>
  Object.fromEntries([...(await coinBalances(server.db))].filter(([, units]) => units !== 0n))

test('the position is what is held, what is on its way, and what clients have paid for', async () => {
  expect(await position()).toMatchObject({
    held: '0',
    on_chain: null,
    owed: '0.1',
    free: '-0.1',
    wallets: [],
  })
  const treasury = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
  const bought = {
    asset: 'ETH',
    network: 'ethereum',
    amount: '1',
    cost: { currency: 'RUB', amount: '90000.00' },
    acquired_at: '2026-01-10T09:00:00Z',
  } as const
  await acquire(owner, treasury, bought)
  await keepBalance(server.db, {
    wallet_id: stock.wallet.id,
    asset: 'ETH',
    amount: '1.5',
    checked_at: new Date('2026-01-11T09:00:00Z'),
  })
  await givenAnother(owner, { id: stock.client.id, entry: stock.client.entry }, '0.2')
  expect(await position()).toMatchObject({
    held: '1',
    on_chain: '1.5',
    checked_at: '2026-01-11T09:00:00.000Z',
    difference: '0.5',
    reserved: '0',
    owed: '0.3',
    free: '0.7',
    wallets: [
      {
        wallet_id: stock.wallet.id,
        held: '1',
        on_chain: '1.5',
        difference: '0.5',
        explained: '0',
        unexplained: '0.5',
        open_lines: 0,
      },
    ],
  })
  expect(await booked()).toBe('1')
  const { items } = (await owner.get(`/v1/wallets/${stock.wallet.id}/movements`)).body
  expect(items).toMatchObject([{ kind: 'acquisition', asset: 'ETH', amount: '1', status: 'acquired' }])

  const transfer = await givenDelivery(owner, stock, stock.request, { amount: String(eth / 10n) })
  expect((await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).status).toBe(200)
  const signed = await position()
  expect(signed).toMatchObject({ held: '1', owed: '0.2' })
  expect(Number(signed.reserved)).toBeGreaterThan(0.1)
  expect(await kept()).toEqual(await recomputed())

  const evidence = { evidence: 'Два обозревателя показывают 40 подтверждений' }
  expect((await owner.post(transferPath(transfer.id, '/confirm'), evidence)).status).toBe(200)
  expect(await position()).toMatchObject({ reserved: '0', owed: '0.2' })
  expect(await booked()).toBe((await position()).wallets[0]?.held)
  const before = await kept()
  expect(before).toEqual(await recomputed())
  expect(await foldCoinBalances(server.db)).toBeGreaterThan(0)
  expect(await foldCoinBalances(server.db)).toBe(0)
  expect(await kept()).toEqual(before)
})

test('what is on its way to one client is not owed less to another', async () => {
  const client = { id: stock.client.id, entry: stock.client.entry }
  const owed = async () => toUnits((await position()).owed, 'ETH')
  const before = await owed()
  const first = await givenAnother(owner, client, '0.3')
  const transfer = await givenDelivery(owner, stock, first, { amount: String((3n * eth) / 10n) })
  expect((await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(1))).status).toBe(200)
  expect(await owed()).toBe(before)
  // The same was delivered from elsewhere meanwhile.
  const typed = { tx_hash: `0x${'ef'.repeat(32)}`, amount: '0.3' }
  expect((await owner.post(`/v1/purchase-requests/${first.id}/deliveries`, typed)).status).toBe(201)
  expect(await owed()).toBe(before)
  await givenAnother(owner, client, '0.25')
  expect(await owed()).toBe(before + toUnits('0.25', 'ETH'))
  expect((await owner.post(transferPath(transfer.id, '/release'), { evidence: 'Не отправлен' })).status).toBe(
    200,
  )
})

test('what is approved and not paid is promised', async () => {
  expect((await position()).promised).toBe('0')
  const terms = { asset: 'ETH', network: 'ethereum', crypto_amount: '0.7', rate: '100000', fee_amount: '0' }
  const { id, entry } = stock.client
  const before = await position()
  await givenRequest(owner, id, { ...terms, wallet_id: entry.id }, review, approve)
  expect(await position()).toEqual({ ...before, promised: '0.7' })
})

test('each day has what was held and owed at its end, also what is typed later', async () => {
  const dayMs = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  const dayOf = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
  const history = async () => {
    const { items, from, to } = (await owner.get('/v1/treasury/position/history?days=10')).body
    expect([from, to]).toEqual([dayOf(ago(9)), dayOf(new Date())])
    const { days } = items.find(({ asset }: { asset: string }) => asset === 'ETH')
    expect(days).toHaveLength(10)
    return (at: Date) => days.find(({ day }: { day: string }) => day === dayOf(at))
  }
  const before = await history()
  const { held, owed } = (await position()) as Record<string, string>
  expect(before(new Date())).toMatchObject({ held, owed })
  const treasury = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
  await acquire(owner, treasury, {
    asset: 'ETH',
    network: 'ethereum',
    amount: '2',
    cost: { currency: 'RUB', amount: '180000.00' },
    acquired_at: ago(4).toISOString(),
  })
  await givenAnother(owner, { id: stock.client.id, entry: stock.client.entry }, '0.05')
  const after = await history()
  const heldOn = (of: typeof after, at: Date) => toUnits(of(at).held, 'ETH')
  const eth2 = toUnits('2', 'ETH')
  expect(heldOn(after, ago(5))).toBe(heldOn(before, ago(5)))
  for (const days of [4, 3, 1, 0]) expect(heldOn(after, ago(days))).toBe(heldOn(before, ago(days)) + eth2)
  // Nobody had paid for it yesterday.
  expect(after(ago(1)).owed).toBe(before(ago(1)).owed)
  expect(toUnits(after(new Date()).owed, 'ETH')).toBe(toUnits(owed ?? '0', 'ETH') + toUnits('0.05', 'ETH'))
  expect((await owner.get('/v1/treasury/position/history?days=0')).status).toBe(422)
})
