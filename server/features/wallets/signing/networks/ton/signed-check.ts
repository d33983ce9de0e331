import { ed25519 } from '@noble/curves/ed25519.js'
import { tonWalletAddress } from '../../../derivation/ton-wallet.ts'
import type { SignedTransaction, UnsignedOn } from '../../model.ts'
import { must } from '../checks/must.ts'
import { accountBits, tonAccount } from './account.ts'
import { type ReadCell, sliceOf } from './cell-reader.ts'
import { attachedTon, notifyingTon, transferOperation } from './jetton-transfer.ts'
import { isToken, jettonWalletOf } from './jetton-wallet.ts'
import { type ReadTonMessage, readTonMessage } from './message-reader.ts'
import { tonFee } from './plan.ts'
import { walletCodeHash, walletId } from './wallet-code.ts'

type Unsigned = UnsignedOn<'ton'>

export function checkTon(transaction: Unsigned, signed: SignedTransaction, publicKey: Uint8Array): void {
  const { from, seqno, validUntil, feeCeiling } = transaction
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

  checkPayment(transaction, read.payment, signed.amount)
  must(signed.fee === tonFee(transaction) && signed.fee <= feeCeiling, 'fee')
  must(signed.amount === expectedAmount(transaction, signed.fee), 'amount')
  must(read.mode === 1 + 2, 'mode')
  must(ed25519.verify(read.signature, read.signedHash, publicKey, { zip215: false }), 'signature')
}

function expectedAmount({ asset, amount, balance, tokenBalance }: Unsigned, fee: bigint): bigint | undefined {
  if (amount !== 'all') return amount
  return isToken(asset) ? tokenBalance : balance - fee
}

/** Coins go to the recipient. Of tokens the wallet tells its own contract to whom they go. */
function checkPayment(transaction: Unsigned, payment: ReadTonMessage['payment'], amount: bigint): void {
  const { asset, from, to, comment } = transaction
  const target = isToken(asset) ? jettonWalletOf(from, asset) : tonAccount(to)
  must(payment.workchain === target.workchain && payment.hash.equals(target.hash), 'recipient')
  must(payment.isBounceable === target.isBounceable, 'bounce flag')
  must(payment.amount === (isToken(asset) ? attachedTon : amount), 'amount')
  if (isToken(asset)) checkJettonTransfer(transaction, payment.body, amount)
  else must(isComment(payment.body, comment), 'comment')
}

/** TEP-74, field by field: nothing for the contract itself, and the rest of the coins comes back to the wallet. */
function checkJettonTransfer({ from, to, seqno, comment }: Unsigned, cell: ReadCell, amount: bigint): void {
  const body = sliceOf(cell)
  must(body.number(32) === transferOperation && body.number(64) === seqno, 'operation')
  must(body.coins() === amount, 'amount')
  must(body.take(267) === accountBits(tonAccount(to)), 'recipient')
  must(body.take(267) === accountBits(tonAccount(from)), 'who gets the rest')
  must(body.take(1) === '0', 'content')
  must(body.coins() === notifyingTon, 'amount of the notice')
  const hasComment = body.take(1) === '1'
  must(hasComment === (comment !== undefined), 'comment')
  if (hasComment) must(isComment(body.ref(), comment), 'comment')
  body.end()
}

function isComment({ bits, refs }: ReadCell, comment: string | undefined): boolean {
  return refs.length === 0 && bits === commentBits(comment)
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
