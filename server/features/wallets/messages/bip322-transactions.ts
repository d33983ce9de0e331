import { sha256 } from '@noble/hashes/sha2.js'
import { RawTx, Script } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'

/** The two virtual transactions of BIP-322: `to_sign` spends the only output of `to_spend`, which names the message. */
export type RawTransaction = ReturnType<typeof RawTx.decode>

/** `OP_RETURN` and nothing else: the output of `to_sign`, to which no coins can go. */
const nothing = Uint8Array.of(0x6a)
const none = new Uint8Array()
const sighashAll = 1

/** BIP-340 says how a hash is tagged. */
export function messageHash(message: string): Uint8Array {
  const tag = sha256(utf8('BIP0322-signed-message'))
  return sha256(join(tag, tag, utf8(message)))
}

export function toSpend(message: string, script: Uint8Array): RawTransaction {
  return {
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Script.encode(['OP_0', messageHash(message)]),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  }
}

/** Unsigned, as the simple format implies it. */
export function toSign(message: string, script: Uint8Array): RawTransaction {
  const input = { txid: transactionId(toSpend(message, script)), index: 0, finalScriptSig: none, sequence: 0 }
  return {
    version: 0,
    segwitFlag: false,
    inputs: [input],
    outputs: [{ amount: 0n, script: nothing }],
    lockTime: 0,
  }
}

/** In the order of bytes in which ids are shown, which the library takes: the hash itself is the other way round. */
export function transactionId({ version, inputs, outputs, lockTime }: RawTransaction): Uint8Array {
  return doubleSha256(RawTx.encode({ version, segwitFlag: false, inputs, outputs, lockTime })).reverse()
}

/** Of the first and only input, for SIGHASH_ALL, as before BIP-143. */
export function legacySighash(transaction: RawTransaction, script: Uint8Array): Uint8Array {
  return doubleSha256(join(encoded(transaction, script), Uint8Array.of(sighashAll, 0, 0, 0)))
}

/** BIP-143, for SIGHASH_ALL and an output of nothing. */
export function segwitSighash(transaction: RawTransaction, scriptCode: Uint8Array): Uint8Array {
  return parsed(transaction).preimageWitnessV0(0, scriptCode, sighashAll, 0n)
}

/** BIP-341, for the key path. */
export function taprootSighash(transaction: RawTransaction, script: Uint8Array, flag: 0 | 1): Uint8Array {
  return parsed(transaction).preimageWitnessV1(0, [script], flag, [0n])
}

/** Without witnesses, and with this in the place of what unlocks the inputs. */
function encoded(
  { version, inputs, outputs, lockTime }: RawTransaction,
  finalScriptSig: Uint8Array,
): Uint8Array {
  const changed = inputs.map((input) => ({ ...input, finalScriptSig }))
  return RawTx.encode({ version, segwitFlag: false, inputs: changed, outputs, lockTime })
}

/** The library warns of versions and outputs that a real transaction would not have. These two are never sent. */
function parsed(transaction: RawTransaction): Transaction {
  return Transaction.fromRaw(encoded(transaction, none), {
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
  })
}

function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
