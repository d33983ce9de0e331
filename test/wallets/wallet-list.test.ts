import { afterAll, expect, test } from 'vitest'
import { assetsOn } from '../../contract/money/assets.ts'
import type { ListedWallet } from '../../contract/wallets/wallets.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import { givenPayer, newTransfer, transfersOn, walletOn } from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startFakeNode } from '../support/outside/fake-chain-node.ts'
import { fakeChains } from '../support/outside/fake-chains.ts'
import { startServer } from '../support/service/harness.ts'

const fake = await startFakeNode(fakeChains.ethereum().answers)
afterAll(() => fake.close())
const server = startServer({ env: { KONTOR_RPC_ETHEREUM: fake.url, ...transfersOn } })

const itemsOf = (reply: { status: number; body: { items: ListedWallet[] } }) => {
  expect(reply.status).toBe(200)
  return reply.body.items
}

test('the wallets of all organizations, by network, generation and any part of the address', async () => {
  const one = await givenWallets(server)
  const two = await givenWallets(server)
  const officer = await server.signIn('officer')
  const list = async (query: string) => itemsOf(await officer.get(`/v1/wallets?limit=100&${query}`))

  const own = await list(`organization_id=${one.id}`)
  expect(own.map(({ id }) => id).sort()).toEqual(one.wallets.map(({ id }) => id).sort())
  expect(own.every(({ status, generation }) => status === 'current' && generation === 1)).toBe(true)
  const ethereum = walletOn(two.wallets, 'ethereum')
  const [found] = await list(`organization_id=${two.id}&network=ethereum`)
  expect(found).toEqual({
    id: ethereum.id,
    organization_id: two.id,
    organization_name: expect.any(String),
    network: 'ethereum',
    address: ethereum.address,
    generation: 1,
    status: 'current',
    balances: assetsOn('ethereum').map((asset) => ({ asset, booked: '0', on_chain: null, checked_at: null })),
    last_used_at: null,
    created_at: ethereum.created_at,
    exposed_at: null,
    needs_fuel: null,
  })

  // Any part, in whichever case.
  for (const part of [ethereum.address.slice(2, 14), ethereum.address.slice(-9).toUpperCase()])
    expect((await list(`q=${part}`)).map(({ id }) => id)).toEqual([ethereum.id])
  for (const nothing of ['zzzzzzzzzzz', '%25%25%25', '___', encodeURIComponent('абв')])
    expect(await list(`q=${nothing}`)).toEqual([])
  expect((await list('q=0x')).map(({ id }) => id)).toContain(ethereum.id)
  for (const query of [`q=${'a'.repeat(129)}`, 'network=dogecoin', 'holding=much'])
    expect((await officer.get(`/v1/wallets?${query}`)).status).toBe(422)

  // Pages, oldest and newest first.
  const forward = []
  for (let cursor = ''; ; ) {
    const { body } = await officer.get(`/v1/wallets?sort=created_at&limit=4${cursor && `&cursor=${cursor}`}`)
    forward.push(...(body.items as ListedWallet[]))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect(forward.map(({ id }) => id)).toEqual((await list('')).map(({ id }) => id).reverse())

  expect((await two.owner.post(walletsPath(two.id, '/replace'), { reason: 'Phrase seen' })).status).toBe(201)
  const of = (status: string) => list(`organization_id=${two.id}&status=${status}`)
  expect((await of('retired')).map(({ id }) => id).sort()).toEqual(two.wallets.map(({ id }) => id).sort())
  expect((await of('current')).every(({ generation }) => generation === 2)).toBe(true)
  expect((await officer.get(`/v1/wallets/totals?organization_id=${two.id}`)).body).toEqual({
    count: 10,
    is_exact: true,
    sums: [],
  })
  expect((await officer.get(`/v1/wallets/${ethereum.id}`)).body).toMatchObject({
    status: 'retired',
    retired_reason: 'Phrase seen',
    derivation_path: ethereum.derivation_path,
  })

  const file = await officer.get(`/v1/exports/wallets?format=csv&organization_id=${one.id}`)
  expect(file.status).toBe(200)
  expect((await server.anonymous.get('/v1/wallets')).status).toBe(401)
  for (const unknown of ['nothing', crypto.randomUUID()])
    for (const path of ['', '/movements'])
      expect(await officer.get(`/v1/wallets/${unknown}${path}`)).toMatchObject({
        status: 404,
        body: { code: 'wallet_not_found' },
      })
})

test('a wallet has what the node said last, what the books say, and its deliveries and transfers', async () => {
  const payer = await givenPayer(server)
  const { owner, id, wallet } = payer
  const read = async () => (await owner.get(`/v1/wallets/${wallet.id}`)).body as ListedWallet
  const holding = async (value: string) =>
    itemsOf(await owner.get(`/v1/wallets?organization_id=${id}&network=ethereum&holding=${value}`)).length
  expect([await holding('unknown'), await holding('some'), await holding('none')]).toEqual([1, 0, 0])

  // What a person has asked the node is kept for the list, which asks nobody.
  expect((await owner.get(walletsPath(id, '/balances'))).status).toBe(200)
  const asked = fake.count('eth_getBalance')
  expect([await holding('unknown'), await holding('some'), await holding('none')]).toEqual([0, 1, 0])
  expect((await read()).balances).toMatchObject([
    { asset: 'ETH', on_chain: '0.000000000005', checked_at: expect.any(String) },
    { asset: 'USDT', on_chain: '5', checked_at: expect.any(String) },
    { asset: 'USDC', on_chain: '5', checked_at: expect.any(String) },
  ])
  expect((await owner.get(`/v1/wallets/totals?organization_id=${id}`)).body).toMatchObject({
    count: 5,
    sums: [
      { field: 'on_chain', currency: 'ETH', amount: '0.000000000005' },
      { field: 'on_chain', currency: 'USDC', amount: '5' },
      { field: 'on_chain', currency: 'USDT', amount: '5' },
    ],
  })
  expect(fake.count('eth_getBalance')).toBe(asked)

  const draft = await owner.post('/v1/transfers', newTransfer(payer))
  expect(draft.status).toBe(201)
  expect((await owner.get(`/v1/wallets/${wallet.id}/movements`)).body.items).toMatchObject([
    { kind: 'transfer_out', id: draft.body.id, status: 'draft', amount: '0.1', asset: 'ETH', tx_id: null },
  ])
  // What is only meant is not booked.
  expect((await read()).balances).toMatchObject(assetsOn('ethereum').map(() => ({ booked: '0' })))

  const buyer = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, {}, review, approve, pay, complete)
  const [delivered] = itemsOf(await owner.get(`/v1/wallets?organization_id=${buyer.id}&network=tron`))
  expect(delivered).toMatchObject({
    balances: [
      { asset: 'USDT', booked: '1000.5', on_chain: null },
      { asset: 'TRX', booked: '0' },
    ],
    last_used_at: expect.any(String),
  })
  expect((await owner.get(`/v1/wallets/${delivered?.id}/movements`)).body.items).toMatchObject([
    { kind: 'delivery', status: 'delivered', request_id: request.id, amount: '1000.5', asset: 'USDT' },
  ])
})
