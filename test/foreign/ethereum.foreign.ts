import { AbiCoder, Interface, keccak256, toBeHex } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import {
  derivations,
  deriveWallets,
  mnemonicOf,
  seedOf,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { type Anvil, hasAnvil, startAnvil } from './anvil.ts'
import { compileContracts } from './token-contract.ts'

type Unsigned = UnsignedOn<'ethereum'>
type Receipt = {
  status: string
  gasUsed: string
  effectiveGasPrice: string
  to: string
  logs: { address: string; topics: string[]; data: string }[]
}

const usdt = contractOf('ethereum', 'USDT')
const usdc = contractOf('ethereum', 'USDC')
const erc20 = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
])
const ether = 10n ** 18n
const gwei = 10n ** 9n
const recipient = '0xdf90deA0E0bf5cA6D2A7F0cB86874BA6714F463E'
const entropy = () => Buffer.alloc(32, 3)
const [wallet] = deriveWallets(seedOf(mnemonicOf(entropy())), [{ network: 'ethereum' }])
const from = wallet?.address ?? ''

/** What the signing threads make is executed by anvil, a chain that shares no code with them. */
describe.skipIf(!hasAnvil)('anvil', () => {
  const pool = createSigningPool()
  const contracts = compileContracts()
  let chain: Anvil

  beforeAll(async () => {
    chain = await startAnvil({ chainId: 1 })
    await chain.call('anvil_setCode', usdt, contracts.token)
    await chain.call('anvil_setCode', usdc, contracts.standardToken)
  })
  afterAll(async () => {
    await pool.close()
    await chain?.stop()
  })
  beforeEach(async () => {
    await chain.call('anvil_setBalance', from, toBeHex(2n * ether))
    await giveTokens(usdt, from, 5_000_000n)
    await giveTokens(usdc, from, 7_000_000n)
  })

  async function giveTokens(token: string, account: string, amount: bigint): Promise<void> {
    const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [account, 0]))
    await chain.call('anvil_setStorageAt', token, slot, toBeHex(amount, 32))
  }

  async function tokensOf(account: string, token = usdt): Promise<bigint> {
    const data = erc20.encodeFunctionData('balanceOf', [account])
    return BigInt(await chain.call('eth_call', { to: token, data }, 'latest'))
  }

  /** The payment with what the chain says at this moment. */
  async function payment(fields: Partial<Unsigned>): Promise<Unsigned> {
    return {
      network: 'ethereum',
      asset: 'ETH',
      from,
      to: recipient,
      amount: ether / 2n,
      feeCeiling: 10n ** 16n,
      nonce: BigInt(await chain.call('eth_getTransactionCount', from, 'latest')),
      maxFeePerGas: 20n * gwei,
      maxPriorityFeePerGas: gwei,
      balance: await chain.balanceOf(from),
      tokenBalance: await tokensOf(from, fields.asset === 'USDC' ? usdc : usdt),
      ...fields,
    }
  }

  async function sign(fields: Partial<Unsigned> = {}): Promise<SignedTransaction> {
    return signAsDecided(pool, await payment(fields), { entropy: entropy(), path: derivations.ethereum.path })
  }

  async function send({ raw, txId }: SignedTransaction): Promise<Receipt & { paidFee: bigint }> {
    expect(await chain.call('eth_sendRawTransaction', raw)).toBe(txId)
    await chain.call('evm_mine')
    const receipt = await chain.call<Receipt>('eth_getTransactionReceipt', txId)
    return { ...receipt, paidFee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) }
  }

  test('ETH moves, for at most the fee that was planned', async () => {
    const before = { payer: await chain.balanceOf(from), payee: await chain.balanceOf(recipient) }
    const signed = await sign()
    const { status, gasUsed, paidFee } = await send(signed)
    expect([status, BigInt(gasUsed)]).toEqual(['0x1', 21_000n])
    expect(await chain.balanceOf(recipient)).toBe(before.payee + ether / 2n)
    expect(await chain.balanceOf(from)).toBe(before.payer - ether / 2n - paidFee)
    expect(paidFee).toBeLessThanOrEqual(signed.fee)
  })

  test('all of the ETH leaves nothing but what the fee did not take', async () => {
    const signed = await sign({ amount: 'all' })
    expect(signed.amount).toBe(2n * ether - signed.fee)
    const { paidFee } = await send(signed)
    expect(await chain.balanceOf(from)).toBe(signed.fee - paidFee)
  })

  test('USDT moves although its contract returns nothing, and the log says so', async () => {
    const before = await tokensOf(recipient)
    const signed = await sign({ asset: 'USDT', amount: 1_500_000n })
    const { status, gasUsed, to, logs, paidFee } = await send(signed)
    expect([status, to]).toEqual(['0x1', usdt.toLowerCase()])
    expect(logs.map(({ address }) => address)).toEqual([usdt.toLowerCase()])
    expect(erc20.parseLog(logs[0] as Receipt['logs'][0])?.args.toArray()).toEqual([
      from,
      recipient,
      1_500_000n,
    ])
    expect([await tokensOf(from), await tokensOf(recipient)]).toEqual([3_500_000n, before + 1_500_000n])
    expect(BigInt(gasUsed)).toBeLessThan(100_000n)
    expect(await chain.balanceOf(from)).toBe(2n * ether - paidFee)
  })

  test('USDC moves, and no USDT with it', async () => {
    const before = await tokensOf(recipient, usdc)
    const signed = await sign({ asset: 'USDC', amount: 2_500_000n })
    const { status, gasUsed, to, logs, paidFee } = await send(signed)
    expect([status, to]).toEqual(['0x1', usdc.toLowerCase()])
    expect(logs.map(({ address }) => address)).toEqual([usdc.toLowerCase()])
    expect([await tokensOf(from, usdc), await tokensOf(recipient, usdc)]).toEqual([
      4_500_000n,
      before + 2_500_000n,
    ])
    expect(await tokensOf(from)).toBe(5_000_000n)
    expect(BigInt(gasUsed)).toBeLessThan(100_000n)
    expect(paidFee).toBeLessThanOrEqual(signed.fee)
    await send(await sign({ asset: 'USDC', amount: 'all' }))
    expect(await tokensOf(from, usdc)).toBe(0n)
  })

  test('all of the USDT leaves none', async () => {
    await send(await sign({ asset: 'USDT', amount: 'all' }))
    expect(await tokensOf(from)).toBe(0n)
  })

  test('a transaction is executed once: sent again, or another one with its nonce, is refused', async () => {
    const signed = await sign()
    const other = await sign({ amount: 1n })
    expect(signed.spends).toEqual(other.spends)
    await send(signed)
    const after = await chain.balanceOf(recipient)
    await expect(chain.call('eth_sendRawTransaction', signed.raw)).rejects.toThrow(/nonce too low/i)
    await expect(chain.call('eth_sendRawTransaction', other.raw)).rejects.toThrow(/nonce too low/i)
    await chain.call('evm_mine')
    expect(await chain.balanceOf(recipient)).toBe(after)
  })

  test('another chain refuses it', async () => {
    const otherChain = await startAnvil({ chainId: 11_155_111 })
    try {
      await otherChain.call('anvil_setBalance', from, toBeHex(2n * ether))
      const signed = await sign({ nonce: 0n })
      await expect(otherChain.call('eth_sendRawTransaction', signed.raw)).rejects.toThrow(/chain id/i)
      await otherChain.call('evm_mine')
      expect(await otherChain.balanceOf(from)).toBe(2n * ether)
    } finally {
      await otherChain.stop()
    }
  })

  test('tampered bytes are refused, wherever they were changed', async () => {
    const { raw } = await sign()
    const before = { payer: await chain.balanceOf(from), payee: await chain.balanceOf(recipient) }
    for (let at = 2; at < raw.length; at += 2) {
      const changed = (Number.parseInt(raw.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0')
      const tampered = raw.slice(0, at) + changed + raw.slice(at + 2)
      await expect(chain.call('eth_sendRawTransaction', tampered), `byte ${at / 2}`).rejects.toThrow()
    }
    await chain.call('evm_mine')
    expect(await chain.balanceOf(from)).toBe(before.payer)
    expect(await chain.balanceOf(recipient)).toBe(before.payee)
  })

  test('USDT without ETH for gas is refused before it is signed, as the chain would', async () => {
    const signed = await sign({ asset: 'USDT', amount: 1n })
    await chain.call('anvil_setBalance', from, toBeHex(signed.fee - 1n))
    await expect(sign({ asset: 'USDT', amount: 1n })).rejects.toMatchObject({ code: 'gas_missing' })
    await expect(chain.call('eth_sendRawTransaction', signed.raw)).rejects.toThrow(/insufficient funds/i)
  })

  test('ETH goes to accounts only: a contract that runs code is not paid, and the ETH stays', async () => {
    const vault = '0x4838B106FCe9647Bdf1E7877BF73cE8B0BAD5f97'
    await chain.call('anvil_setCode', vault, contracts.vault)
    const { status, paidFee } = await send(await sign({ to: vault }))
    expect(status).toBe('0x0')
    expect(await chain.balanceOf(vault)).toBe(0n)
    expect(await chain.balanceOf(from)).toBe(2n * ether - paidFee)
  })
})
