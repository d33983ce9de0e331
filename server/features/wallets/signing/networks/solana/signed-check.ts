import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { assetDecimals, coins, contractOf } from '../../../../../../contract/money/assets.ts'
import type { SignedTransaction, UnsignedOn } from '../../model.ts'
import { must } from '../checks/must.ts'
import { recentBlockhashesSysvar, systemProgram } from './addresses.ts'
import { type ReadInstruction, readSolanaTransaction } from './message-reader.ts'
import { blockhashLifeMs, solanaFees } from './plan.ts'
import { tokenAccountOf, tokenAccountProgram, tokenProgram } from './token-account.ts'

type Unsigned = UnsignedOn<'solana'>

interface Expected {
  program: string
  /** With their rights. A right in one instruction is one in all of them. */
  accounts: string[]
  /** In hexadecimal. */
  data: string
}

export function checkSolana(transaction: Unsigned, signed: SignedTransaction): void {
  const { from, lifetime, feeCeiling } = transaction
  const bytes = Buffer.from(signed.raw, 'base64')
  must(signed.encoding === 'base64' && bytes.toString('base64') === signed.raw, 'encoding')
  const read = readSolanaTransaction(bytes)

  const [signature] = read.signatures
  must(signature !== undefined && read.signatures.length === 1, 'number of signatures')
  must(base58.encode(signature) === signed.txId, 'transaction id')
  // Strict, as the network is: zip215 would accept signatures that it refuses.
  must(ed25519.verify(signature, read.message, base58.decode(from), { zip215: false }), 'signature')
  must(signed.fee === solanaFees(transaction) && signed.fee <= feeCeiling, 'fee')

  if ('blockhash' in lifetime) {
    must(read.blockhash === lifetime.blockhash, 'block hash')
    must(
      signed.spends.length === 0 && signed.validUntil === transaction.timestamp + blockhashLifeMs,
      'lifetime',
    )
  } else {
    must(read.blockhash === lifetime.nonce, 'nonce')
    must(signed.spends.join() === `nonce:${lifetime.nonceAccount}:${lifetime.nonce}`, 'what it spends')
    must(signed.validUntil === null, 'lifetime')
  }

  must(signed.amount === expectedAmount(transaction, signed.fee), 'amount')
  const expected = [...advanceOf(transaction), ...paymentOf(transaction, signed.amount)]
  must(read.instructions.length === expected.length, 'number of instructions')
  for (const [index, instruction] of expected.entries())
    checkInstruction(read.instructions[index], instruction)
  const named = expected.flatMap(({ program, accounts }) => [
    program,
    ...accounts.map((account) => account.split(' ')[0]),
  ])
  must(read.accounts.length === new Set(named).size, 'number of accounts')
}

function expectedAmount({ asset, amount, balance, tokenBalance }: Unsigned, fee: bigint): bigint | undefined {
  if (amount !== 'all') return amount
  return asset === coins.solana ? balance - fee : tokenBalance
}

function advanceOf({ from, lifetime }: Unsigned): Expected[] {
  if ('blockhash' in lifetime) return []
  const accounts = [`${lifetime.nonceAccount} writable`, recentBlockhashesSysvar, `${from} signer writable`]
  return [{ program: systemProgram, accounts, data: '04000000' }]
}

function paymentOf({ from, to, asset, recipientHasTokenAccount }: Unsigned, units: bigint): Expected[] {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(units)
  const payer = `${from} signer writable`
  if (asset === coins.solana) {
    const accounts = [payer, `${to} writable`]
    return [{ program: systemProgram, accounts, data: `02000000${amount.toString('hex')}` }]
  }
  const mint = contractOf('solana', asset)
  const target = `${tokenAccountOf(to, mint)} writable`
  const transfer = {
    program: tokenProgram,
    accounts: [`${tokenAccountOf(from, mint)} writable`, mint, target, payer],
    data: `0c${amount.toString('hex')}${Buffer.of(assetDecimals(asset, 'solana') ?? 0).toString('hex')}`,
  }
  if (recipientHasTokenAccount) return [transfer]
  const accounts = [payer, target, to, mint, systemProgram, tokenProgram]
  return [{ program: tokenAccountProgram, accounts, data: '01' }, transfer]
}

function checkInstruction(read: ReadInstruction | undefined, expected: Expected): void {
  must(read !== undefined && read.program === expected.program, 'program')
  const accounts = read.accounts.map(({ address, isSigner, isWritable }) =>
    [address, ...(isSigner ? ['signer'] : []), ...(isWritable ? ['writable'] : [])].join(' '),
  )
  must(accounts.join() === expected.accounts.join(), 'accounts')
  must(Buffer.from(read.data).toString('hex') === expected.data, 'data')
}
