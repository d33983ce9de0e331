import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type { ChainNode, Movement } from '../../server/features/chain-nodes/chain-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import {
  derivations,
  mnemonicOf,
  seedOf,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { startFakeNode } from '../support/outside/fake-chain-node.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { startTon } from './ton-engine.ts'

/** What the network really did, told as a node tells it: whether the service reads it right. */
const { path } = derivations.ton
const pool = createSigningPool()
const fake = await startFakeNode()
afterAll(async () => {
  await pool.close()
  await fake.close()
})

let engine: Awaited<ReturnType<typeof startTon>>
let usdt: ReturnType<typeof engine.jetton>
let node: ChainNode<'ton'>
let entropy: Buffer
let from: string
let to: string

beforeEach(async () => {
  engine = await startTon()
  usdt = engine.jetton(contractOf('ton', 'USDT'))
  entropy = randomBytes(32)
  from = addressOf(entropy)
  to = addressOf(randomBytes(32))
  await engine.give(from, 1_000_000_000n)
  await usdt.mint(from, 5_000_000n)
  fake.answers = engine.node
  node = (await openNodes({ ton: fake.url })).ton as unknown as ChainNode<'ton'>
})

async function pay(asset: 'TON' | 'USDT', changed: Partial<UnsignedOn<'ton'>> = {}) {
  const transaction: UnsignedOn<'ton'> = {
    network: 'ton',
    asset,
    from,
    to,
    amount: 1_500_000n,
    feeCeiling: 200_000_000n,
    seqno: 0,
    validUntil: engine.now() + 300,
    balance: await engine.balanceOf(from),
    ...(asset === 'USDT' && { tokenBalance: 9_000_000n }),
    ...changed,
  }
  const before = transaction.balance
  const signed = await signAsDecided(pool, transaction, { entropy: Buffer.from(entropy), path })
  await engine.send(signed.raw)
  const effect = await node.effect({ ...signed, asset, from, to })
  return { signed, effect, before }
}

const movementsOf = async (address: string) =>
  (await node.history?.(address, { after: null, age: 0 }))?.movements ?? []
const sumOf = (movements: Movement[], asset: string) =>
  movements.reduce((sum, one) => {
    const amount = one.asset === asset ? one.amount : 0n
    return sum + (one.direction === 'incoming' ? amount : -amount) - (asset === 'TON' ? one.fee : 0n)
  }, 0n)

test.each(['100482771', undefined])(
  'a payment of tokens with the comment %s is confirmed',
  async (comment) => {
    const { signed, effect } = await pay('USDT', { ...(comment !== undefined && { comment }) })
    expect(effect).toMatchObject({ result: 'confirmed', problem: null })
    expect(effect.fee).toBeLessThan(signed.fee)
    const movements = await movementsOf(from)
    expect(sumOf(movements, 'USDT')).toBe(3_500_000n)
    // Also every nanoton.
    expect(sumOf(movements, 'TON')).toBe(await engine.balanceOf(from))
    const ofTransfer = movements.filter(({ otherId }) => otherId === signed.txId)
    expect(ofTransfer.map(({ asset, direction }) => `${asset} ${direction}`).toSorted()).toEqual([
      'TON incoming',
      'TON outgoing',
      'USDT outgoing',
    ])
    const rest = ofTransfer.find(({ direction }) => direction === 'incoming')
    // What came back costs a little to receive, which is no part of the payment.
    expect(sumOf(ofTransfer, 'TON')).toBe(-(effect.fee as bigint) - (rest?.fee as bigint))

    expect(await node.incoming(to)).toMatchObject([{ asset: 'USDT', amount: 1_500_000n, from }])
    const received = await movementsOf(to)
    expect(sumOf(received, 'USDT')).toBe(1_500_000n)
    expect(received.find(({ asset }) => asset === 'USDT')).toMatchObject({ counterparty: from })
    const [{ txId } = { txId: '' }] = await node.incoming(to)
    expect(await node.received({ txId, asset: 'USDT', to })).toEqual({ amount: 1_500_000n, isFinal: true })
  },
)

test('one that the own contract refuses is failed, and costs what did not come back', async () => {
  const { signed, effect, before } = await pay('USDT', { amount: 6_000_000n })
  expect(effect).toMatchObject({ result: 'failed', problem: 'The wallet of the token has refused it.' })
  expect(signed.amount).toBe(6_000_000n)
  const movements = await movementsOf(from)
  expect(sumOf(movements, 'USDT')).toBe(5_000_000n)
  expect(sumOf(movements, 'TON')).toBe(await engine.balanceOf(from))
  const receiving = movements.find(({ direction, otherId }) => direction === 'incoming' && otherId)?.fee ?? 0n
  expect(before - (effect.fee as bigint) - receiving).toBe(await engine.balanceOf(from))
})

test('one that the contract of the recipient refuses is failed, and the tokens are listed as back', async () => {
  await usdt.mint(to, 1n)
  await usdt.setStatus(to, 2)
  const { effect } = await pay('USDT')
  expect(effect).toMatchObject({ result: 'failed', problem: 'The recipient sent it back.' })
  const movements = await movementsOf(from)
  expect(sumOf(movements, 'USDT')).toBe(5_000_000n)
  expect(sumOf(movements, 'TON')).toBe(await engine.balanceOf(from))
  expect(sumOf(await movementsOf(to), 'USDT')).toBe(1n)
})

test('a payment of TON with a comment is confirmed, and lists add up', async () => {
  const { effect } = await pay('TON', { amount: 300_000_000n, comment: '100482771' })
  expect(effect).toMatchObject({ result: 'confirmed', problem: null })
  expect(sumOf(await movementsOf(from), 'TON')).toBe(await engine.balanceOf(from))
  expect(await node.incoming(to)).toMatchObject([{ asset: 'TON', amount: 300_000_000n, from }])
})

test('what is on the wallet of tokens is read from its data', async () => {
  const data = await usdt.dataOf(from)
  fake.answers = { ...engine.node, getAddressInformation: () => ({ state: 'active', data }) }
  expect(await node.balance(from, 'USDT')).toBe(5_000_000n)
})

function addressOf(secret: Buffer): string {
  return withKey('ton', seedOf(mnemonicOf(secret)), path, ({ address }) => address)
}
