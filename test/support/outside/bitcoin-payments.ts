import { createHash, createPublicKey, verify } from 'node:crypto'
import { address as addresses, payments, Transaction } from 'bitcoinjs-lib'
import {
  derivations,
  mnemonicOf,
  seedOf,
  type WalletKey,
  withKey,
} from '../../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { bitcoin } from '../../../server/features/wallets/signing/networks/bitcoin.ts'

export type BitcoinPayment = UnsignedOn<'bitcoin'>

export interface BitcoinWallet {
  key: WalletKey
  address: string
  script: Uint8Array
}

export function bitcoinWallet(entropy: Uint8Array): BitcoinWallet {
  const key = withKey('bitcoin', seedOf(mnemonicOf(entropy)), derivations.bitcoin.path, (one) => ({
    ...one,
    privateKey: Uint8Array.from(one.privateKey),
  }))
  return { key, address: key.address, script: addresses.toOutputScript(key.address) }
}

/** A transaction of somebody, with the outputs asked for, made by bitcoinjs-lib. No two of different numbers are alike. */
export function paidTransaction(
  outputs: readonly { script: Uint8Array; amount: bigint }[],
  { number = 0, hasWitness = true }: { number?: number; hasWitness?: boolean } = {},
): Uint8Array {
  const transaction = new Transaction()
  transaction.version = 2
  transaction.addInput(createHash('sha256').update(String(number)).digest(), number)
  if (hasWitness) transaction.setWitness(0, [new Uint8Array(71).fill(1), new Uint8Array(33).fill(2)])
  for (const { script, amount } of outputs) transaction.addOutput(script, amount)
  return transaction.toBuffer()
}

/** Plans, signs and checks as the worker does. */
export function signBitcoin(payment: BitcoinPayment, { key }: BitcoinWallet): SignedTransaction {
  const planned = bitcoin.plan(payment)
  const signed = { ...planned, ...bitcoin.sign(payment, planned, key) }
  bitcoin.check(payment, signed)
  return signed
}

/** BIP-143, written from the parts of bitcoinjs-lib: the bytes whose double SHA-256 an input of P2WPKH signs. */
export function signedBytes(
  { version, ins, outs, locktime }: Transaction,
  at: number,
  amount: bigint,
  publicKey: Uint8Array,
): Buffer {
  const number = (value: number | bigint, bytes: 4 | 8) => {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(BigInt(value))
    return buffer.subarray(0, bytes)
  }
  const outpoint = ({ hash, index }: Transaction['ins'][number]) => Buffer.concat([hash, number(index, 4)])
  const input = ins[at]
  const { hash } = payments.p2wpkh({ pubkey: publicKey })
  if (!input || !hash) throw new Error('no such input')
  return Buffer.concat([
    number(version, 4),
    sha256(sha256(Buffer.concat(ins.map(outpoint)))),
    sha256(sha256(Buffer.concat(ins.map(({ sequence }) => number(sequence, 4))))),
    outpoint(input),
    Buffer.from(`1976a914${Buffer.from(hash).toString('hex')}88ac`, 'hex'),
    number(amount, 8),
    number(input.sequence, 4),
    sha256(
      sha256(
        Buffer.concat(
          outs.map(({ script, value }) =>
            Buffer.concat([number(value, 8), Buffer.of(script.length), script]),
          ),
        ),
      ),
    ),
    number(locktime, 4),
    number(Transaction.SIGHASH_ALL, 4),
  ])
}

/** OpenSSL's ECDSA. It hashes once itself. */
export function isSignatureOf(publicKey: Uint8Array, bytes: Buffer, der: Uint8Array): boolean {
  const info = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')
  const key = createPublicKey({ key: Buffer.concat([info, publicKey]), format: 'der', type: 'spki' })
  return verify('sha256', sha256(bytes), key, der)
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** The transaction with another amount in its first output. */
export function withAmount(transaction: Uint8Array, amount: bigint): Uint8Array {
  const changed = Transaction.fromBuffer(transaction)
  for (const output of changed.outs.slice(0, 1)) output.value = amount
  return changed.toBuffer()
}
