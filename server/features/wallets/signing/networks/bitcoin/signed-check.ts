import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { SignedTransaction, UnsignedOn } from '../../model.ts'
import { dustLimit, outputScript, walletScript } from './output-script.ts'
import { sighashAll, signatureHasher } from './signature-hash.ts'
import { readSpentOutputs, type SpentOutput, totalOf } from './spent-outputs.ts'
import {
  type BitcoinTransaction,
  readTransaction,
  type TransactionInput,
  type TransactionOutput,
} from './transaction-reader.ts'

/** Throws unless the signed bytes do exactly what was asked for, and nodes would accept each signature. */
export function checkSigned(transaction: UnsignedOn<'bitcoin'>, signed: SignedTransaction): void {
  const ownScript = walletScript(transaction.from)
  const spent = readSpentOutputs(transaction.previous, ownScript)
  const read = readTransaction(bytesOf(signed))
  demand(read.id === signed.txId, 'id')
  demand(read.version === 2 && read.lockTime === 0, 'version or lock time')
  checkInputs(read.inputs, spent, signed.spends)
  checkOutputs(read.outputs, transaction, signed, totalOf(spent))
  const size = BigInt(Math.ceil(read.weight / 4))
  demand(signed.fee * 1000n >= size * transaction.feeRate, 'fee rate')
  checkSignatures(read, spent, ownScript.subarray(2))
}

function bytesOf({ raw, encoding, validUntil }: SignedTransaction): Buffer {
  demand(encoding === 'hex' && /^([0-9a-f]{2})+$/.test(raw), 'encoding')
  demand(validUntil === null, 'validity')
  return Buffer.from(raw, 'hex')
}

function checkInputs(
  inputs: readonly TransactionInput[],
  spent: readonly SpentOutput[],
  spends: readonly string[],
): void {
  demand(inputs.length === spent.length && spends.length === spent.length, 'number of inputs')
  for (const [at, { txId, index }] of spent.entries()) {
    const input = inputs[at]
    demand(input?.txId === txId && input.index === index && spends[at] === `${txId}:${index}`, 'input')
    demand(input?.script.length === 0 && input.sequence === 0xfffffffd, 'script or sequence')
  }
}

function checkOutputs(
  outputs: readonly TransactionOutput[],
  transaction: UnsignedOn<'bitcoin'>,
  { amount, fee }: SignedTransaction,
  total: bigint,
): void {
  demand(fee <= transaction.feeCeiling, 'fee')
  const { to, amount: first, further = [] } = transaction
  const asked = [{ to, amount: first === 'all' ? amount : first }, ...further]
  demand(totalOf(asked) === amount, 'amount')
  for (const [at, { to, amount }] of asked.entries()) {
    const payment = outputs[at]
    demand(payment !== undefined && pays(payment, to) && payment.amount === amount, 'payment')
  }
  const [change, ...more] = outputs.slice(asked.length)
  demand(first !== 'all' || (change === undefined && further.length === 0), 'amount')
  demand(change === undefined || pays(change, transaction.from), 'recipient of the change')
  demand(change === undefined || change.amount >= dustLimit(change.script), 'change')
  demand(more.length === 0 && total - totalOf(outputs) === fee, 'fee')
}

function pays({ script }: TransactionOutput, address: string): boolean {
  return Buffer.compare(script, outputScript(address)) === 0
}

function checkSignatures(
  read: BitcoinTransaction,
  spent: readonly SpentOutput[],
  publicKeyHash: Uint8Array,
): void {
  const hashOf = signatureHasher(read)
  for (const [at, { amount }] of spent.entries()) {
    const [signature, publicKey, ...more] = read.inputs[at]?.witness ?? []
    demand(signature !== undefined && publicKey !== undefined && more.length === 0, 'witness')
    demand(publicKey?.length === 33 && Buffer.compare(hash160(publicKey), publicKeyHash) === 0, 'public key')
    demand(signature?.at(-1) === sighashAll, 'hash type')
    const options = { prehash: false, format: 'der', lowS: true } as const
    const der = signature?.subarray(0, -1) ?? Buffer.alloc(0)
    demand(secp256k1.verify(der, hashOf(at, amount, publicKeyHash), publicKey ?? der, options), 'signature')
  }
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

function demand(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`The signed transaction is not the planned one: ${what}.`)
}
