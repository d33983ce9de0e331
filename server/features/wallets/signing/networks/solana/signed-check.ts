import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { SignedTransaction, UnsignedOn } from '../../model.ts'
import { must } from '../checks/must.ts'
import { recentBlockhashesSysvar, systemProgram } from './addresses.ts'
import { type ReadInstruction, readSolanaTransaction } from './message-reader.ts'
import { blockhashLifeMs, solanaFee } from './plan.ts'

export function checkSolana(transaction: UnsignedOn<'solana'>, signed: SignedTransaction): void {
  const { from, to, lifetime, feeCeiling } = transaction
  const bytes = Buffer.from(signed.raw, 'base64')
  must(signed.encoding === 'base64' && bytes.toString('base64') === signed.raw, 'encoding')
  const read = readSolanaTransaction(bytes)
  const instructions = [...read.instructions]

  const [signature] = read.signatures
  must(signature !== undefined && read.signatures.length === 1, 'number of signatures')
  must(base58.encode(signature) === signed.txId, 'transaction id')
  // Strict, as the network is: zip215 would accept signatures that it refuses.
  must(ed25519.verify(signature, read.message, base58.decode(from), { zip215: false }), 'signature')
  must(signed.fee === solanaFee && signed.fee <= feeCeiling, 'fee')

  if ('blockhash' in lifetime) {
    must(read.accounts.length === 3, 'number of accounts')
    must(read.blockhash === lifetime.blockhash, 'block hash')
    must(
      signed.spends.length === 0 && signed.validUntil === transaction.timestamp + blockhashLifeMs,
      'lifetime',
    )
  } else {
    must(read.accounts.length === 5, 'number of accounts')
    must(read.blockhash === lifetime.nonce, 'nonce')
    must(signed.spends.join() === `nonce:${lifetime.nonceAccount}:${lifetime.nonce}`, 'what it spends')
    must(signed.validUntil === null, 'lifetime')
    checkInstruction(instructions.shift(), {
      accounts: [`${lifetime.nonceAccount} writable`, recentBlockhashesSysvar, `${from} signer writable`],
      data: '04000000',
    })
  }

  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(signed.amount)
  must(
    signed.amount === (transaction.amount === 'all' ? transaction.balance - solanaFee : transaction.amount),
    'amount',
  )
  checkInstruction(instructions.shift(), {
    accounts: [`${from} signer writable`, `${to} writable`],
    data: `02000000${amount.toString('hex')}`,
  })
  must(instructions.length === 0, 'number of instructions')
}

/** Accounts with their rights, data in hexadecimal. */
function checkInstruction(
  read: ReadInstruction | undefined,
  expected: { accounts: string[]; data: string },
): void {
  must(read !== undefined && read.program === systemProgram, 'program')
  const accounts = read.accounts.map(({ address, isSigner, isWritable }) =>
    [address, ...(isSigner ? ['signer'] : []), ...(isWritable ? ['writable'] : [])].join(' '),
  )
  must(accounts.join() === expected.accounts.join(), 'accounts')
  must(Buffer.from(read.data).toString('hex') === expected.data, 'data')
}
