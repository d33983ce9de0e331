import { randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Ed25519Program,
  PublicKey,
  Secp256k1Program,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_EPOCH_SCHEDULE_PUBKEY,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SYSVAR_REWARDS_PUBKEY,
  SYSVAR_SLOT_HASHES_PUBKEY,
  SYSVAR_SLOT_HISTORY_PUBKEY,
  SYSVAR_STAKE_HISTORY_PUBKEY,
  SystemProgram,
  Transaction,
  VoteProgram,
} from '@solana/web3.js'
import { afterAll, describe, expect, test } from 'vitest'
import { unpayableAddresses, unpayableKind } from '../../../contract/wallets/unpayable-addresses.ts'
import {
  derivations,
  mnemonicOf,
  seedOf,
  withKey,
} from '../../../server/features/wallets/derivation/derivation.ts'
import { solana } from '../../../server/features/wallets/signing/networks/solana.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { signAsDecided } from '../../support/outside/thread-decisions.ts'
import {
  bytes32,
  durable,
  minimum,
  pairs,
  payer,
  payment,
  recipient,
  type Unsigned,
} from './solana-payments.ts'

describe('refuses', () => {
  test.each<[string, string, Partial<Unsigned>]>([
    ['a fee above the ceiling', 'fee_above_ceiling', { feeCeiling: 4_999n }],
    ['a payment to itself', 'same_address', { to: payment.from }],
    ['more than the wallet has', 'insufficient_funds', { amount: 1_000_000_001n }],
    ['more than the wallet has with the fee', 'insufficient_funds', { amount: 999_995_001n }],
    ['all of less than the fee', 'insufficient_funds', { amount: 'all', balance: 5_000n }],
    ['a new recipient below the minimum', 'rent', { amount: minimum - 1n }],
    ['a recipient who stays below the minimum', 'rent', { amount: 1n, recipientBalance: minimum - 2n }],
    ['a rest below the minimum', 'rent', { amount: 1_000_000_000n - 5_000n - (minimum - 1n) }],
    ['a rest of one lamport', 'rent', { amount: 999_994_999n }],
    [
      'a wallet below the minimum after the fee',
      'rent',
      { amount: 'all', balance: minimum + 4_999n, recipientBalance: minimum },
    ],
    ['an amount of nothing', 'input_invalid', { amount: 0n }],
    ['a negative amount', 'input_invalid', { amount: -1n }],
    ['a balance of more than 64 bits', 'input_invalid', { balance: 2n ** 64n }],
    [
      'a block hash that is too short',
      'input_invalid',
      { lifetime: { blockhash: base58.encode(Buffer.alloc(31, 9)) } },
    ],
    ['a block hash that is no Base58', 'input_invalid', { lifetime: { blockhash: '0'.repeat(44) } }],
    ['an empty block hash', 'input_invalid', { lifetime: { blockhash: '1'.repeat(32) } }],
    ['a nonce that is no hash', 'input_invalid', { lifetime: { ...durable, nonce: 'nonce' } }],
    [
      'a nonce account that is no address',
      'input_invalid',
      { lifetime: { ...durable, nonceAccount: 'account' } },
    ],
    [
      'the recipient as nonce account',
      'input_invalid',
      { lifetime: { ...durable, nonceAccount: recipient } },
    ],
    [
      'the wallet as nonce account',
      'input_invalid',
      { lifetime: { ...durable, nonceAccount: payment.from } },
    ],
    [
      'a sysvar as nonce account',
      'input_invalid',
      { lifetime: { ...durable, nonceAccount: 'SysvarRecentB1ockHashes11111111111111111111' } },
    ],
    ['no time for a block hash', 'input_invalid', { timestamp: Number.NaN }],
    ['a recipient that is no address', 'input_invalid', { to: 'somebody' }],
    ['an address of another network', 'input_invalid', { to: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }],
  ])('%s: %s', (_what, code, changed) => {
    expect(() => solana.plan({ ...payment, ...changed })).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })

  test('programs, sysvars and what burns coins as recipients', () => {
    const known = [
      ...[SystemProgram, StakeProgram, VoteProgram, ComputeBudgetProgram, AddressLookupTableProgram],
      ...[Ed25519Program, Secp256k1Program],
    ].map(({ programId }) => programId)
    const sysvars = [
      ...[SYSVAR_CLOCK_PUBKEY, SYSVAR_EPOCH_SCHEDULE_PUBKEY, SYSVAR_INSTRUCTIONS_PUBKEY, SYSVAR_RENT_PUBKEY],
      ...[SYSVAR_RECENT_BLOCKHASHES_PUBKEY, SYSVAR_REWARDS_PUBKEY, SYSVAR_SLOT_HASHES_PUBKEY],
      ...[SYSVAR_SLOT_HISTORY_PUBKEY, SYSVAR_STAKE_HISTORY_PUBKEY],
    ]
    const listed = Object.values(unpayableAddresses.solana).flat()
    for (const key of [...known, ...sysvars]) expect(listed).toContain(key.toBase58())
    for (const to of listed) {
      expect(base58.decode(to), to).toHaveLength(32)
      expect(() => solana.plan({ ...payment, to })).toThrow(
        expect.objectContaining({ code: 'input_invalid' }),
      )
    }
  })

  test('token accounts and vaults of programs as recipients', () => {
    fc.assert(
      fc.property(bytes32, pairs, (seed, program) => {
        const [vault] = PublicKey.findProgramAddressSync([seed], program.publicKey)
        expect(unpayableKind('solana', vault.toBase58())).toBe('off_curve')
      }),
      { numRuns: runs(8) },
    )
  })

  test('points of the curve that are no public keys as recipients', () => {
    // Source: the points of order 8 of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko).
    const torsion = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
    const sum = ed25519.Point.fromBytes(payer.publicKey.toBytes()).add(torsion).toBytes()
    expect(PublicKey.isOnCurve(sum)).toBe(true)
    for (const bytes of [sum, torsion.toBytes()])
      expect(unpayableKind('solana', base58.encode(bytes))).toBe('off_curve')
  })

  test('no wallet as recipient', () => {
    fc.assert(
      fc.property(pairs, ({ publicKey }) => {
        expect(unpayableKind('solana', publicKey.toBase58())).toBeUndefined()
      }),
    )
  })
})

describe('plans', () => {
  test('a payment for a block hash', () => {
    expect(solana.plan(payment)).toEqual({
      amount: 2_000_000n,
      fee: 5_000n,
      spends: [],
      validUntil: 1_800_000_120_000,
    })
  })

  test('a payment for a durable nonce, which never expires', () => {
    expect(solana.plan({ ...payment, lifetime: durable })).toMatchObject({
      spends: [`nonce:${durable.nonceAccount}:${durable.nonce}`],
      validUntil: null,
    })
  })

  test('everything, less the fee', () => {
    expect(solana.plan({ ...payment, amount: 'all' }).amount).toBe(999_995_000n)
  })

  test('what is just enough', () => {
    expect(solana.plan({ ...payment, amount: minimum, balance: 2n * minimum + 5_000n }).amount).toBe(minimum)
    expect(solana.plan({ ...payment, amount: 1n, recipientBalance: minimum - 1n }).amount).toBe(1n)
  })
})

describe('in the worker', () => {
  const pool = createSigningPool()
  afterAll(() => pool.close())
  const { path } = derivations.solana

  function givenWallet(): { entropy: Buffer; address: string } {
    const entropy = randomBytes(32)
    return {
      entropy,
      address: withKey('solana', seedOf(mnemonicOf(entropy)), path, ({ address }) => address),
    }
  }

  test('signs with the key of the wallet', async () => {
    const { entropy, address } = givenWallet()
    const transaction: Unsigned = { ...payment, from: address }
    const planned = await pool.plan(transaction)
    const signed = await signAsDecided(pool, transaction, { entropy, path })
    expect(signed).toMatchObject({ ...planned, encoding: 'base64' })
    const read = Transaction.from(Buffer.from(signed.raw, 'base64'))
    expect(read.verifySignatures()).toBe(true)
    expect(read.feePayer?.toBase58()).toBe(address)
    expect(base58.encode(read.signature as Buffer)).toBe(signed.txId)
  })

  test('refuses a stored address that is not that of the key', async () => {
    const { entropy } = givenWallet()
    const { address } = givenWallet()
    await expect(signAsDecided(pool, { ...payment, from: address }, { entropy, path })).rejects.toMatchObject(
      {
        name: 'TransactionRefused',
        code: 'address_drifted',
      },
    )
  })

  test('passes a refusal on', async () => {
    await expect(pool.plan({ ...payment, amount: 1n })).rejects.toMatchObject({
      code: 'rent',
      context: { minimum: '890880' },
    })
  })
})
