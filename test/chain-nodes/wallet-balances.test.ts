import { afterAll, describe, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { purchasableAssets } from '../../contract/money/assets.ts'
import { type Network, networks } from '../../contract/money/networks.ts'
import type { WalletBalanceListResponse } from '../../contract/wallets/chain-nodes.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { type FakeNode, startFakeNode } from '../support/outside/fake-chain-node.ts'
import { fakeChains } from '../support/outside/fake-chains.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startServer } from '../support/service/harness.ts'
import { metric } from '../support/service/metrics.ts'

/** A node that answers for any address of its network. */
async function startAnyAddress(network: Network): Promise<FakeNode> {
  const { answers, payment } = fakeChains[network]()
  const fake = await startFakeNode(answers)
  fake.override = ({ method, params }) => {
    // Paths of bitcoin name the address.
    const answer = answers[method.replace(/\/address\/[a-z0-9]+/, `/address/${payment.from}`)]
    return network === 'bitcoin' && method.startsWith('/address/') && answer
      ? { body: answer(params as never) }
      : undefined
  }
  return fake
}

const started = await Promise.all(networks.map(async (name) => [name, await startAnyAddress(name)] as const))
const fakes = Object.fromEntries(started) as Record<Network, FakeNode>
const dead = await freePort()
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())))

/** Without a node of solana; that of ton is dead. */
const server = startServer({
  env: {
    KONTOR_RPC_BITCOIN: fakes.bitcoin.url,
    KONTOR_RPC_ETHEREUM: fakes.ethereum.url.replace('//', '//reader:hidden-word@'),
    KONTOR_RPC_TRON: `${fakes.tron.url}/`,
    KONTOR_RPC_TON: `http://reader:hidden-word@127.0.0.1:${dead}/hidden-path`,
  },
})

async function balancesOf(id: string): Promise<WalletBalanceListResponse['items']> {
  const owner = await server.signIn('owner')
  const reply = await owner.get(walletsPath(id, '/balances'))
  expect(reply.status).toBe(200)
  return reply.body.items
}

describe('balances', () => {
  test('of all assets on networks with a node; a dead node is a problem of its wallets only', async () => {
    const { id, wallets } = await givenWallets(server)
    const items = await balancesOf(id)
    const shown = items.map(({ network, asset, amount, problem }) => [network, asset, amount, problem])
    expect(shown.sort()).toEqual(
      [
        ['bitcoin', 'BTC', '5000000', null],
        ['ethereum', 'ETH', '5000000', null],
        ['ethereum', 'USDT', '5000000', null],
        ['ethereum', 'USDC', '5000000', null],
        ['tron', 'TRX', '5000000', null],
        ['tron', 'USDT', '5000000', null],
        ['ton', 'TON', null, 'node_unavailable'],
        ['ton', 'USDT', null, 'node_unavailable'],
      ].sort(),
    )
    for (const { wallet_id, network, address, generation } of items) {
      const wallet = wallets.find((one) => one.id === wallet_id)
      expect([wallet?.network, wallet?.address, generation]).toEqual([network, address, 1])
    }
    const failures = { network: 'ton', operation: 'balance', outcome: 'failure' }
    expect(await metric(server, 'kontor_chain_node_operation_seconds_count', failures)).toBeGreaterThan(0)
  })

  test('of retired wallets too, after those of today', async () => {
    const { id, owner } = await givenWallets(server)
    await owner.post(walletsPath(id, '/replace'), { reason: 'Phrase seen' })
    const items = await balancesOf(id)
    const each = purchasableAssets.filter(({ network }) => network !== 'solana').length
    expect(items.map(({ generation }) => generation)).toEqual([
      ...Array(each).fill(2),
      ...Array(each).fill(1),
    ])
  })

  test('nodes are asked once in half a minute, also those that fail', async () => {
    const { id } = await givenWallets(server)
    const at = new Date()
    server.clock.at = at
    const count = () => fakes.ethereum.count('eth_getBalance')
    const before = count()
    const [first, second] = await Promise.all([balancesOf(id), balancesOf(id)])
    expect(first).toEqual(second)
    expect(first.every(({ checked_at }) => checked_at === at.toISOString())).toBe(true)
    expect(count() - before).toBe(1)
    server.clock.at = new Date(at.getTime() + 29_000)
    expect(await balancesOf(id)).toEqual(first)
    server.clock.at = new Date(at.getTime() + 31_000)
    const [later] = await balancesOf(id)
    expect(later?.checked_at).toBe(server.clock.at.toISOString())
    expect(count() - before).toBe(2)
    server.clock.at = null
  })

  test('an organization without wallets has none; an unknown one is 404', async () => {
    const { id } = await givenOrganization(server)
    expect(await balancesOf(id)).toEqual([])
    const owner = await server.signIn('owner')
    const unknown = await owner.get(walletsPath('0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', '/balances'))
    expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found'])
  })

  test('of one organization are not those of another', async () => {
    const one = await givenWallets(server)
    const other = await givenWallets(server)
    const ids = new Set((await balancesOf(one.id)).map(({ wallet_id }) => wallet_id))
    expect(other.wallets.some(({ id }) => ids.has(id))).toBe(false)
  })
})

test('incoming payments, and of which assets they can be listed', async () => {
  const { id, owner } = await givenWallets(server)
  const { status, body } = await owner.get(walletsPath(id, '/incoming'))
  expect(status).toBe(200)
  const of = (name: Network) => body.items.find(({ network }: { network: Network }) => network === name)
  expect(body.items).toHaveLength(4)
  expect(of('ethereum')).toMatchObject({
    assets: ['USDT', 'USDC'],
    problem: null,
    payments: [{ asset: 'USDT', amount: '1500000', confirmations: 51, at: null }],
  })
  expect(of('tron')).toMatchObject({ assets: [], payments: [], problem: null })
  expect(of('ton')).toMatchObject({ assets: ['TON', 'USDT'], payments: [], problem: 'node_unavailable' })
})

test.each(['/balances', '/incoming'])('%s is for those who may see wallets', async (path) => {
  const { id } = await givenWallets(server)
  expect((await server.anonymous.get(walletsPath(id, path))).status).toBe(401)
  for (const role of roles) {
    const client = await server.signIn(role)
    const expected = (await client.get(walletsPath(id))).status
    expect((await client.get(walletsPath(id, path))).status, role).toBe(expected)
  }
})

test('credentials are sent to the node, and are nowhere else', async () => {
  const { id, owner } = await givenWallets(server)
  await owner.get(walletsPath(id, '/balances'))
  await owner.get(walletsPath(id, '/incoming'))
  expect(fakes.ethereum.asked.at(-1)?.authorization).toBe(`Basic ${btoa('reader:hidden-word')}`)
  expect(fakes.tron.asked.at(-1)?.authorization).toBeUndefined()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const told = [...server.logged, metrics].join('')
  expect(told).toContain('a blockchain node failed')
  expect(told).not.toMatch(/hidden-word|hidden-path|cmVhZGVy/)
})
