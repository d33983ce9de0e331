import { base58 } from '@scure/base'
import type { UnsignedOn } from '../../model.ts'
import { recentBlockhashesSysvar, systemProgram } from './addresses.ts'

/** Numbers of the instructions of the system program, four bytes each. */
const transferInstruction = 2
const advanceNonceInstruction = 4

/**
 * A message of the first format ("legacy"): header, accounts, block hash, instructions. One wallet signs and pays the fee.
 * With a durable nonce, its first instruction must move that nonce on, and the nonce stands in place of the block hash.
 */
export function solanaMessage(transaction: UnsignedOn<'solana'>, amount: bigint): Uint8Array {
  const { from, to, lifetime } = transaction
  if ('blockhash' in lifetime) {
    return Buffer.concat([
      Buffer.of(1, 0, 1),
      list([from, to, systemProgram].map(decoded)),
      decoded(lifetime.blockhash),
      list([instruction(2, [0, 1], transfer(amount))]),
    ])
  }
  // The last two are only read.
  const accounts = [from, lifetime.nonceAccount, to, systemProgram, recentBlockhashesSysvar]
  return Buffer.concat([
    Buffer.of(1, 0, 2),
    list(accounts.map(decoded)),
    decoded(lifetime.nonce),
    list([
      instruction(3, [1, 4, 0], number(advanceNonceInstruction)),
      instruction(3, [0, 2], transfer(amount)),
    ]),
  ])
}

/** Its program and accounts are named by their place in the list of accounts. */
function instruction(program: number, accounts: readonly number[], data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.of(program),
    list(accounts.map((index) => Buffer.of(index))),
    list([...data].map((byte) => Buffer.of(byte))),
  ])
}

function transfer(amount: bigint): Buffer {
  const lamports = Buffer.alloc(8)
  lamports.writeBigUInt64LE(amount)
  return Buffer.concat([number(transferInstruction), lamports])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Lists begin with their length. All of ours are shorter than 128, which is one byte. */
function list(items: readonly Uint8Array[]): Buffer {
  if (items.length > 127) throw new RangeError('The list is too long.')
  return Buffer.concat([Buffer.of(items.length), ...items])
}

function decoded(text: string): Uint8Array {
  return base58.decode(text)
}
