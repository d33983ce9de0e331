import { base58 } from '@scure/base'
import { assetDecimals, contractOf } from '../../../../../../contract/money/assets.ts'
import type { UnsignedOn } from '../../model.ts'
import { recentBlockhashesSysvar, systemProgram } from './addresses.ts'
import { isTokenPayment } from './plan.ts'
import { tokenAccountOf, tokenAccountProgram, tokenProgram } from './token-account.ts'

/** Numbers of the instructions of the system program, four bytes each. */
const transferInstruction = 2
const advanceNonceInstruction = 4
/** Of the program of token accounts: makes one, or does nothing if it is there and belongs to the owner. */
const createIdempotentInstruction = 1
/** Of the token program: fails if the mint or its decimal places are others. */
const transferCheckedInstruction = 12

interface Instruction {
  program: string
  accounts: readonly { address: string; isWritable: boolean }[]
  data: Uint8Array
}

/**
 * A message of the first format ("legacy"): header, accounts, block hash, instructions. One wallet signs and pays the fee.
 * With a durable nonce, its first instruction must move that nonce on, and the nonce stands in place of the block hash.
 */
export function solanaMessage(transaction: UnsignedOn<'solana'>, amount: bigint): Uint8Array {
  const { from, to, lifetime } = transaction
  const payment = isTokenPayment(transaction)
    ? tokenPayment(transaction, amount)
    : [
        {
          program: systemProgram,
          accounts: [written(from), written(to)],
          data: Buffer.concat([number(transferInstruction), long(amount)]),
        },
      ]
  if ('blockhash' in lifetime) return compiled(from, payment, lifetime.blockhash)
  const advance = {
    program: systemProgram,
    accounts: [written(lifetime.nonceAccount), read(recentBlockhashesSysvar), written(from)],
    data: number(advanceNonceInstruction),
  }
  return compiled(from, [advance, ...payment], lifetime.nonce)
}

/** From the token account of the wallet to that of the recipient, which is made first if it is not there. */
function tokenPayment(
  { from, to, asset, recipientHasTokenAccount }: UnsignedOn<'solana'>,
  amount: bigint,
): Instruction[] {
  const mint = contractOf('solana', asset)
  const [source, target] = [tokenAccountOf(from, mint), tokenAccountOf(to, mint)]
  const create = {
    program: tokenAccountProgram,
    accounts: [written(from), written(target), read(to), read(mint), read(systemProgram), read(tokenProgram)],
    data: Uint8Array.of(createIdempotentInstruction),
  }
  const transfer = {
    program: tokenProgram,
    accounts: [written(source), read(mint), written(target), read(from)],
    data: Buffer.concat([
      Buffer.of(transferCheckedInstruction),
      long(amount),
      Buffer.of(assetDecimals(asset, 'solana') ?? 0),
    ]),
  }
  return recipientHasTokenAccount ? [transfer] : [create, transfer]
}

const written = (address: string) => ({ address, isWritable: true })
const read = (address: string) => ({ address, isWritable: false })

/** The wallet first, then what is written, then what is only read, each in the order in which instructions name it. */
function compiled(from: string, instructions: readonly Instruction[], blockhash: string): Uint8Array {
  const named = instructions.flatMap(({ program, accounts }) => [read(program), ...accounts])
  const writable = new Set(named.flatMap(({ address, isWritable }) => (isWritable ? [address] : [])))
  const others = new Set(named.map(({ address }) => address).filter((address) => address !== from))
  const isWritten = (address: string) => writable.has(address)
  const readOnly = [...others].filter((address) => !isWritten(address))
  const accounts = [from, ...[...others].filter(isWritten), ...readOnly]
  const placeOf = (address: string) => Buffer.of(accounts.indexOf(address))
  return Buffer.concat([
    Buffer.of(1, 0, readOnly.length),
    list(accounts.map((address) => base58.decode(address))),
    base58.decode(blockhash),
    list(
      instructions.map(({ program, accounts, data }) =>
        Buffer.concat([
          placeOf(program),
          list(accounts.map(({ address }) => placeOf(address))),
          list([...data].map((byte) => Buffer.of(byte))),
        ]),
      ),
    ),
  ])
}

function long(amount: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes
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
