import pino from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Network, networks } from '../../contract/money/networks.ts'
import type { ChainNode } from '../../server/features/chain-nodes/chain-node.ts'
import { measureNodes, type NodeOperation } from '../../server/features/chain-nodes/node-metrics.ts'
import { observedNode } from '../../server/features/chain-nodes/observed-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import { Failure } from '../../server/platform/errors.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { chosen, scaled } from '../support/cases/scale.ts'
import { type Answer, type FakeNode, startFakeNode } from '../support/outside/fake-chain-node.ts'
import { type FakeChain, fakeBalance, fakeChains } from '../support/outside/fake-chains.ts'
import { metricIn } from '../support/service/metrics.ts'

const beforeSent = async () => {}

let fake: FakeNode
let chain: FakeChain
let logged: string[]
let registry: Registry

beforeEach(async () => {
  fake = await startFakeNode()
  logged = []
  registry = new Registry()
})
afterEach(() => fake.close())

/** A node as the service opens it. */
async function open(
  network: Network,
  { url = fake.url, timeoutMs = 60_000 }: { url?: string; timeoutMs?: number } = {},
): Promise<ChainNode> {
  chain = fakeChains[network]()
  fake.answers = chain.answers
  registry = new Registry()
  const observe = measureNodes(registry, [network])
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const observed = <N extends Network>(node: ChainNode<N>) => observedNode(node, { observe, log })
  const nodes = await openNodes({ [network]: url }, { observed, timeoutMs })
  return nodes[network] as ChainNode
}

function operationsOf(node: ChainNode): [NodeOperation, () => Promise<unknown>][] {
  const { payment } = chain
  const asked = { ...payment, feeCeiling: 10n ** 16n }
  return [
    ['inputs', () => node.inputs(asked)],
    ['broadcast', () => node.broadcast({ ...payment, beforeSent })],
    ['balance', () => node.balance(payment.from, payment.asset)],
    // A plain node of tron is not asked.
    ...(node.network === 'tron' ? [] : [['incoming', () => node.incoming(payment.from)] as const]),
    ['effect', () => node.effect(payment)],
    ['received', () => node.received(payment)],
  ].map((one) => one as [NodeOperation, () => Promise<unknown>])
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'success',
    (error: unknown) => (error instanceof Failure ? `${error.code}: ${error.message}` : error),
  )

const large = JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(10 * 1024 * 1024) })
const hostile: [string, Answer][] = [
  ['10 MB', { body: large }],
  ['HTML', { body: '<!doctype html><h1>Welcome</h1>' }],
  ['HTML with status 502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ['JSON cut off', { body: '{"result":' }],
  ['nothing', { body: '' }],
  ['no content', { status: 204, body: '' }],
  ['a list', { body: [] }],
  ['null', { body: 'null' }],
  ['a number', { body: '-1' }],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  ['wrong credentials', { status: 401, body: '{}' }],
  ['a result that is a wrong type', { body: { jsonrpc: '2.0', id: 1, result: { ok: [] } } }],
  ['an error that is a wrong type', { body: { jsonrpc: '2.0', id: 1, error: [{}] } }],
]

/** 10 MB take a second: `npm test` sends them once. */
const small = scaled(hostile.slice(1), hostile)

describe.each(networks)('a node of %s', (network) => {
  test('answers, and each operation is counted', async () => {
    const node = await open(network)
    for (const [operation, run] of operationsOf(node)) {
      expect(await outcome(run()), operation).toBe('success')
      const labels = { network, operation, outcome: 'success' }
      const text = await registry.metrics()
      expect(metricIn(text, 'kontor_chain_node_operation_seconds_count', labels)).toBe(1)
    }
    expect(await node.balance(chain.payment.from, chain.payment.asset)).toBe(fakeBalance)
    expect(await node.effect(chain.payment)).toMatchObject({ result: 'confirmed', problem: null })
    expect(logged).toEqual([])
  })

  test('of another chain is not used', async () => {
    const other = network === 'ethereum' ? '0xaa36a7' : 'x'.repeat(44)
    const node = await open(network)
    const [first] = Object.keys(chain.answers) as [string]
    const wrong = { eth_chainId: () => other, getGenesisHash: () => chain.payment.to }
    fake.answers = {
      ...chain.answers,
      ...wrong,
      '/block-height/0': () => '0f'.repeat(32),
      '/wallet/getblockbynum': () => ({ blockID: '0f'.repeat(32) }),
      getMasterchainInfo: () => ({ init: { root_hash: Buffer.alloc(32, 1).toString('base64') } }),
    }
    for (const [operation, run] of operationsOf(node)) {
      const sentence = `node_unavailable: The ${network} node belongs to another chain.`
      expect(await outcome(run()), operation).toBe(sentence)
    }
    // It was asked nothing else, and is asked again: it may be set right.
    expect(new Set(fake.asked.map(({ method }) => method))).toEqual(new Set([first]))
    fake.answers = chain.answers
    expect(await outcome(node.effect(chain.payment))).toBe('success')
  })

  test.each(network === 'ethereum' ? chosen(7, hostile) : chosen(3, small))(
    'that answers %s fails with one code',
    async (_what, answer) => {
      const node = await open(network)
      fake.override = () => answer
      await Promise.all(
        operationsOf(node).map(async ([operation, run]) => {
          expect(await outcome(run()), operation).toMatch(/^node_unavailable: The \w+ node /)
        }),
      )
      // The same after it has proved its chain.
      fake.override = undefined
      await node.balance(chain.payment.from, chain.payment.asset)
      fake.override = () => answer
      const results = await Promise.all(operationsOf(node).map(([, run]) => outcome(run())))
      for (const result of results) expect(result).toMatch(/^node_unavailable: |^success$/)
      const effect = await node.effect(chain.payment).catch(() => undefined)
      expect(effect?.result).not.toBe('confirmed')
      expect(effect?.result).not.toBe('failed')
    },
  )

  test('that hangs fails with one code', async () => {
    const node = await open(network, { timeoutMs: 100 })
    fake.override = () => 'hang'
    for (const [operation, run] of operationsOf(node)) {
      const sentence = `node_unavailable: The ${network} node failed: no answer within 0.1 s.`
      expect(await outcome(run()), operation).toBe(sentence)
    }
  })

  test('that changes any one value is a failure, never a defect', async () => {
    const node = await open(network)
    const strange = fc.constantFrom(null, -1, 1.5, 2 ** 60, '', 'x', '-1', '0x', [], {}, true, [[]], 1e300)
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), strange, async (method, place, value) => {
        const names = Object.keys(chain.answers)
        const changed = names[method % names.length] as string
        fake.answers = {
          ...chain.answers,
          [changed]: (params: never) => withOneChanged(chain.answers[changed]?.(params), place, value),
        }
        for (const [operation, run] of operationsOf(node)) {
          expect(await outcome(run()), `${operation}, ${changed}`).toMatch(/^node_unavailable: |^success$/)
        }
      }),
      { numRuns: runs(8) },
    )
  })

  test('is called with credentials that no error, log or metric contains', async () => {
    const url = fake.url.replace('//', '//us%40er:pa%2Fss-word@')
    const node = await open(network, { url: `${url}/key-in-the-path?api_key=key-in-the-query` })
    await outcome(node.balance(chain.payment.from, chain.payment.asset))
    expect(fake.asked[0]?.authorization).toBe(`Basic ${btoa('us@er:pa/ss-word')}`)

    const echo = 'Invalid request to us@er:pa/ss-word key-in-the-path key-in-the-query'
    const echoes: Answer[] = [
      { body: { jsonrpc: '2.0', id: 1, error: { code: -1, message: echo } } },
      { status: 400, body: echo },
      { status: 500, body: echo },
      { status: 302, headers: { location: `${url}/elsewhere` }, body: echo },
    ]
    for (const answer of echoes) {
      fake.override = () => answer
      for (const [, run] of operationsOf(node)) {
        const said = String(await outcome(run()))
        expect(said).not.toMatch(/us@er|us%40er|pa\/ss|pa%2Fss|key-in|127\.0\.0\.1/)
      }
    }
    await fake.close()
    expect(await outcome(node.effect(chain.payment))).toMatch(
      /^node_unavailable: The \w+ node failed: (ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)\.$/,
    )
    // What is refused is logged each time, and that it fails once.
    expect(logged.length).toBeGreaterThan(6)
    expect(logged.filter((line) => line.includes('a blockchain node failed'))).toHaveLength(1)
    const told = logged.join('') + (await registry.metrics())
    expect(told).not.toMatch(/us@er|us%40er|pa\/ss|pa%2Fss|key-in|127\.0\.0\.1/)
  })
})

/** A copy in which one value, at any depth, is another. */
function withOneChanged(value: unknown, place: number, other: unknown): unknown {
  const copy = structuredClone({ value })
  const places: [Record<string, unknown>, string][] = []
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      walk((node as Record<string, unknown>)[key])
    }
  }
  walk(copy)
  const [parent, key] = places[place % places.length] as [Record<string, unknown>, string]
  parent[key] = other
  return copy.value
}
