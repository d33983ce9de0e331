import { randomBytes } from 'node:crypto'
import { Wallet } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import {
  derivations,
  deriveWallets,
  mnemonicOf,
  seedOf,
} from '../../../server/features/wallets/derivation/derivation.ts'
import {
  decodeTransaction,
  encodeTransaction,
  type SigningDecision,
} from '../../../server/features/wallets/signing/decision.ts'
import { Undecided } from '../../../server/features/wallets/signing/model.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { proven, signingDecision } from '../../support/outside/thread-decisions.ts'
import { coins, to } from './ethereum-payments.ts'

const pool = createSigningPool()
afterAll(pool.close)

const { path } = derivations.ethereum
const addressOf = (entropy: Buffer) =>
  deriveWallets(seedOf(mnemonicOf(entropy)), [{ network: 'ethereum' }])[0]?.address as string
const entropy = () => Buffer.alloc(32, 7)
const transaction = { ...coins, from: addressOf(entropy()) }
const decide = async (given: Partial<SigningDecision> = {}, unsigned = transaction) =>
  signingDecision(unsigned, path, await pool.plan(unsigned), given)

describe('the thread that signs', () => {
  test('signs what was decided, and zeroes what it was given', async () => {
    const decision = proven(await decide())
    const secret = entropy()
    const signed = await pool.sign(decision, { entropy: secret })
    expect(signed).toMatchObject(await pool.plan(transaction))
    expect([secret, decision.key]).toEqual([Buffer.alloc(32), Buffer.alloc(32)])
  })

  test.each<[string, Partial<SigningDecision>]>([
    ['the destination', { transaction: encodeTransaction({ ...transaction, to: transaction.from }) }],
    ['the amount', { transaction: encodeTransaction({ ...transaction, amount: 1n }) }],
    ['the transfer', { transfer_id: 'another' }],
    ['the votes', { approvals: [{ id: 'x', voters: ['me'], content_hash: '' }] }],
    ['the policy', { policy_version: 2 }],
    ['the session', { session_id: 'mine' }],
    ['the time', { at: new Date(1).toISOString() }],
    ['the content', { content_hash: 'x' }],
    ['the path', { from: { generation: 1, path: "m/44'/60'/0'/0/1" } }],
    ['how the destination is known', { to: { ownership: 'own_wallet', generation: 1, path } }],
  ])('refuses a decision of which something was changed: %s', async (_what, changes) => {
    const { content, ...rest } = proven(await decide())
    const forged = { ...rest, content: { ...content, ...changes } }
    await expect(pool.sign(forged, { entropy: entropy() })).rejects.toThrow(Undecided)
  })

  test('refuses a decision without a proof, with a part of one, and with that of another key', async () => {
    const { content, proof, key } = proven(await decide())
    for (const given of [
      { content, proof: Buffer.alloc(0), key: Buffer.from(key) },
      { content, proof: proof.subarray(0, 4), key: Buffer.from(key) },
      { content, proof: proof.subarray(0, 35), key: Buffer.from(key) },
      { content, proof, key: randomBytes(32) },
    ])
      await expect(pool.sign(given, { entropy: entropy() })).rejects.toThrow(Undecided)
    await expect(pool.sign({ content, proof, key }, { entropy: entropy() })).resolves.toBeDefined()
  })

  test('refuses a decision about another act, or one that plans something else', async () => {
    for (const changes of [
      { act: 'transfer.release' as const },
      { planned: { ...(await decide()).planned, fee: '1' } },
      { planned: { ...(await decide()).planned, spends: ['nonce:9'] } },
    ])
      await expect(pool.sign(proven(await decide(changes)), { entropy: entropy() })).rejects.toThrow(
        Undecided,
      )
  })

  test('derives an own wallet again, and refuses another address', async () => {
    const other = () => Buffer.alloc(32, 8)
    const own = { to: { ownership: 'own_wallet' as const, generation: 2, path } }
    const paid = { ...transaction, to: addressOf(other()) }
    const sign = async (unsigned: typeof transaction, destinationEntropy?: Buffer) =>
      pool.sign(proven(await decide(own, unsigned)), { entropy: entropy(), destinationEntropy })
    await expect(sign(paid, other())).resolves.toBeDefined()
    await expect(sign(transaction, other())).rejects.toThrow('no wallet of the organization')
    await expect(sign(paid, Buffer.alloc(32, 9))).rejects.toThrow('no wallet of the organization')
    await expect(sign(paid)).rejects.toThrow('no wallet of the organization')
  })

  test('verifies the message of the owner of the destination', async () => {
    const someone = Wallet.createRandom()
    const message = 'I own this address.'
    const signature = await someone.signMessage(message)
    const paid = { ...transaction, to: someone.address }
    const sign = async (unsigned: typeof transaction, evidence: object) => {
      const to = { ownership: 'signed_message' as const, message, signature, public_key: null, ...evidence }
      return pool.sign(proven(await decide({ to }, unsigned)), { entropy: entropy() })
    }
    await expect(sign(paid, {})).resolves.toBeDefined()
    await expect(sign({ ...paid, to }, {})).rejects.toThrow('has not signed')
    await expect(sign(paid, { message: 'Another' })).rejects.toThrow('has not signed')
  })
})

test('a transaction is the same after it was stored', () => {
  const stored = {
    ...transaction,
    previous: [{ transaction: new Uint8Array([0, 1, 255]), outputs: [0, 2] }],
    tokenBalance: null,
    amount: 2n ** 200n,
  }
  const text = JSON.stringify(encodeTransaction(stored))
  expect(decodeTransaction(JSON.parse(text))).toEqual(stored)
})
