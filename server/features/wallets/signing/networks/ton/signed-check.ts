import { ed25519 } from '@noble/curves/ed25519.js'
import { tonWalletAddress } from '../../../derivation/ton-wallet.ts'
import type { SignedTransaction, UnsignedOn } from '../../model.ts'
import { must } from '../checks/must.ts'
import { tonAccount } from './account.ts'
import { sliceOf } from './cell-reader.ts'
import { type ReadTonMessage, readTonMessage } from './message-reader.ts'
import { tonFee } from './plan.ts'
import { walletCodeHash, walletId } from './wallet-code.ts'

export function checkTon(
  transaction: UnsignedOn<'ton'>,
  signed: SignedTransaction,
  publicKey: Uint8Array,
): void {
  const { from, to, seqno, validUntil, balance, feeCeiling, comment } = transaction
  const bytes = Buffer.from(signed.raw, 'base64')
  must(signed.encoding === 'base64' && bytes.toString('base64') === signed.raw, 'encoding')
  const read = readTonMessage(bytes)

  const wallet = tonAccount(from)
  must(tonWalletAddress(publicKey) === from, 'public key')
  must(read.wallet.workchain === wallet.workchain && read.wallet.hash.equals(wallet.hash), 'wallet')
  must(read.normalizedHash.toString('hex') === signed.txId, 'transaction id')

  must(read.walletId === walletId, 'number of the wallet')
  must(read.validUntil === validUntil && signed.validUntil === validUntil * 1000, 'end of validity')
  must(read.seqno === seqno && signed.spends.join() === `seqno:${seqno}`, 'seqno')
  must(read.operation === 0, 'operation')
  must((read.init !== null) === (seqno === 0), 'initial state')
  if (read.init !== null) checkInit(read.init, wallet.hash, publicKey)

  const recipient = tonAccount(to)
  const { payment } = read
  must(payment.workchain === recipient.workchain && payment.hash.equals(recipient.hash), 'recipient')
  must(payment.isBounceable === recipient.isBounceable, 'bounce flag')
  must(payment.amount === signed.amount, 'amount')
  must(payment.body.refs.length === 0 && payment.body.bits === commentBits(comment), 'comment')
  must(signed.fee === tonFee(seqno) && signed.fee <= feeCeiling, 'fee')
  must(signed.amount === (transaction.amount === 'all' ? balance - signed.fee : transaction.amount), 'amount')
  must(read.mode === 1 + 2, 'mode')
  must(ed25519.verify(read.signature, read.signedHash, publicKey, { zip215: false }), 'signature')
}

/** A text comment: 32 zero bits, then its bytes. Without one, nothing at all. */
function commentBits(comment: string | undefined): string {
  if (comment === undefined) return ''
  const bytes = [0, 0, 0, 0, ...Buffer.from(comment, 'ascii')]
  return bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

/** The address of a wallet is the hash of its initial state. */
function checkInit(init: NonNullable<ReadTonMessage['init']>, hash: Buffer, publicKey: Uint8Array): void {
  must(init.hash.equals(hash) && init.codeHash.toString('hex') === walletCodeHash, 'initial state')
  const data = sliceOf(init.data)
  must(data.number(32) === 0 && data.number(32) === walletId, 'initial data')
  must(data.bytes(32).equals(publicKey) && data.take(1) === '0', 'initial data')
  data.end()
}
