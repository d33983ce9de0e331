import { ed25519 } from '@noble/curves/ed25519.js'
import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  type MessageRelaxed,
  type StateInit,
  storeMessage,
  storeMessageRelaxed,
  comment as textComment,
} from '@ton/core'
import type { NetworkSigner, UnsignedOn } from '../../model.ts'
import { attachedTon, notifyingTon, transferOperation } from './jetton-transfer.ts'
import { isToken, jettonWalletOf } from './jetton-wallet.ts'
import { walletCode, walletCodeHash, walletId } from './wallet-code.ts'

/** Fees are paid on top of the amount. */
const payFeesSeparately = 1
/**
 * Always: if the message cannot be sent, the seqno still moves on. Otherwise the same signed message could be carried out
 * again and again until it expires, and cost a fee each time. Whether coins were sent is seen by their effect.
 */
const ignoreErrors = 2
/**
 * Never 128, which carries whatever the wallet has when the message arrives: what was approved, what limits count and what is
 * signed is one number, also if everything is sent.
 */
const sendMode = payFeesSeparately + ignoreErrors

const simpleSend = 0

export const signTon: NetworkSigner<'ton'>['sign'] = (transaction, { amount }, { privateKey, publicKey }) => {
  const { from, seqno, validUntil } = transaction
  const order = beginCell()
    .storeUint(walletId, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(simpleSend, 8)
    .storeUint(sendMode, 8)
    .storeRef(beginCell().store(storeMessageRelaxed(payment(transaction, amount))))
  const signature = ed25519.sign(order.endCell().hash(), privateKey)
  const body = beginCell().storeBuffer(Buffer.from(signature)).storeBuilder(order).endCell()

  const to = Address.parse(from)
  const init = seqno === 0 ? initialState(publicKey) : undefined
  return {
    raw: message({ to, body, init }).toBoc().toString('base64'),
    encoding: 'base64',
    // TEP-467: without the initial state, which the sender may add or leave out. Nodes and explorers find it by this hash.
    txId: message({ to, body }).hash().toString('hex'),
  }
}

/** Coins that the recipient cannot take come back only if its spelling says so: EQ…, and not UQ… or raw. */
function payment(transaction: UnsignedOn<'ton'>, amount: bigint): MessageRelaxed {
  const { asset, from, to, comment } = transaction
  if (isToken(asset)) {
    const { workchain, hash } = jettonWalletOf(from, asset)
    const body = jettonTransfer(transaction, amount)
    return internal({ to: new Address(workchain, hash), value: attachedTon, bounce: true, body })
  }
  const bounce = Address.isFriendly(to) && Address.parseFriendly(to).isBounceable
  const body = comment === undefined ? undefined : textComment(comment)
  return internal({ to: Address.parse(to), value: amount, bounce, body })
}

/**
 * TEP-74, told to the wallet of the token, which is a contract of its own. The recipient is the owner of another one, which is
 * made if it is missing. The seqno is the number by which the answer is known.
 */
function jettonTransfer({ from, to, seqno, comment }: UnsignedOn<'ton'>, amount: bigint): Cell {
  return (
    beginCell()
      .storeUint(transferOperation, 32)
      .storeUint(seqno, 64)
      .storeCoins(amount)
      .storeAddress(Address.parse(to))
      // Who gets the rest of the TON.
      .storeAddress(Address.parse(from))
      // Nothing for the contract itself.
      .storeBit(false)
      .storeCoins(notifyingTon)
      .storeMaybeRef(comment === undefined ? null : textComment(comment))
      .endCell()
  )
}

function message(parts: { to: Address; body: Cell; init?: StateInit | undefined }): Cell {
  return beginCell()
    .store(storeMessage(external(parts), { forceRef: true }))
    .endCell()
}

function initialState(publicKey: Uint8Array): StateInit {
  const code = Cell.fromBase64(walletCode)
  if (code.hash().toString('hex') !== walletCodeHash) throw new Error('The code of the wallet was changed.')
  const data = beginCell()
    .storeUint(0, 32)
    .storeUint(walletId, 32)
    .storeBuffer(Buffer.from(publicKey))
    // No plugins.
    .storeBit(false)
    .endCell()
  return { code, data }
}
