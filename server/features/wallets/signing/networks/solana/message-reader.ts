import { base58 } from '@scure/base'

export interface ReadAccount {
  address: string
  isSigner: boolean
  isWritable: boolean
}

export interface ReadInstruction {
  program: string
  accounts: ReadAccount[]
  data: Uint8Array
}

export interface ReadTransaction {
  signatures: Uint8Array[]
  /** What is signed. */
  message: Uint8Array
  accounts: ReadAccount[]
  blockhash: string
  instructions: ReadInstruction[]
}

/** Reads a signed transaction of the first format. Throws if anything is left over, missing or written in another way. */
export function readSolanaTransaction(bytes: Uint8Array): ReadTransaction {
  let position = 0

  function take(length: number): Uint8Array {
    if (position + length > bytes.length) throw new Error('The transaction is too short.')
    position += length
    return bytes.subarray(position - length, position)
  }
  function byte(): number {
    return take(1)[0] as number
  }
  /** "compact-u16": seven bits a byte, the lowest first, in as few bytes as possible. */
  function length(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const next = byte()
      if (shift === 14 && next > 3) throw new Error('A length has more than 16 bits.')
      if (shift > 0 && next === 0) throw new Error('A length is longer than it has to be.')
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
  }
  function listOf<T>(read: () => T): T[] {
    return Array.from({ length: length() }, read)
  }

  const signatures = listOf(() => take(64))
  const message = bytes.subarray(position)
  const signers = byte()
  if (signers >= 0x80) throw new Error('The message has a version.')
  const readOnlySigners = byte()
  const readOnlyOthers = byte()
  const addresses = listOf(() => base58.encode(take(32)))
  if (
    signers !== signatures.length ||
    readOnlySigners >= signers ||
    signers + readOnlyOthers > addresses.length
  )
    throw new Error('The header does not fit the accounts.')
  const accounts = addresses.map((address, index) => ({
    address,
    isSigner: index < signers,
    isWritable:
      index < signers ? index < signers - readOnlySigners : index < addresses.length - readOnlyOthers,
  }))
  function account(): ReadAccount {
    const found = accounts[byte()]
    if (found === undefined) throw new Error('An instruction names an account that is not there.')
    return found
  }

  const blockhash = base58.encode(take(32))
  const instructions = listOf(() => ({
    program: account().address,
    accounts: listOf(account),
    data: take(length()),
  }))
  if (position !== bytes.length) throw new Error('Something follows the transaction.')
  return { signatures, message, accounts, blockhash, instructions }
}
