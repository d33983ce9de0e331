import { base58 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { contractOf } from '../../../contract/money/assets.ts'
import { unpayableKind } from '../../../contract/wallets/unpayable-addresses.ts'
import {
  tokenAccountOf,
  tokenAccountProgram,
  tokenAccountRent,
  tokenProgram,
} from '../../../server/features/wallets/signing/networks/solana/token-account.ts'
import { solana } from '../../../server/features/wallets/signing/networks/solana.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { scaled } from '../../support/cases/scale.ts'
import {
  check,
  durable,
  hashes,
  minimum,
  opensslKey,
  pairs,
  payer,
  payment,
  recipient,
  signedBy,
  type Unsigned,
} from './solana-payments.ts'
import { tokenVectors } from './solana-token-vectors.ts'

const { recipientBalance: _unused, ...common } = payment
const token: Unsigned = {
  ...common,
  asset: 'USDC',
  amount: 1_500_000n,
  feeCeiling: 2_100_000n,
  tokenBalance: 5_000_000n,
  recipientHasTokenAccount: true,
}
const made: Unsigned = { ...token, recipientHasTokenAccount: false }

const programs = [tokenAccountProgram, tokenProgram].map((address) => new PublicKey(address))
const [accountProgram, program] = programs as [PublicKey, PublicKey]

/** As @solana/web3.js derives addresses of programs. */
function accountBy(owner: string, mint: string): PublicKey {
  const seeds = [new PublicKey(owner), program, new PublicKey(mint)].map((key) => key.toBuffer())
  return PublicKey.findProgramAddressSync(seeds, accountProgram)[0]
}

test('the account of an owner and a mint is the one that @solana/web3.js derives', () => {
  fc.assert(
    fc.property(pairs, hashes, ({ publicKey }, mint) => {
      const account = tokenAccountOf(publicKey.toBase58(), mint)
      expect(account).toBe(accountBy(publicKey.toBase58(), mint).toBase58())
      // SOL is never sent there: no key fits it.
      expect(unpayableKind('solana', account)).toBe('off_curve')
    }),
    { numRuns: runs(60) },
  )
})

describe.each(tokenVectors)('$asset, account there: $hasAccount, durable: $isDurable', (vector) => {
  const { asset, hasAccount, isDurable, source, target, raw } = vector
  test('every byte is that of @solana/spl-token', () => {
    const mint = contractOf('solana', asset)
    expect([tokenAccountOf(payment.from, mint), tokenAccountOf(recipient, mint)]).toEqual([source, target])
    const signed = signedBy(payer, {
      ...token,
      asset,
      recipientHasTokenAccount: hasAccount,
      lifetime: isDurable ? durable : payment.lifetime,
    })
    expect(signed.raw).toBe(raw)
    expect(signed.fee).toBe(hasAccount ? 5_000n : 5_000n + tokenAccountRent)
  })
})

test('any payment has the bytes of @solana/web3.js, which reads what was planned', () => {
  const payments = fc.record({
    pair: pairs,
    to: pairs.map(({ publicKey }) => publicKey.toBase58()),
    asset: fc.constantFrom('USDT' as const, 'USDC' as const),
    amount: fc.bigInt(1n, 2n ** 64n - 1n),
    isAll: fc.boolean(),
    recipientHasTokenAccount: fc.boolean(),
    lifetime: fc.oneof(fc.record({ blockhash: hashes }), fc.record({ nonceAccount: hashes, nonce: hashes })),
  })
  fc.assert(
    fc.property(payments, ({ pair, amount, isAll, ...fields }) => {
      const from = pair.publicKey.toBase58()
      fc.pre(from !== fields.to)
      const transaction = {
        ...token,
        ...fields,
        from,
        amount: isAll ? ('all' as const) : amount,
        tokenBalance: amount,
      }
      const signed = signedBy(pair, transaction)
      expect(signed.amount).toBe(amount)
      const { instructions } = Transaction.from(Buffer.from(signed.raw, 'base64'))
      const pay = instructions.at(-1) as TransactionInstruction
      const mint = contractOf('solana', fields.asset)
      expect(pay.programId.toBase58()).toBe(tokenProgram)
      expect(pay.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([
        accountBy(from, mint).toBase58(),
        mint,
        accountBy(fields.to, mint).toBase58(),
        from,
      ])
      expect([pay.data[0], pay.data.readBigUInt64LE(1), pay.data[9]]).toEqual([12, amount, 6])
      const other = new VersionedTransaction(
        new TransactionMessage({
          payerKey: pair.publicKey,
          recentBlockhash: 'nonce' in fields.lifetime ? fields.lifetime.nonce : fields.lifetime.blockhash,
          instructions,
        }).compileToLegacyMessage(),
      )
      other.sign([pair])
      expect(signed.raw).toBe(Buffer.from(other.serialize()).toString('base64'))
    }),
    { numRuns: runs(40) },
  )
})

describe('reads its own output again', () => {
  const step = scaled(7, 1)

  test.each([token, made, { ...made, lifetime: durable }])('any changed byte is found', (transaction) => {
    const signed = signedBy(payer, transaction)
    const bytes = Buffer.from(signed.raw, 'base64')
    for (let index = 0; index < bytes.length; index += step) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] as number) ^ (1 << (index % 8))
      expect(() => check(transaction, { ...signed, raw: changed.toString('base64') })).toThrow()
    }
  })

  test.each<[string, Partial<Unsigned>]>([
    ['token', { asset: 'USDT' }],
    ['recipient', { to: Keypair.fromSeed(Buffer.alloc(32, 3)).publicKey.toBase58() }],
    ['amount', { amount: 1_500_001n }],
    ['amount of everything', { amount: 'all' }],
    ['state of the account', { recipientHasTokenAccount: false }],
    ['asset', { asset: 'SOL', recipientBalance: 0n }],
    ['kind of lifetime', { lifetime: durable }],
  ])('another %s is found', (_what, changed) => {
    const signed = signedBy(payer, token)
    expect(() => check({ ...token, ...changed }, signed)).toThrow('not what was planned')
  })

  const mint = new PublicKey(contractOf('solana', 'USDC'))
  const [source, target] = [payment.from, recipient].map((owner) => accountBy(owner, mint.toBase58()))
  const transferTo = (account: PublicKey, data: Buffer) =>
    new TransactionInstruction({
      programId: program,
      keys: [
        { pubkey: source as PublicKey, isSigner: false, isWritable: true },
        { pubkey: mint, isSigner: false, isWritable: false },
        { pubkey: account, isSigner: false, isWritable: true },
        { pubkey: payer.publicKey, isSigner: true, isWritable: false },
      ],
      data,
    })
  const data = (first: number, amount = 1_500_000n, places = 6) => {
    const bytes = Buffer.alloc(10)
    bytes.writeUInt8(first)
    bytes.writeBigUInt64LE(amount, 1)
    bytes.writeUInt8(places, 9)
    return bytes
  }
  const stranger = Keypair.fromSeed(Buffer.alloc(32, 6)).publicKey
  const right = transferTo(target as PublicKey, data(12))
  test.each<[string, TransactionInstruction[]]>([
    ['a payment to the wallet instead of its account', [transferTo(new PublicKey(recipient), data(12))]],
    [
      'a payment to an account of somebody else',
      [transferTo(accountBy(stranger.toBase58(), mint.toBase58()), data(12))],
    ],
    ['an approval instead of a payment', [transferTo(target as PublicKey, data(13))]],
    ['another number of decimal places', [transferTo(target as PublicKey, data(12, 1_500_000n, 9))]],
    [
      'a change of the owner of the account',
      [
        right,
        new TransactionInstruction({
          programId: program,
          keys: [
            { pubkey: source as PublicKey, isSigner: false, isWritable: true },
            { pubkey: payer.publicKey, isSigner: true, isWritable: false },
          ],
          data: Buffer.concat([Buffer.of(6, 2, 1), stranger.toBuffer()]),
        }),
      ],
    ],
    [
      'SOL beside it',
      [right, SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: stranger, lamports: 1 })],
    ],
  ])('%s is found, although it is well signed', (_what, instructions) => {
    const honest = signedBy(payer, token)
    const recentBlockhash = 'blockhash' in token.lifetime ? token.lifetime.blockhash : ''
    const other = new VersionedTransaction(
      new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash,
        instructions,
      }).compileToLegacyMessage(),
    )
    other.sign([payer])
    const raw = Buffer.from(other.serialize()).toString('base64')
    const txId = base58.encode(other.signatures[0] as Uint8Array)
    expect(opensslKey(payer)).toBeDefined()
    expect(() => check(token, { ...honest, raw, txId })).toThrow()
  })
})

describe('refuses', () => {
  const rent = tokenAccountRent
  const account = tokenAccountOf(recipient, contractOf('solana', 'USDC'))
  test.each<[string, string, Unsigned]>([
    ['more than is there', 'insufficient_funds', { ...token, amount: 5_000_001n }],
    ['all of nothing', 'insufficient_funds', { ...token, amount: 'all', tokenBalance: 0n }],
    ['a wallet without SOL for the fee', 'gas_missing', { ...token, balance: 4_999n }],
    ['a wallet without SOL for the account', 'gas_missing', { ...made, balance: rent + 4_999n }],
    ['a rest of SOL that cannot stay', 'rent', { ...made, balance: rent + 5_000n + minimum - 1n }],
    ['a fee above the ceiling', 'fee_above_ceiling', { ...made, feeCeiling: rent + 4_999n }],
    ['a payment to itself', 'same_address', { ...token, to: payment.from }],
    ['a token account as recipient', 'input_invalid', { ...token, to: account }],
    ['SOL for a token account', 'input_invalid', { ...payment, to: account }],
    ['the mint as recipient', 'input_invalid', { ...token, to: contractOf('solana', 'USDC') }],
    ['nothing', 'input_invalid', { ...token, amount: 0n }],
    ['more than 64 bits', 'input_invalid', { ...token, amount: 2n ** 64n, tokenBalance: 2n ** 64n - 1n }],
    ['a balance of more than 64 bits', 'input_invalid', { ...token, tokenBalance: 2n ** 64n }],
    ['another asset', 'input_invalid', { ...token, asset: 'TRX' as 'USDT' }],
    [
      'an account as nonce account',
      'input_invalid',
      { ...token, lifetime: { ...durable, nonceAccount: account } },
    ],
  ])('%s: %s', (_what, code, transaction) => {
    expect(() => solana.plan(transaction)).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })

  test('a payment of which something is not known, naming it', () => {
    const { tokenBalance: _balance, ...unknown } = token
    const { recipientHasTokenAccount: _has, ...unsaid } = token
    for (const [transaction, input] of [
      [unknown, 'token_balance'],
      [unsaid, 'recipient_token_account'],
      [common, 'recipient_balance'],
    ] as const)
      expect(() => solana.plan(transaction)).toThrow(
        expect.objectContaining({ code: 'input_invalid', context: { input } }),
      )
  })
})
