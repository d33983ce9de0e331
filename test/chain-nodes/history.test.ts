import { beginCell, Cell, external, loadMessage, storeMessage } from '@ton/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type { Network } from '../../contract/money/networks.ts'
import type { ChainNode, History } from '../../server/features/chain-nodes/chain-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import { type FakeNode, Refusal, startFakeNode } from '../support/outside/fake-chain-node.ts'
import {
  bitcoinChain,
  ethereumChain,
  type FakeChain,
  solanaChain,
  solanaTokenChain,
  tonChain,
  tonTokenChain,
  tronChain,
} from '../support/outside/fake-chains.ts'

let fake: FakeNode
beforeEach(async () => {
  fake = await startFakeNode()
})
afterEach(() => fake.close())

const day = 86_400

async function historyOf(
  network: Network,
  { answers, payment }: FakeChain,
  after: bigint | null = null,
  address = payment.from,
): Promise<History> {
  fake.answers = answers
  const node = (await openNodes({ [network]: fake.url }))[network] as ChainNode | undefined
  if (!node?.history) throw new Error('The node lists nothing.')
  return node.history(address, { after, age: day })
}

const hex = (value: bigint | number) => `0x${value.toString(16)}`

test('bitcoin: confirmed receipts and payments with their fee, page by page', async () => {
  const chain = bitcoinChain()
  const { from, to } = chain.payment
  const [received] = chain.state.received
  const page = `/address/${from}/txs/chain`
  const more = Array.from({ length: 24 }, (_, index) => ({
    ...received,
    txid: (index + 1).toString(16).padStart(64, 'd'),
  }))
  chain.answers[page] = () => [chain.state.transaction, ...more]
  chain.answers[`${page}/${more.at(-1)?.txid}`] = () => [received]
  const found = await historyOf('bitcoin', chain)
  expect(found).toMatchObject({ floor: 0n, through: 60n, isWhole: true })
  expect(found.movements).toHaveLength(26)
  expect(found.movements[0]).toEqual({
    txId: chain.payment.txId,
    otherId: null,
    asset: 'BTC',
    direction: 'outgoing',
    amount: 1_500_000n,
    fee: 700n,
    counterparty: to,
    position: 50n,
    at: new Date(1_700_000_000_000),
  })
  expect(found.movements[25]).toMatchObject({
    direction: 'incoming',
    amount: 3_000_000n,
    fee: 0n,
    counterparty: to,
  })
  // What is older than the blocks that may be replaced is not listed again.
  expect(await historyOf('bitcoin', chain, 58n)).toMatchObject({ movements: [], floor: 52n, isWhole: true })
})

test('ethereum: events of pinned contracts in both directions, in ranges of blocks', async () => {
  const chain = ethereumChain('USDT')
  const { from, to, txId } = chain.payment
  const [log] = chain.state.receipt.logs
  const ask = (topics: (string | null)[]) => {
    const logs: Record<string, unknown>[] = [
      { ...log, transactionHash: txId, blockNumber: hex(50), blockTimestamp: hex(1_700_000_000) },
      // The same event of a contract that only calls itself USDT.
      {
        ...log,
        address: contractOf('ethereum', 'USDC').replace('A0', 'A1'),
        transactionHash: txId,
        blockNumber: hex(50),
      },
      {
        ...log,
        data: `0x${'0'.repeat(64)}`,
        transactionHash: `0x${'cd'.repeat(32)}`,
        blockNumber: hex(51),
        blockTimestamp: hex(1_700_000_012),
      },
    ]
    return logs.filter((one) =>
      topics.every((topic, place) => topic === null || (one.topics as string[])[place] === topic),
    )
  }
  chain.state.receipt.from = from.toLowerCase()
  chain.answers.eth_getLogs = ([{ topics }]: [{ topics: (string | null)[] }]) => ask(topics)
  const found = await historyOf('ethereum', chain)
  expect(found).toMatchObject({ floor: 0n, through: 100n, isWhole: true })
  expect(found.movements).toEqual([
    {
      txId,
      otherId: null,
      asset: 'USDT',
      direction: 'outgoing',
      amount: 1_500_000n,
      fee: 42_000_000_000_000n,
      counterparty: to,
      position: 50n,
      at: new Date(1_700_000_000_000),
    },
  ])
  const received = await historyOf('ethereum', chain, null, to)
  expect(received.movements).toMatchObject([{ direction: 'incoming', fee: 0n, counterparty: from }])
  expect(await historyOf('ethereum', chain, 99n)).toMatchObject({ floor: 36n, isWhole: true })
})

test('ethereum: a node without old logs is asked for the newest blocks, and the rest is a gap', async () => {
  const chain = ethereumChain('USDT')
  chain.state.head = 100_000n
  chain.answers.eth_getLogs = ([{ fromBlock }]: [{ fromBlock: string }]) => {
    if (BigInt(fromBlock) < 90_000n) throw new Refusal('history has been pruned')
    return []
  }
  expect(await historyOf('ethereum', chain, 10_000n)).toEqual({
    movements: [],
    floor: 95_001n,
    through: 100_000n,
    isWhole: false,
  })
})

test('solana: coins, tokens with the rent of their account, and fees of what failed', async () => {
  const chain = solanaChain()
  const { from, to, txId } = chain.payment
  const found = await historyOf('solana', chain)
  expect(found).toMatchObject({ floor: 0n, through: 1n, isWhole: true })
  expect(found.movements).toMatchObject([
    { txId, asset: 'SOL', direction: 'outgoing', amount: 1_500_000n, fee: 5000n },
  ])
  expect((await historyOf('solana', chain, null, to)).movements).toMatchObject([
    { direction: 'incoming', amount: 1_500_000n, fee: 0n, counterparty: from },
  ])
  expect((await historyOf('solana', chain, 1n)).movements).toEqual([])
  const { meta } = chain.state.transaction
  meta.err = { InstructionError: [0, 'Custom'] }
  meta.postBalances = [(meta.preBalances[0] as number) - 5000, 0, 1]
  expect((await historyOf('solana', chain)).movements).toMatchObject([
    { amount: 0n, fee: 5000n, direction: 'outgoing' },
  ])

  const token = solanaTokenChain('USDT')
  expect((await historyOf('solana', token)).movements).toMatchObject([
    { asset: 'USDT', direction: 'outgoing', amount: 1_500_000n, fee: 2_044_280n },
  ])
})

test('ton: what a message of the wallet paid, known by the id of the transfer, and what came', async () => {
  const chain = tonChain()
  const { from, to } = chain.payment
  const { body } = loadMessage(Cell.fromBase64(chain.payment.raw).beginParse())
  Object.assign(chain.state.transaction.in_msg, { msg_data: { body: body.toBoc().toString('base64') } })
  chain.state.received.transaction_id = { ...chain.state.received.transaction_id, lt: '47000002' }
  const found = await historyOf('ton', chain)
  expect(found).toMatchObject({ isWhole: true, through: 47_000_002n })
  expect(found.movements).toMatchObject([
    { direction: 'incoming', amount: 42n, counterparty: to, otherId: null },
    { direction: 'outgoing', amount: 1_500_000n, fee: 5000n, counterparty: to, position: 47_000_000n },
  ])
  const normalized = beginCell().store(storeMessage(external({ to: from, body }), { forceRef: true }))
  expect(found.movements[1]?.otherId).toBe(normalized.endCell().hash().toString('hex'))
  // A hundred million are listed again: a node may have the newest block of one wallet, and not yet of another one.
  expect((await historyOf('ton', chain, 147_000_001n)).movements).toHaveLength(1)
  expect(await historyOf('ton', chain, 147_000_002n)).toMatchObject({ movements: [], isWhole: true })
})

test('ton: tokens that left and came, what went along as a fee, and what of it came back', async () => {
  const chain = tonTokenChain()
  const { from, to, raw } = chain.payment
  const { body } = loadMessage(Cell.fromBase64(raw).beginParse())
  const sent = beginCell().store(storeMessage(external({ to: from, body }), { forceRef: true }))
  const otherId = sent.endCell().hash().toString('hex')
  const found = await historyOf('ton', chain)
  expect(found).toMatchObject({ isWhole: true, through: 47_000_008n })
  expect(found.movements).toMatchObject([
    { asset: 'TON', direction: 'incoming', amount: 30_000_000n, fee: 40n, otherId },
    { asset: 'TON', direction: 'outgoing', amount: 0n, fee: 50_005_000n, otherId },
    { asset: 'USDT', direction: 'outgoing', amount: 1_500_000n, fee: 0n, counterparty: to, otherId },
  ])
  expect((await historyOf('ton', chain, null, to)).movements).toMatchObject([
    { asset: 'TON', direction: 'incoming', amount: 1n, fee: 30n, otherId: null },
    { asset: 'USDT', direction: 'incoming', amount: 1_500_000n, counterparty: from, otherId: null },
  ])

  // More than went along is no rest of it.
  Object.assign(chain.state.returned.in_msg, { value: '50000001' })
  expect((await historyOf('ton', chain)).movements[0]).toMatchObject({ amount: 50_000_001n, otherId: null })
  // What the wallet of the token has refused has not left.
  chain.state.taken.out_msgs = [{ ...chain.state.messages.rest, destination: from }]
  expect((await historyOf('ton', chain)).movements.map(({ asset }) => asset)).toEqual(['TON', 'TON'])
  // What somebody only claims to send has not come.
  chain.state.arrived.in_msg.source = to
  expect((await historyOf('ton', chain, null, to)).movements).toHaveLength(1)
})

test('tron: a full node cannot list transactions', async () => {
  const { answers } = tronChain()
  fake.answers = answers
  expect((await openNodes({ tron: fake.url })).tron?.history).toBeNull()
})
