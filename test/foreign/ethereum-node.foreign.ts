import { AbiCoder, keccak256, toBeHex } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import type {
  ChainNode,
  ExpectedPayment,
  ReplacedTransaction,
} from '../../server/features/chain-nodes/chain-node.ts'
import { openNodes } from '../../server/features/chain-nodes/open-nodes.ts'
import {
  derivations,
  deriveWallets,
  mnemonicOf,
  seedOf,
} from '../../server/features/wallets/derivation/derivation.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { type Anvil, hasAnvil, startAnvil } from './anvil.ts'
import { compileContracts } from './token-contract.ts'

const beforeSent = async () => {}

const token = contractOf('ethereum', 'USDT')
const ether = 10n ** 18n
const recipient = '0xdf90deA0E0bf5cA6D2A7F0cB86874BA6714F463E'
const entropy = () => Buffer.alloc(32, 5)
const [wallet] = deriveWallets(seedOf(mnemonicOf(entropy())), [{ network: 'ethereum' }])
const from = wallet?.address ?? ''

/** The node functions against anvil: what the service asks, signs, sends and believes. */
describe.skipIf(!hasAnvil)('a node that is anvil', () => {
  const pool = createSigningPool()
  const contracts = compileContracts()
  let chain: Anvil
  let node: ChainNode<'ethereum'>

  beforeAll(async () => {
    chain = await startAnvil({ chainId: 1 })
    await chain.call('anvil_setCode', token, contracts.token)
    node = (await openNodes({ ethereum: chain.url })).ethereum as ChainNode<'ethereum'>
  })
  afterAll(async () => {
    await pool.close()
    await chain?.stop()
  })
  beforeEach(async () => {
    await chain.call('anvil_setBalance', from, toBeHex(2n * ether))
    await giveTokens(5_000_000n)
  })

  async function giveTokens(amount: bigint): Promise<void> {
    const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [from, 0]))
    await chain.call('anvil_setStorageAt', token, slot, toBeHex(amount, 32))
  }

  /** Sends it, and has the chain put it in a block. */
  async function send(payment: ExpectedPayment): Promise<void> {
    await node.broadcast({ ...payment, beforeSent })
    await chain.call('evm_mine')
  }

  const mine = (blocks: number) => chain.call('anvil_mine', toBeHex(blocks))

  /** Signed from what the node says alone. */
  async function signed(
    asset: 'ETH' | 'USDT',
    amount: bigint | 'all',
    replaced: readonly ReplacedTransaction<'ethereum'>[] = [],
  ): Promise<ExpectedPayment & Pick<ReplacedTransaction<'ethereum'>, 'inputs'>> {
    const payment = { asset, from, to: recipient, amount, feeCeiling: ether / 10n }
    const inputs = await node.inputs({ ...payment, replaced })
    const transaction = await signAsDecided(
      pool,
      {
        network: 'ethereum',
        ...payment,
        nonce: BigInt(inputs.nonce),
        maxFeePerGas: BigInt(inputs.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(inputs.max_priority_fee_per_gas),
        balance: BigInt(inputs.balance),
        tokenBalance: inputs.token_balance === undefined ? null : BigInt(inputs.token_balance),
      },
      { entropy: entropy(), path: derivations.ethereum.path },
    )
    return { ...payment, amount: transaction.amount, txId: transaction.txId, raw: transaction.raw, inputs }
  }

  test.each([
    ['ETH', ether / 2n],
    ['ETH', 'all'],
    ['USDT', 1_500_000n],
    ['USDT', 'all'],
  ] as const)(
    '%s (%s) is signed from its inputs, sent, and confirmed once it is final',
    async (asset, amount) => {
      const payment = await signed(asset, amount)
      expect(await node.effect(payment)).toMatchObject({ result: 'pending', confirmations: 0 })
      await send(payment)
      expect(await node.effect(payment)).toMatchObject({ result: 'pending', confirmations: 1 })
      expect(await node.received(payment)).toEqual({ amount: payment.amount, isFinal: false })
      await mine(100)
      const effect = await node.effect(payment)
      expect(effect).toMatchObject({ result: 'confirmed', confirmations: 101, problem: null })
      const receipt = await chain.call<{ gasUsed: string; effectiveGasPrice: string }>(
        'eth_getTransactionReceipt',
        payment.txId,
      )
      expect(effect.fee).toBe(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))
      expect(await node.received(payment)).toEqual({ amount: payment.amount, isFinal: true })
      // Sent again, it is there already.
      await expect(node.broadcast({ ...payment, beforeSent })).resolves.toBeUndefined()
    },
  )

  test('another amount, recipient, sender or asset than was signed is not confirmed', async () => {
    const payment = await signed('USDT', 1000n)
    await send(payment)
    await mine(100)
    const others: Partial<ExpectedPayment>[] = [
      { amount: 1001n },
      { to: token },
      { from: recipient },
      { asset: 'ETH' },
    ]
    for (const other of others) {
      expect(await node.effect({ ...payment, ...other }), Object.keys(other).join()).toMatchObject({
        result: 'pending',
        problem: expect.stringContaining('another payment'),
      })
    }
  })

  test('a reverted transfer is failed, but only once it is final', async () => {
    const payment = await signed('USDT', 2_000_000n)
    // Gone between signature and block.
    await giveTokens(0n)
    await send(payment)
    const problem = 'The network reverted the transaction.'
    expect(await node.effect(payment)).toMatchObject({ result: 'pending', problem })
    await mine(100)
    expect(await node.effect(payment)).toMatchObject({ result: 'failed', problem })
    expect(await node.received(payment)).toEqual({ amount: 0n, isFinal: false })
  })

  test('a transaction whose block left the chain is pending again', async () => {
    const snapshot = await chain.call('evm_snapshot')
    const payment = await signed('ETH', 7n)
    await send(payment)
    await mine(100)
    expect(await node.effect(payment)).toMatchObject({ result: 'confirmed' })
    await chain.call('evm_revert', snapshot)
    expect(await node.effect(payment)).toMatchObject({
      result: 'pending',
      problem: 'The node does not know the transaction.',
    })
    // The same bytes can be sent again.
    await send(payment)
    expect(await node.effect(payment)).toMatchObject({ result: 'pending', confirmations: 1 })
  })

  test('a nonce is not given twice: not while a transaction waits, and not what was signed', async () => {
    const waiting = await signed('ETH', 1n)
    const { nonce } = await node.inputs({ ...waiting, feeCeiling: ether })
    await node.broadcast({ ...waiting, beforeSent })
    const next = await node.inputs({ ...waiting, feeCeiling: ether })
    expect(next.nonce).toBe(nonce + 1)
    const taken = [`nonce:${next.nonce}`]
    expect((await node.inputs({ ...waiting, feeCeiling: ether, taken })).nonce).toBe(nonce + 2)
    expect(await node.effect(waiting)).toMatchObject({ result: 'pending', confirmations: 0 })
    // It is in the pool already.
    await expect(node.broadcast({ ...waiting, beforeSent })).resolves.toBeUndefined()
    await mine(1)
  })

  test('a replacement pays as much more as the chain asks for', async () => {
    const replacedBy = (fees: object, first: Awaited<ReturnType<typeof signed>>) =>
      signed('USDT', 1_000n, [{ spends: [], fee: 0n, raw: first.raw, inputs: { ...first.inputs, ...fees } }])
    const first = await signed('USDT', 2_000n)
    await node.broadcast({ ...first, beforeSent })
    // As if the first one had cost nothing, so that nothing is raised.
    const free = { max_fee_per_gas: '0', max_priority_fee_per_gas: '0' }
    await expect(node.broadcast({ ...(await replacedBy(free, first)), beforeSent })).rejects.toMatchObject({
      code: 'node_unavailable',
      message: expect.stringMatching(/^The ethereum node refused: .*underpriced/i),
    })
    const second = await replacedBy({}, first)
    expect(second.inputs.nonce).toBe(first.inputs.nonce)
    await send(second)
    await mine(100)
    expect(await node.effect(second)).toMatchObject({ result: 'confirmed' })
    expect(await node.effect(first)).toMatchObject({ result: 'pending', confirmations: 0 })
  })

  test('a transaction that the chain does not take is refused with its reason', async () => {
    const payment = await signed('ETH', ether)
    await chain.call('anvil_setBalance', from, '0x0')
    await expect(node.broadcast({ ...payment, beforeSent })).rejects.toMatchObject({
      code: 'node_unavailable',
      message: expect.stringMatching(/^The ethereum node refused: .*insufficient funds/i),
    })
  })

  test('balances and incoming payments', async () => {
    const before = await node.balance(recipient, 'USDT')
    const payment = await signed('USDT', 123n)
    await send(payment)
    expect(await node.balance(recipient, 'USDT')).toBe(before + 123n)
    expect(await node.balance(from, 'ETH')).toBe(await chain.balanceOf(from))
    const [newest] = await node.incoming(recipient)
    expect(newest).toMatchObject({ txId: payment.txId, asset: 'USDT', amount: 123n, from, confirmations: 1 })
  })

  test('a node of another chain is not used', async () => {
    const other = await startAnvil({ chainId: 11_155_111 })
    try {
      const { ethereum } = await openNodes({ ethereum: other.url })
      const payment = await signed('ETH', 1n)
      const refusal = { code: 'node_unavailable', message: 'The ethereum node belongs to another chain.' }
      await expect(ethereum?.balance(from, 'ETH')).rejects.toMatchObject(refusal)
      await expect(ethereum?.broadcast({ ...payment, beforeSent })).rejects.toMatchObject(refusal)
      await expect(ethereum?.effect(payment)).rejects.toMatchObject(refusal)
    } finally {
      await other.stop()
    }
  })
})
