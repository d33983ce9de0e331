import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type { Network } from '../../contract/money/networks.ts'
import { TransferInputs } from '../../contract/wallets/transfers.ts'
import type { ChainNode, TransferRequest } from '../../server/features/chain-nodes/chain-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import { Failure } from '../../server/platform/errors.ts'
import { paidTransaction } from '../support/outside/bitcoin-payments.ts'
import { type FakeNode, Refusal, startFakeNode } from '../support/outside/fake-chain-node.ts'
import {
  bitcoinChain,
  ethereumChain,
  type FakeChain,
  shownTokenAccount,
  solanaChain,
  solanaTokenChain,
  tonChain,
  tonTokenChain,
  tonTokenData,
  tonTokenWallet,
  tronChain,
} from '../support/outside/fake-chains.ts'

const beforeSent = async () => {}

let fake: FakeNode
beforeEach(async () => {
  fake = await startFakeNode()
})
afterEach(() => fake.close())

async function open<N extends Network>(network: N, { answers }: FakeChain): Promise<ChainNode<N>> {
  fake.answers = answers
  const nodes = await openNodes({ [network]: fake.url })
  return nodes[network] as unknown as ChainNode<N>
}

/** What the node gives for the payment of the chain, in the form that a person would type. */
async function inputsOf<N extends Network>(
  network: N,
  chain: FakeChain,
  given: Partial<TransferRequest<N>> = {},
) {
  const node = await open(network, chain)
  const inputs = await node.inputs({ ...chain.payment, feeCeiling: 10n ** 18n, ...given })
  expect(Value.Check(TransferInputs, { [network]: inputs })).toBe(true)
  return inputs
}

describe('ethereum', () => {
  test('nonce, prices and balances', async () => {
    expect(await inputsOf('ethereum', ethereumChain('USDT'))).toEqual({
      nonce: 7,
      max_fee_per_gas: '21000000000',
      max_priority_fee_per_gas: '1000000000',
      balance: '5000000',
      token_balance: '5000000',
    })
    expect(await inputsOf('ethereum', ethereumChain('ETH'))).not.toHaveProperty('token_balance')
  })

  test('the nonce is after what waits at the node, and after what was signed', async () => {
    const chain = ethereumChain()
    chain.state.nonce = { latest: 7n, pending: 9n }
    expect(await inputsOf('ethereum', chain)).toMatchObject({ nonce: 9 })
    expect(await inputsOf('ethereum', chain, { taken: ['nonce:9', 'nonce:10'] })).toMatchObject({ nonce: 11 })
  })

  test('what replaces a transaction has its nonce', async () => {
    const chain = ethereumChain()
    chain.state.nonce = { latest: 7n, pending: 9n }
    expect(await inputsOf('ethereum', chain, { replaced: [replacedBy(8, '1', '1')] })).toMatchObject({
      nonce: 8,
      max_fee_per_gas: '21000000000',
      max_priority_fee_per_gas: '1000000000',
    })
  })

  /** A transaction with this nonce and these prices. */
  const replacedBy = (nonce: number, maxFee: string, tip: string) => ({
    spends: [`nonce:${nonce}`],
    fee: 100_000n * BigInt(maxFee),
    raw: '0x02',
    inputs: { nonce, max_fee_per_gas: maxFee, max_priority_fee_per_gas: tip, balance: '1' },
  })

  test('what replaces a transaction pays at least a tenth more for both prices, rounded up', async () => {
    const replaced = [replacedBy(8, '30000000001', '1500000009')]
    expect(await inputsOf('ethereum', ethereumChain(), { replaced })).toMatchObject({
      max_fee_per_gas: '33000000002',
      max_priority_fee_per_gas: '1650000010',
    })
    // Also more than what the replaced one had replaced.
    const both = [replacedBy(8, '1', '1'), ...replaced]
    expect(await inputsOf('ethereum', ethereumChain(), { replaced: both })).toMatchObject({
      max_fee_per_gas: '33000000002',
      max_priority_fee_per_gas: '1650000010',
    })
  })

  test.each([
    ['fits the raised price', 34n, '33000000000'],
    // Then the plan refuses it: `replacement_above_ceiling`.
    ['is below the raised price', 32n, '33000000000'],
  ])('a ceiling that %s', async (_what, price, expected) => {
    const feeCeiling = 100_000n * price * 1_000_000_000n
    const replaced = [replacedBy(8, '30000000000', '1')]
    expect(await inputsOf('ethereum', ethereumChain('USDT'), { feeCeiling, replaced })).toMatchObject({
      max_fee_per_gas: expected,
    })
  })

  test.each([
    ['enough', 100_000n * 21n, '21'],
    ['less than twice the price of now', 100_000n * 15n, '15'],
    // Then the plan refuses it: `fee_above_ceiling`.
    ['less than the price of now', 100_000n * 5n, '11'],
  ])('the price of gas follows a ceiling that is %s', async (_what, ceiling, expected) => {
    const feeCeiling = ceiling * 1_000_000_000n
    expect(await inputsOf('ethereum', ethereumChain('USDT'), { feeCeiling })).toMatchObject({
      max_fee_per_gas: `${expected}000000000`,
    })
  })

  test('a node that lies about prices costs no more than the ceiling', async () => {
    const chain = ethereumChain('USDT')
    chain.state.baseFee = 10n ** 20n
    const feeCeiling = 10n ** 16n
    const { max_fee_per_gas } = await inputsOf('ethereum', chain, { feeCeiling })
    // Above the ceiling by far, so that nothing is signed.
    expect(BigInt(max_fee_per_gas) * 100_000n).toBeGreaterThan(feeCeiling)
  })
})

describe('bitcoin', () => {
  const raw = Buffer.from(paidTransaction([{ script: new Uint8Array(22), amount: 1n }])).toString('hex')
  const replacedBy = (fee: bigint, spends: string[] = []) => ({
    spends,
    fee,
    raw,
    inputs: { previous: [], fee_rate: '1' },
  })

  const ids = (previous: { transaction: string; outputs: number[] }[]) =>
    previous.map(({ outputs }) => outputs)

  test('the largest confirmed coins that are enough', async () => {
    const given = { amount: 3_500_000n, feeCeiling: 10_000n }
    const { previous, fee_rate } = await inputsOf('bitcoin', bitcoinChain(), given)
    expect(ids(previous)).toEqual([[1], [0]])
    expect(fee_rate).toBe('4.500')
    expect(fake.count(`/tx/${'c4'.repeat(32)}/hex`)).toBe(0)
  })

  test('all of them for all, without those that were signed away', async () => {
    const chain = bitcoinChain()
    expect((await inputsOf('bitcoin', chain, { amount: 'all' })).previous).toHaveLength(3)
    const taken = [`${'c2'.repeat(32)}:1`]
    expect((await inputsOf('bitcoin', chain, { amount: 'all', taken })).previous).toHaveLength(2)
  })

  test('what replaces a transaction spends its coins, which the node lists no more', async () => {
    const chain = bitcoinChain()
    const spent = 'c5'.repeat(32)
    chain.answers[`/tx/${spent}`] = () => ({ txid: spent, vout: [{ value: 1 }, { value: 900_000 }] })
    chain.answers[`/tx/${spent}/hex`] = () => '05'.repeat(100)
    const given = { amount: 1_000_000n, feeCeiling: 1000n, replaced: [replacedBy(1n, [`${spent}:1`])] }
    const { previous } = await inputsOf('bitcoin', chain, given)
    expect(previous).toEqual([
      { transaction: '05'.repeat(100), outputs: [1] },
      { transaction: '02'.repeat(100), outputs: [1] },
    ])
  })

  // The replaced one has 110 virtual bytes; the replacement has at least 139 with its change, and 108 without.
  test.each([
    ['at a low rate: the estimate is more', 1_500_000n, 100n, 10_000n, '4.500'],
    ['at a higher rate than the estimate', 1_500_000n, 1_100n, 10_000n, '11.000'],
    ['without change, which makes it smaller', 'all' as const, 1_080n, 10_000n, '11.000'],
    ['above the ceiling: then the plan refuses it', 1_500_000n, 1_100n, 500n, '11.000'],
  ])(
    'what replaces a transaction pays more than it did: %s',
    async (_what, amount, fee, feeCeiling, rate) => {
      const chain = bitcoinChain()
      if (amount === 'all') chain.state.coins = chain.state.coins.slice(0, 1)
      const given = { amount, feeCeiling, replaced: [replacedBy(1n), replacedBy(fee)] }
      expect((await inputsOf('bitcoin', chain, given)).fee_rate).toBe(rate)
    },
  )

  test.each([
    [1_000_000n, '4.500'],
    [400n, '2.614'],
    [10n, '1.000'],
  ])('the fee rate fits into a ceiling of %s', async (feeCeiling, expected) => {
    expect((await inputsOf('bitcoin', bitcoinChain(), { amount: 1n, feeCeiling })).fee_rate).toBe(expected)
  })
})

test('tron: a recent block and balances', async () => {
  const expected = { block_id: '0c'.repeat(32), balance: '5000000' }
  expect(await inputsOf('tron', tronChain('USDT'))).toEqual({ ...expected, token_balance: '5000000' })
  expect(await inputsOf('tron', tronChain('TRX'))).toEqual(expected)
})

test('tron: an account that was never paid has nothing', async () => {
  const chain = tronChain('TRX')
  chain.answers['/wallet/getaccount'] = () => ({})
  expect(await inputsOf('tron', chain)).toMatchObject({ balance: '0' })
})

test('solana: a recent block hash and the balances of both sides, exactly', async () => {
  const chain = solanaChain()
  expect(await inputsOf('solana', chain)).toEqual({
    blockhash: chain.payment.to,
    balance: '5000000',
    recipient_balance: '890880',
  })
  // Beyond 2^53, where a number of JavaScript would be rounded.
  fake.override = ({ method }) =>
    method === 'getBalance' ? { body: '{"result":{"value":12345678901234567891}}' } : undefined
  expect(await inputsOf('solana', chain)).toMatchObject({ recipient_balance: '12345678901234567891' })
})

describe('solana, a token', () => {
  test('its balance, and whether the recipient has an account for it', async () => {
    const chain = solanaTokenChain('USDC')
    const { accounts, accountOf } = chain.state
    const common = { blockhash: chain.payment.to, balance: '5000000', token_balance: '5000000' }
    expect(await inputsOf('solana', chain)).toEqual({ ...common, recipient_token_account: false })
    const mint = contractOf('solana', 'USDC')
    accounts.set(
      accountOf(chain.payment.to),
      shownTokenAccount({ mint, owner: chain.payment.to, amount: 0n }),
    )
    expect(await inputsOf('solana', chain)).toEqual({ ...common, recipient_token_account: true })
    // SOL that somebody has sent to the address of the account makes no account.
    accounts.set(accountOf(chain.payment.to), { owner: '1'.repeat(32), lamports: 1, data: ['', 'base64'] })
    expect(await inputsOf('solana', chain)).toEqual({ ...common, recipient_token_account: false })
  })

  test.each<[string, Record<string, unknown>]>([
    ['belongs to somebody else', { owner: '9'.repeat(43) }],
    ['is of another mint', { mint: contractOf('solana', 'USDT') }],
    ['is frozen', { state: 'frozen' }],
    ['counts in other decimal places', { tokenAmount: { amount: '1', decimals: 9 } }],
  ])('nothing is paid to an account that %s', async (_what, changed) => {
    const chain = solanaTokenChain('USDC')
    const { to } = chain.payment
    const mint = contractOf('solana', 'USDC')
    const account = shownTokenAccount({ mint, owner: to, amount: 0n }, changed)
    chain.state.accounts.set(chain.state.accountOf(to), account)
    await expect(inputsOf('solana', chain)).rejects.toThrow()
  })
})

test('ton: the seqno, which is 0 before the first payment', async () => {
  const chain = tonChain()
  expect(await inputsOf('ton', chain)).toEqual({ seqno: 3, balance: '5000000' })
  chain.state.wallet = { wallet: false, balance: '7', account_state: 'uninitialized' }
  expect(await inputsOf('ton', chain)).toEqual({ seqno: 0, balance: '7' })
})

describe('ton, of a token', () => {
  test('also what is on its wallet, whose address no node says', async () => {
    const chain = tonTokenChain()
    expect(await inputsOf('ton', chain)).toEqual({ seqno: 3, balance: '5000000', token_balance: '5000000' })
    const node = await open('ton', chain)
    expect(await node.balance(chain.payment.from, 'USDT')).toBe(5_000_000n)
    expect(await node.balance(chain.payment.to, 'USDT')).toBe(0n)
  })

  const { from, to } = tonTokenChain().payment
  const data = (of: Parameters<typeof tonTokenData>[0]) => tonTokenData(of).toBoc().toString('base64')
  test.each([
    ['of somebody else', data({ owner: to, amount: 1n })],
    ['of another master', data({ owner: from, amount: 1n, master: String(tonTokenWallet(to)) })],
    ['that its issuer has locked', data({ owner: from, amount: 1n, status: 1 })],
    ['that holds something else', 'te6ccgEBAQEAAgAAAA=='],
    ['of nothing', ''],
  ])('a wallet %s is not used', async (_what, data) => {
    const chain = tonTokenChain()
    chain.state.tokens.data = data
    await expect(inputsOf('ton', chain)).rejects.toThrow()
  })
})

/** How each network says that it does not take a transaction, and how it then says that it has none. */
const refusals: { [N in Network]: () => { chain: FakeChain; forget: () => void } } = {
  ethereum: () => {
    const chain = ethereumChain()
    chain.answers.eth_sendRawTransaction = refuse
    return { chain, forget: () => Object.assign(chain.state, { hasTransaction: false }) }
  },
  bitcoin: () => {
    const chain = bitcoinChain()
    chain.answers['/tx'] = refuse
    return { chain, forget: () => Object.assign(chain.state, { isKnown: false }) }
  },
  tron: () => {
    const chain = tronChain()
    chain.state.answerToBroadcast = { code: 'already known' }
    return { chain, forget: () => Object.assign(chain.state, { isKnown: false }) }
  },
  solana: () => {
    const chain = solanaChain()
    chain.answers.sendTransaction = refuse
    return { chain, forget: () => Object.assign(chain.state, { isKnown: false }) }
  },
  ton: () => {
    const chain = tonChain()
    chain.answers.sendBoc = refuse
    return { chain, forget: () => Object.assign(chain.state, { isKnown: false }) }
  },
}

function refuse(): never {
  throw new Refusal('already known')
}

test.each(Object.keys(refusals) as Network[])(
  '%s: what is stopped in the last moment does not leave, and the node is not to blame',
  async (network) => {
    const { chain } = refusals[network]()
    const node = await open(network, chain)
    const stopped = new Failure('conflict', 'signing_stopped', 'Somebody has stopped signing.')
    let askedBefore = 0
    const beforeSent = async () => {
      askedBefore = fake.asked.length
      throw stopped
    }
    await expect(node.broadcast({ ...chain.payment, beforeSent })).rejects.toBe(stopped)
    expect(fake.asked).toHaveLength(askedBefore)
  },
)

test.each(Object.keys(refusals) as Network[])(
  '%s: a broadcast that is refused succeeds only if the network has the transaction',
  async (network) => {
    const { chain, forget } = refusals[network]()
    const node = await open(network, chain)
    await expect(node.broadcast({ ...chain.payment, beforeSent })).resolves.toBeUndefined()
    forget()
    await expect(node.broadcast({ ...chain.payment, beforeSent })).rejects.toMatchObject({
      code: 'node_unavailable',
      message: `The ${network} node refused: already known.`,
    })
  },
)

test('incoming payments: newest first, without change, failures and bounces', async () => {
  const bitcoin = bitcoinChain()
  expect(await (await open('bitcoin', bitcoin)).incoming(bitcoin.payment.from)).toEqual([
    {
      txId: 'c2'.repeat(32),
      asset: 'BTC',
      amount: 3_000_000n,
      from: null,
      confirmations: 11,
      at: new Date(1_700_000_000_000),
    },
  ])
  const ethereum = ethereumChain()
  expect(await (await open('ethereum', ethereum)).incoming(ethereum.payment.to)).toEqual([
    {
      txId: ethereum.payment.txId,
      asset: 'USDT',
      amount: 1_500_000n,
      from: ethereum.payment.from,
      confirmations: 51,
      at: null,
    },
  ])
  const solana = solanaChain()
  const ofSolana = await open('solana', solana)
  expect(await ofSolana.incoming(solana.payment.to)).toMatchObject([{ amount: 1_500_000n, asset: 'SOL' }])
  expect(await ofSolana.incoming(solana.payment.from)).toEqual([])
  const ton = tonChain()
  const ofTon = await open('ton', ton)
  expect(await ofTon.incoming(ton.payment.from)).toMatchObject([{ amount: 42n, from: ton.payment.to }])
  ton.state.received.out_msgs = [{ destination: ton.payment.to, value: '41' }]
  expect(await ofTon.incoming(ton.payment.from)).toEqual([])
  // Neither what tells of tokens nor what comes back of a payment of tokens is a payment of TON.
  const tokens = tonTokenChain()
  const ofTokens = await open('ton', tokens)
  expect(await ofTokens.incoming(tokens.payment.from)).toEqual([])
  expect(await ofTokens.incoming(tokens.payment.to)).toMatchObject([
    { asset: 'USDT', amount: 1_500_000n, from: tokens.payment.from },
  ])
  const tron = tronChain()
  expect(await (await open('tron', tron)).incoming(tron.payment.from)).toEqual([])
})
