import { type BitcoinTransaction, doubleSha256, type TransactionOutput } from './transaction-reader.ts'

export const sighashAll = 1

/**
 * BIP-143: what SIGHASH_ALL signs for an input that spends a P2WPKH output of this amount and hash of a key. What all inputs
 * have in common is hashed once.
 */
export function signatureHasher({ version, inputs, outputs, lockTime }: BitcoinTransaction) {
  const outpoints = inputs.map(({ txId, index }) =>
    Buffer.concat([Buffer.from(txId, 'hex').reverse(), uint32(index)]),
  )
  const hashPrevouts = doubleSha256(...outpoints)
  const hashSequence = doubleSha256(...inputs.map(({ sequence }) => uint32(sequence)))
  const hashOutputs = doubleSha256(...outputs.map(serializedOutput))

  return (at: number, amount: bigint, publicKeyHash: Uint8Array): Buffer => {
    const [input, outpoint] = [inputs[at], outpoints[at]]
    if (input === undefined || outpoint === undefined) throw new RangeError('There is no such input.')
    return doubleSha256(
      uint32(version),
      hashPrevouts,
      hashSequence,
      outpoint,
      Buffer.of(0x19, 0x76, 0xa9, 20),
      publicKeyHash,
      Buffer.of(0x88, 0xac),
      uint64(amount),
      uint32(input.sequence),
      hashOutputs,
      uint32(lockTime),
      uint32(sighashAll),
    )
  }
}

/** For scripts of less than 253 bytes, as all addresses have. */
function serializedOutput({ amount, script }: TransactionOutput): Buffer {
  if (script.length >= 0xfd) throw new RangeError('The script is too long.')
  return Buffer.concat([uint64(amount), Buffer.of(script.length), script])
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

function uint64(number: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(number)
  return bytes
}
