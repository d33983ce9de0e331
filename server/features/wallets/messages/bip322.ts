import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m } from '@scure/base'
import { RawTx, RawWitness, Script } from '@scure/btc-signer/script.js'
import { base58check, checkAddress } from '../../../../contract/wallets/addresses.ts'
import {
  legacySighash,
  type RawTransaction,
  segwitSighash,
  taprootSighash,
  toSign,
} from './bip322-transactions.ts'
import { verifySignedMessage } from './bitcoin-signed-message.ts'
import { equal, fromBase64 } from './bytes.ts'

/** What an address of one key locks coins with. */
interface Lock {
  kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'
  /** The hash of the key or of the script, or the key of taproot. */
  content: Uint8Array
  script: Uint8Array
}

/** What unlocks it: parts of the script signature, and the witness. */
interface Unlocking {
  transaction: RawTransaction
  scriptSig: Uint8Array
  witness: Uint8Array[]
}

const noScript = new Uint8Array()

/**
 * BIP-322 for addresses of one key. Of its three formats: `simple` for segwit, `full` for all of them, and the older
 * signed message for p2pkh, where alone the BIP allows it. What needs an interpreter of scripts is refused.
 */
export function verifyBip322(address: string, message: string, signature: string): boolean {
  const lock = lockOf(address)
  if (lock === undefined) return false
  // The BIP came to prefix its formats; signatures without a prefix are valid as before. No other begins with these.
  const [, prefix, text = ''] = /^(smp|ful)?(.*)$/s.exec(signature) ?? []
  const bytes = fromBase64(text)
  if (bytes === undefined) return false
  if (lock.kind === 'p2pkh' && prefix === undefined && bytes.length === 65) {
    return verifySignedMessage(lock.content, message, bytes)
  }
  const unlocking =
    (prefix !== 'ful' && simple(lock, message, bytes)) || (prefix !== 'smp' && full(lock, message, bytes))
  return unlocking ? unlocks(lock, unlocking) : false
}

function lockOf(text: string): Lock | undefined {
  const check = checkAddress('bitcoin', text)
  if (!check.valid) return undefined
  const { address, kind } = check
  const [, ...words] = address.startsWith('bc1') ? segwitWords(address) : []
  switch (kind) {
    case 'p2pkh': {
      const content = base58check.decode(address).subarray(1)
      return { kind, content, script: payToKeyHash(content) }
    }
    case 'p2sh': {
      const content = base58check.decode(address).subarray(1)
      return { kind, content, script: Script.encode(['HASH160', content, 'EQUAL']) }
    }
    case 'p2wpkh': {
      const content = bech32.fromWords(words)
      return { kind, content, script: Script.encode(['OP_0', content]) }
    }
    case 'p2tr': {
      const content = bech32m.fromWords(words)
      return { kind, content, script: Script.encode(['OP_1', content]) }
    }
    default:
      return undefined
  }
}

function segwitWords(address: string): number[] {
  return (address.startsWith('bc1q') ? bech32 : bech32m).decode(address as `${string}1${string}`).words
}

/** A witness, which takes its place in the transaction that the format implies. */
function simple(lock: Lock, message: string, bytes: Uint8Array): Unlocking | undefined {
  if (lock.kind === 'p2pkh') return undefined
  const witness = decoded(RawWitness, bytes)
  if (witness === undefined) return undefined
  // Wrapped segwit shows the script of its key, which follows from the witness.
  const scriptSig =
    lock.kind === 'p2sh'
      ? Script.encode([Script.encode(['OP_0', hash160(witness[1] ?? noScript)])])
      : noScript
  return { transaction: toSign(message, lock.script), scriptSig, witness }
}

/** A whole transaction. Its locks of time are signed too, but say nothing about who holds the key. */
function full(lock: Lock, message: string, bytes: Uint8Array): Unlocking | undefined {
  const transaction = decoded(RawTx, bytes)
  const expected = toSign(message, lock.script)
  const [input, ...furtherInputs] = transaction?.inputs ?? []
  const [output, ...furtherOutputs] = transaction?.outputs ?? []
  const [spent] = expected.inputs
  const [paid] = expected.outputs
  if (!transaction || !input || !output || !spent || !paid) return undefined
  const isExpected =
    furtherInputs.length === 0 &&
    furtherOutputs.length === 0 &&
    (transaction.version === 0 || transaction.version === 2) &&
    equal(input.txid, spent.txid) &&
    input.index === spent.index &&
    output.amount === paid.amount &&
    equal(output.script, paid.script)
  if (!isExpected) return undefined
  return { transaction, scriptSig: input.finalScriptSig, witness: transaction.witnesses?.[0] ?? [] }
}

function unlocks({ kind, content, script }: Lock, { transaction, scriptSig, witness }: Unlocking): boolean {
  switch (kind) {
    case 'p2pkh': {
      const [signature, key, ...rest] = pushes(scriptSig)
      if (!signature || !key || rest.length > 0 || witness.length > 0) return false
      return equal(hash160(key), content) && verifyEcdsa(signature, legacySighash(transaction, script), key)
    }
    case 'p2sh': {
      const [redeem, ...rest] = pushes(scriptSig)
      if (!redeem || rest.length > 0 || !equal(hash160(redeem), content)) return false
      // `OP_0` and a push of 20 bytes: the program of a key, which its witness must have.
      const isKeyProgram = redeem.length === 22 && redeem[0] === 0 && redeem[1] === 20
      return isKeyProgram && unlocksKeyHash(redeem.subarray(2), transaction, witness)
    }
    case 'p2wpkh':
      return scriptSig.length === 0 && unlocksKeyHash(content, transaction, witness)
    case 'p2tr': {
      const [signature, ...rest] = witness
      if (!signature || rest.length > 0 || scriptSig.length > 0) return false
      // 64 bytes mean the default flag, which signs everything; of the others, only the flag that does so as well.
      const isAll = signature.length === 65 && signature[64] === 1
      if (signature.length !== 64 && !isAll) return false
      return schnorr.verify(
        signature.subarray(0, 64),
        taprootSighash(transaction, script, isAll ? 1 : 0),
        content,
      )
    }
  }
}

function unlocksKeyHash(keyHash: Uint8Array, transaction: RawTransaction, witness: Uint8Array[]): boolean {
  const [signature, key, ...rest] = witness
  if (!signature || key?.length !== 33 || rest.length > 0) return false
  if (!equal(hash160(key), keyHash)) return false
  return verifyEcdsa(signature, segwitSighash(transaction, payToKeyHash(keyHash)), key)
}

/** Strict DER with a low s, and the flag of SIGHASH_ALL. */
function verifyEcdsa(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  if (signature.at(-1) !== 1) return false
  const der = signature.subarray(0, -1)
  const isStrict = equal(secp256k1.Signature.fromBytes(der, 'der').toBytes('der'), der)
  return isStrict && secp256k1.verify(der, hash, key, { format: 'der', lowS: true, prehash: false })
}

function payToKeyHash(hash: Uint8Array): Uint8Array {
  return Script.encode(['DUP', 'HASH160', hash, 'EQUALVERIFY', 'CHECKSIG'])
}

/** The pushes of a script that has nothing else, each in its shortest form. */
function pushes(script: Uint8Array): Uint8Array[] {
  const parts = decoded(Script, script) ?? []
  return parts.every((part) => part instanceof Uint8Array) ? parts : []
}

/** Undefined if the bytes are anything but the one encoding of the value. */
function decoded<T>(
  coder: { decode(bytes: Uint8Array): T; encode(value: T): Uint8Array },
  bytes: Uint8Array,
): T | undefined {
  try {
    const value = coder.decode(bytes)
    return equal(coder.encode(value), bytes) ? value : undefined
  } catch {
    return undefined
  }
}

function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}
