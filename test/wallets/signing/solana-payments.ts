import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram, TransactionMessage } from '@solana/web3.js'
import type { WalletKey } from '../../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { solana } from '../../../server/features/wallets/signing/networks/solana.ts'
import { fc } from '../../support/cases/properties.ts'

export type Unsigned = UnsignedOn<'solana'>

export const minimum = 890_880n
export const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
export const hashes = bytes32
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => base58.encode(bytes))
export const pairs = bytes32.map((seed) => Keypair.fromSeed(seed))

export const payer = Keypair.fromSeed(Buffer.alloc(32, 1))
export const recipient = Keypair.fromSeed(Buffer.alloc(32, 2)).publicKey.toBase58()
export const blockhash = base58.encode(Buffer.alloc(32, 9))
export const durable = {
  nonceAccount: base58.encode(Buffer.alloc(32, 4)),
  nonce: base58.encode(Buffer.alloc(32, 5)),
}

export const payment: Unsigned = {
  network: 'solana',
  asset: 'SOL',
  from: payer.publicKey.toBase58(),
  to: recipient,
  amount: 2_000_000n,
  feeCeiling: 5_000n,
  lifetime: { blockhash },
  timestamp: 1_800_000_000_000,
  balance: 1_000_000_000n,
  recipientBalance: 0n,
}

export const payments = fc
  .record({
    pair: pairs,
    to: pairs.map(({ publicKey }) => publicKey.toBase58()),
    paid: fc.bigInt(minimum, 2n ** 62n),
    rest: fc.oneof(fc.constant(0n), fc.bigInt(minimum, 2n ** 62n)),
    isAll: fc.boolean(),
    recipientBalance: fc.bigInt(0n, 2n ** 62n),
    lifetime: fc.oneof(fc.record({ blockhash: hashes }), fc.record({ nonceAccount: hashes, nonce: hashes })),
  })
  .map(({ pair, paid, rest, isAll, ...fields }) => ({
    pair,
    transaction: {
      ...payment,
      ...fields,
      from: pair.publicKey.toBase58(),
      amount: isAll ? ('all' as const) : paid,
      balance: paid + 5_000n + (isAll ? 0n : rest),
    } satisfies Unsigned,
  }))
  .filter(({ transaction: { from, to, lifetime } }) => {
    const accounts = [from, to, ...('nonce' in lifetime ? [lifetime.nonceAccount] : [])]
    return new Set(accounts).size === accounts.length
  })

export function keyOf(pair: Keypair): WalletKey {
  return {
    privateKey: pair.secretKey.subarray(0, 32),
    publicKey: pair.publicKey.toBytes(),
    address: pair.publicKey.toBase58(),
  }
}

export function check(transaction: Unsigned, signed: SignedTransaction): void {
  solana.check(transaction, signed, base58.decode(transaction.from))
}

export function signedBy(pair: Keypair, transaction: Unsigned): SignedTransaction {
  const planned = solana.plan(transaction)
  const signed = { ...planned, ...solana.sign(transaction, planned, keyOf(pair)) }
  check(transaction, signed)
  return signed
}

/** The same payment, as @solana/web3.js puts it together. */
export function messageOf({ from, to, lifetime }: Unsigned, lamports: bigint): TransactionMessage {
  const fromPubkey = new PublicKey(from)
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(to), lamports })
  if ('blockhash' in lifetime)
    return new TransactionMessage({
      payerKey: fromPubkey,
      recentBlockhash: lifetime.blockhash,
      instructions: [transfer],
    })
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: new PublicKey(lifetime.nonceAccount),
    authorizedPubkey: fromPubkey,
  })
  return new TransactionMessage({
    payerKey: fromPubkey,
    recentBlockhash: lifetime.nonce,
    instructions: [advance, transfer],
  })
}

/** The PKCS #8 form of a seed (RFC 8410). */
export function opensslKey(pair: Keypair): { privateKey: KeyObject; publicKey: KeyObject } {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    pair.secretKey.subarray(0, 32),
  ])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
