import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type { Network } from '../../contract/money/networks.ts'
import type { ExpectedPayment } from '../../server/features/chain-nodes/chain-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import { type FakeNode, startFakeNode } from '../support/outside/fake-chain-node.ts'
import {
  bitcoinChain,
  ethereumChain,
  solanaChain,
  solanaTokenChain,
  tonChain,
  tonTokenChain,
  tonTokenWallet,
  tronChain,
} from '../support/outside/fake-chains.ts'

/** What nodes say about a payment, and what is believed. The chains are fakes; anvil is in test/foreign. */
let fake: FakeNode
beforeEach(async () => {
  fake = await startFakeNode()
})
afterEach(() => fake.close())

const pending = (problem: string) => ({ result: 'pending', problem })
const failed = (problem: string) => ({ result: 'failed', problem })
const differs = (what: string) => pending(`The node tells of another payment: ${what} differs.`)
const unknown = pending('The node does not know the transaction.')
const shallow = pending('It is not deep enough in the chain.')
const other = '9'.repeat(40)

type Chain<S> = { state: S; answers: FakeNode['answers']; payment: ExpectedPayment }
/** Assignments have a value. It does not matter here. */
type Change<S> = (state: S) => unknown
type Case<S> = [what: string, change: Change<S>, expected: { result: string; problem: string | null }]

/** One test for each change of a chain in which the payment is otherwise confirmed. */
function cases<S>(network: Network, create: () => Chain<S>, changes: Case<S>[]): void {
  async function effectOf({ answers, payment }: Chain<S>) {
    fake.answers = answers
    const nodes = await openNodes({ [network]: fake.url })
    return nodes[network]?.effect(payment)
  }

  test('as it was signed, it is confirmed', async () => {
    expect(await effectOf(create())).toMatchObject({ result: 'confirmed', problem: null })
  })
  test.each(changes)('%s', async (_what, change, expected) => {
    const chain = create()
    change(chain.state)
    expect(await effectOf(chain)).toMatchObject(expected)
  })
}

const reverted = 'The network reverted the transaction.'
const notCarriedOut = 'The network did not carry out the transaction.'

describe('what an address got from a transaction that was made elsewhere', () => {
  async function receivedOf(network: Network, { answers, payment }: Omit<Chain<unknown>, 'state'>) {
    fake.answers = answers
    const nodes = await openNodes({ [network]: fake.url })
    return nodes[network]?.received(payment)
  }
  const amount = 1_500_000n

  test('the amount, and whether it is final', async () => {
    for (const [network, chain] of [
      ['ethereum', ethereumChain('USDT')],
      ['ethereum', ethereumChain('USDC')],
      ['ethereum', ethereumChain('ETH')],
      ['bitcoin', bitcoinChain()],
      ['tron', tronChain('USDT')],
      ['tron', tronChain('TRX')],
      ['solana', solanaChain()],
      ['solana', solanaTokenChain('USDT')],
      ['solana', solanaTokenChain('USDC')],
    ] as const) {
      expect(await receivedOf(network, chain), network).toEqual({ amount, isFinal: true })
    }
    const bitcoin = bitcoinChain()
    bitcoin.state.head = 54
    expect(await receivedOf('bitcoin', bitcoin)).toEqual({ amount, isFinal: false })
    const ethereum = ethereumChain()
    ethereum.state.finalized = 49n
    expect(await receivedOf('ethereum', ethereum)).toEqual({ amount, isFinal: false })
  })

  test('tokens of ton: what the wallet of the recipient got, by the id of its transaction or of the message', async () => {
    const chain = tonTokenChain()
    expect(await receivedOf('ton', chain)).toBeNull()
    const { hash } = chain.state.arrived.transaction_id
    const txId = Buffer.from(hash, 'base64').toString('hex')
    const payment = { ...chain.payment, txId }
    expect(await receivedOf('ton', { ...chain, payment })).toEqual({ amount, isFinal: true })
    // Anybody can tell a wallet of tokens that some are coming; it believes only those of the same token.
    chain.state.arrived.in_msg.source = chain.payment.to
    expect(await receivedOf('ton', { ...chain, payment })).toEqual({ amount: 0n, isFinal: true })
  })

  test('nothing, if it is unknown, reverted, or for somebody else', async () => {
    const nothing = { amount: 0n, isFinal: false }
    const unknown = ethereumChain()
    unknown.state.hasTransaction = false
    expect(await receivedOf('ethereum', unknown)).toEqual(nothing)
    const reverted = ethereumChain()
    reverted.state.receipt.status = '0x0'
    expect(await receivedOf('ethereum', reverted)).toEqual(nothing)
    const { answers, payment } = ethereumChain()
    expect(await receivedOf('ethereum', { answers, payment: { ...payment, to: payment.from } })).toEqual({
      amount: 0n,
      isFinal: true,
    })
    const failed = tronChain()
    failed.state.info.receipt.result = 'REVERT'
    expect(await receivedOf('tron', failed)).toEqual(nothing)
  })

  test('not known, if a contract sent the coins on, or the id is of another kind', async () => {
    const ethereum = ethereumChain('ETH')
    ethereum.state.transaction.to = `0x${other}`
    expect(await receivedOf('ethereum', ethereum)).toBeNull()
    const ton = tonChain()
    expect(await receivedOf('ton', ton)).toBeNull()
    const { hash } = ton.state.received.transaction_id
    for (const txId of [hash, Buffer.from(hash, 'base64').toString('hex')]) {
      const payment = { ...ton.payment, to: ton.payment.from, txId }
      expect(await receivedOf('ton', { ...ton, payment })).toEqual({ amount: 42n, isFinal: true })
    }
  })
})

describe('ethereum, USDT', () => {
  const log = (state: ReturnType<typeof ethereumChain>['state']) =>
    state.receipt.logs[0] as { topics: string[] }
  cases('ethereum', () => ethereumChain('USDT'), [
    ['unknown', (state) => (state.hasTransaction = false), unknown],
    [
      'in a block that left the chain',
      (state) => (state.canonicalHash = `0x${'00'.repeat(32)}`),
      pending('Its block is no longer in the chain.'),
    ],
    ['not final', (state) => (state.finalized = 49n), shallow],
    [
      'shallow where no block is final',
      (state) => Object.assign(state, { finalized: null, head: 60n }),
      shallow,
    ],
    [
      'deep where no block is final',
      (state) => Object.assign(state, { finalized: null, head: 61n }),
      { result: 'confirmed', problem: null },
    ],
    ['reverted', (state) => Object.assign(state.receipt, { status: '0x0', logs: [] }), failed(reverted)],
    [
      'reverted but not final',
      (state) => {
        Object.assign(state.receipt, { status: '0x0', logs: [] })
        state.finalized = 49n
      },
      pending(reverted),
    ],
    ['without an event', (state) => (state.receipt.logs = []), differs('the transfer of the token')],
    [
      'an event of another contract',
      (state) => Object.assign(log(state), { address: `0x${other}` }),
      differs('the transfer of the token'),
    ],
    [
      'an event to somebody else',
      (state) => (log(state).topics[2] = `0x${other.padStart(64, '0')}`),
      differs('the transfer of the token'),
    ],
    [
      'an event from somebody else',
      (state) => (log(state).topics[1] = `0x${other.padStart(64, '0')}`),
      differs('the transfer of the token'),
    ],
    [
      'an event of another kind',
      (state) => (log(state).topics[0] = `0x${'0'.repeat(64)}`),
      differs('the transfer of the token'),
    ],
    [
      'an event of a smaller amount',
      (state) => Object.assign(log(state), { data: `0x${'1'.padStart(64, '0')}` }),
      differs('the transfer of the token'),
    ],
    [
      'a call of another contract',
      (state) => (state.transaction.to = `0x${other}`),
      differs('the recipient'),
    ],
    ['of another sender', (state) => (state.transaction.from = `0x${other}`), differs('the sender')],
    ['of another id', (state) => (state.receipt.transactionHash = `0x${'cd'.repeat(32)}`), differs('the id')],
  ])
})

describe('ethereum, ETH', () => {
  cases('ethereum', () => ethereumChain('ETH'), [
    ['to somebody else', (state) => (state.transaction.to = `0x${other}`), differs('the recipient')],
    ['of another amount', (state) => (state.transaction.value = '0x1'), differs('the amount')],
    ['reverted', (state) => (state.receipt.status = '0x0'), failed(reverted)],
  ])
})

describe('bitcoin', () => {
  const output = (state: ReturnType<typeof bitcoinChain>['state']) => state.transaction.vout[0] as object
  cases('bitcoin', bitcoinChain, [
    ['unknown', (state) => (state.isKnown = false), unknown],
    ['not in a block', (state) => (state.transaction.status = { confirmed: false }), shallow],
    ['five blocks deep', (state) => (state.head = 54), shallow],
    ['six blocks deep', (state) => (state.head = 55), { result: 'confirmed', problem: null }],
    [
      'in a block that left the chain',
      (state) => (state.canonicalHash = '00'.repeat(32)),
      pending('Its block is no longer in the chain.'),
    ],
    [
      'to somebody else',
      (state) => Object.assign(output(state), { scriptpubkey_address: 'bc1qother' }),
      differs('what the recipient got'),
    ],
    [
      'of another amount',
      (state) => Object.assign(output(state), { value: 1_499_999 }),
      differs('what the recipient got'),
    ],
    ['of another id', (state) => (state.transaction.txid = 'cd'.repeat(32)), differs('the id')],
  ])
})

describe('ethereum, USDC', () => {
  const usdt = contractOf('ethereum', 'USDT').toLowerCase()
  cases('ethereum', () => ethereumChain('USDC'), [
    [
      'an event of another token',
      (state) => Object.assign(state.receipt.logs[0] as object, { address: usdt }),
      differs('the transfer of the token'),
    ],
    [
      'a call of another token',
      (state) => Object.assign(state.transaction, { to: usdt }),
      differs('the recipient'),
    ],
  ])
})

describe('tron, USDT', () => {
  const log = (state: ReturnType<typeof tronChain>['state']) => state.info.log[0] as { topics: string[] }
  cases('tron', () => tronChain('USDT'), [
    ['unknown', (state) => (state.isKnown = false), unknown],
    ['19 blocks deep', (state) => (state.head = 68), shallow],
    ['20 blocks deep', (state) => (state.head = 69), { result: 'confirmed', problem: null }],
    [
      'out of energy',
      (state) => {
        state.info.receipt.result = 'OUT_OF_ENERGY'
        Object.assign(state.info, { result: 'FAILED', log: undefined })
      },
      failed(notCarriedOut),
    ],
    ['without a result', (state) => delete state.info.receipt.result, differs('the outcome')],
    ['without an event', (state) => (state.info.log = []), differs('the transfer of the token')],
    [
      'an event of another contract',
      (state) => Object.assign(log(state), { address: other }),
      differs('the transfer of the token'),
    ],
    [
      'an event to somebody else',
      (state) => (log(state).topics[2] = other.padStart(64, '0')),
      differs('the transfer of the token'),
    ],
    [
      'an event of a smaller amount',
      (state) => Object.assign(log(state), { data: '1'.padStart(64, '0') }),
      differs('the transfer of the token'),
    ],
    [
      'a call of another contract',
      (state) => (state.transaction.raw_data.contract[0].parameter.value.contract_address = 'T'),
      differs('the contract'),
    ],
  ])
})

describe('tron, TRX', () => {
  const value = (state: ReturnType<typeof tronChain>['state']) =>
    state.transaction.raw_data.contract[0].parameter.value
  cases('tron', () => tronChain('TRX'), [
    ['to somebody else', (state) => (value(state).to_address = 'T'), differs('the recipient')],
    ['of another amount', (state) => (value(state).amount = 1), differs('the amount')],
    [
      'of another kind',
      (state) => (state.transaction.raw_data.contract[0].type = 'TransferAssetContract'),
      differs('the kind'),
    ],
  ])
})

describe('solana', () => {
  cases('solana', solanaChain, [
    ['unknown', (state) => (state.isKnown = false), unknown],
    [
      'confirmed but not final',
      (state) => Object.assign(state.status, { confirmationStatus: 'confirmed', confirmations: 20 }),
      shallow,
    ],
    [
      'failed',
      (state) => {
        state.status.err = { InstructionError: [0, 'Custom'] }
        const { meta } = state.transaction
        Object.assign(meta, { err: state.status.err, postBalances: [4_995_000, 0, 1] })
      },
      failed(notCarriedOut),
    ],
    ['failed by half of the answers', (state) => (state.status.err = {}), differs('the outcome')],
    [
      'the recipient got less',
      (state) => (state.transaction.meta.postBalances[1] = 1_499_999),
      differs('what the recipient got'),
    ],
    [
      'to somebody else',
      (state) => (state.transaction.transaction.message.accountKeys[1] = '1'.repeat(32)),
      differs('what the recipient got'),
    ],
    [
      'the sender paid less',
      (state) => (state.transaction.meta.postBalances[0] = 5_000_000),
      differs('what the sender paid'),
    ],
    [
      'of another id',
      (state) => (state.transaction.transaction.signatures[0] = '6'.repeat(87)),
      differs('the id'),
    ],
  ])
})

describe('solana, USDC', () => {
  const usdt = contractOf('solana', 'USDT')
  type State = ReturnType<typeof solanaTokenChain>['state']
  const failing = (state: State) => {
    state.status.err = { InstructionError: [1, 'Custom'] }
    const [own] = state.meta.preTokenBalances
    Object.assign(state.meta, {
      err: state.status.err,
      postBalances: [4_995_000, 0, 2_039_280, 0, 1],
      postTokenBalances: [own],
    })
  }
  cases('solana', () => solanaTokenChain('USDC'), [
    ['unknown', (state) => (state.isKnown = false), unknown],
    ['failed', failing, failed(notCarriedOut)],
    [
      'of another mint',
      (state) => Object.assign(state.meta.postTokenBalances[0] as object, { mint: usdt }),
      differs('what the recipient got'),
    ],
    [
      'to the account of somebody else',
      (state) => Object.assign(state.meta.postTokenBalances[0] as object, { accountIndex: 4, owner: usdt }),
      differs('what the recipient got'),
    ],
    [
      'the recipient got less',
      (state) =>
        Object.assign(state.meta.postTokenBalances[0] as object, { uiTokenAmount: { amount: '1499999' } }),
      differs('what the recipient got'),
    ],
    [
      'the sender paid less',
      (state) =>
        Object.assign(state.meta.postTokenBalances[1] as object, { uiTokenAmount: { amount: '5000000' } }),
      differs('what the sender paid'),
    ],
    [
      'more than the rent has left the wallet',
      (state) => (state.meta.postBalances[0] = 5_000_000 - 5000 - 2_039_281),
      differs('what the sender paid'),
    ],
  ])

  test('the rent of the account that was made is a part of the fee', async () => {
    const { answers, payment } = solanaTokenChain('USDC')
    fake.answers = answers
    const nodes = await openNodes({ solana: fake.url })
    expect(await nodes.solana?.effect(payment)).toMatchObject({ fee: 5_000n + 2_039_280n })
    const [incoming] = (await nodes.solana?.incoming(payment.to)) ?? []
    expect(incoming).toMatchObject({ txId: payment.txId, asset: 'USDC', amount: 1_500_000n })
  })
})

describe('ton', () => {
  const payer = tonChain().payment.from
  const message = (state: ReturnType<typeof tonChain>['state']) => state.transaction.out_msgs[0] as object
  cases('ton', tonChain, [
    ['unknown', (state) => (state.isKnown = false), unknown],
    ['of another message', (state) => (state.transaction.in_msg.body_hash = `${'A'.repeat(43)}=`), unknown],
    [
      'a seqno that moved without a payment',
      (state) => (state.transaction.out_msgs = []),
      failed('The seqno of the wallet has moved, but it paid nothing.'),
    ],
    [
      'to somebody else',
      (state) => Object.assign(message(state), { destination: payer }),
      differs('the recipient'),
    ],
    [
      'of another amount',
      (state) => Object.assign(message(state), { value: '1499999' }),
      differs('the amount'),
    ],
    [
      'with another comment',
      (state) => Object.assign(message(state), { body_hash: `${'A'.repeat(43)}=` }),
      differs('the comment'),
    ],
    [
      'with a second payment',
      (state) => state.transaction.out_msgs.push({ ...message(state) }),
      differs('the number of payments'),
    ],
    ['on the way', (state) => (state.hasArrived = false), pending('The recipient does not have it yet.')],
    [
      'bounced',
      (state) => state.arrival.out_msgs.push({ destination: payer, value: '1' }),
      failed('The recipient sent it back.'),
    ],
    [
      'arrived with another amount',
      (state) => (state.arrival.in_msg.value = '1'),
      differs('what the recipient got'),
    ],
    [
      'arrived by another message',
      (state) => (state.arrival.in_msg.created_lt = '1'),
      differs('what the recipient got'),
    ],
  ])

  test.each([
    ['more', '1500001', 3, differs('the amount')],
    [
      'more than the least that arrives, signed before as everything',
      '1500001',
      130,
      { result: 'confirmed', problem: null },
    ],
    ['less, signed before as everything', '1499999', 130, differs('the amount')],
  ])('what left is %s', async (_what, value, mode, expected) => {
    const { answers, payment, state } = tonChain(mode)
    Object.assign(message(state), { value })
    state.arrival.in_msg.value = value
    fake.answers = answers
    const nodes = await openNodes({ ton: fake.url })
    expect(await nodes.ton?.effect(payment)).toMatchObject(expected)
  })
})

describe('tokens of ton', () => {
  type State = ReturnType<typeof tonTokenChain>['state']
  const { from, to } = tonTokenChain().payment
  const own = String(tonTokenWallet(from))
  const target = String(tonTokenWallet(to))
  const bounce = (destination: string, value: string) => ({ source: target, destination, value })
  const out = (transaction: State['sent'], place = 0) => transaction.out_msgs[place] as object
  cases('ton', tonTokenChain, [
    ['unknown', (state) => (state.sent.in_msg.body_hash = `${'A'.repeat(43)}=`), unknown],
    [
      'a seqno that moved without a payment',
      (state) => (state.sent.out_msgs = []),
      failed('The seqno of the wallet has moved, but it paid nothing.'),
    ],
    [
      'with a second payment',
      (state) => state.sent.out_msgs.push({ ...out(state.sent) }),
      differs('the number of payments'),
    ],
    [
      'told to another contract',
      (state) => Object.assign(out(state.sent), { destination: target }),
      differs('the wallet of the token'),
    ],
    [
      'with more TON than was approved',
      (state) => Object.assign(out(state.sent), { value: '60000000' }),
      differs('what goes along'),
    ],
    [
      'of another amount, recipient or comment',
      (state) => Object.assign(out(state.sent), { body_hash: `${'A'.repeat(43)}=` }),
      differs('the payment'),
    ],
    [
      'on the way to the wallet of the token',
      (state) => (state.hasArrived.order = false),
      pending('The wallet of the token does not have it yet.'),
    ],
    [
      'refused by the wallet of the token',
      (state) => (state.taken.out_msgs = [bounce(from, '45000000')]),
      { ...failed('The wallet of the token has refused it.'), fee: 5_005_000n } as never,
    ],
    [
      'refused, and more came back than went along',
      (state) => (state.taken.out_msgs = [bounce(from, '50000001')]),
      differs('what came back'),
    ],
    [
      'taken by another message',
      (state) => Object.assign(state.taken.in_msg, { body_hash: `${'A'.repeat(43)}=` }),
      differs('what the wallet of the token got'),
    ],
    [
      'passed on to somebody else',
      (state) => Object.assign(out(state.taken), { destination: own }),
      differs('the recipient'),
    ],
    [
      'passed on with another amount',
      (state) => Object.assign(out(state.taken), { body_hash: `${'A'.repeat(43)}=` }),
      differs('the amount'),
    ],
    [
      'on the way to the recipient',
      (state) => (state.hasArrived.pass = false),
      pending('The recipient does not have it yet.'),
    ],
    [
      'sent back by the recipient',
      (state) => (state.arrived.out_msgs = [bounce(own, '20000000')]),
      { ...failed('The recipient sent it back.'), fee: 50_005_000n } as never,
    ],
    [
      'arrived, but the recipient was told nothing',
      (state) => (state.arrived.out_msgs = [state.messages.rest]),
      differs('what the recipient was told'),
    ],
    [
      'arrived by another message',
      (state) => (state.arrived.in_msg.created_lt = '1'),
      differs('what the recipient got'),
    ],
    [
      'with more coming back than went along',
      (state) => Object.assign(out(state.arrived, 1), { value: '50000001' }),
      differs('what came back'),
    ],
  ])

  test('what went along and did not come back is a fee', async () => {
    const chain = tonTokenChain()
    fake.answers = chain.answers
    const effect = async () => (await openNodes({ ton: fake.url })).ton?.effect(chain.payment)
    expect(await effect()).toMatchObject({ result: 'confirmed', fee: 20_005_000n })
    chain.state.arrived.out_msgs = [chain.state.messages.notice]
    expect(await effect()).toMatchObject({ result: 'confirmed', fee: 50_005_000n })
  })
})
