import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadMessage,
  type MessageRelaxed,
  storeMessage,
  comment as textComment,
} from '@ton/core'
import { keyPairFromSeed } from '@ton/crypto'
import { WalletContractV4 } from '@ton/ton'
import type { WalletKey } from '../../../server/features/wallets/derivation/derivation.ts'
import type { SignedTransaction, UnsignedOn } from '../../../server/features/wallets/signing/model.ts'
import { ton } from '../../../server/features/wallets/signing/networks/ton.ts'
import { fc } from '../../support/cases/properties.ts'

export type Unsigned = UnsignedOn<'ton'>

export const payer = keyOf(Buffer.alloc(32, 1))
export const recipient = keyOf(Buffer.alloc(32, 2)).address
export const fee = 50_000_000n
export const deploymentFee = 60_000_000n

export const payment: Unsigned = {
  network: 'ton',
  asset: 'TON',
  from: payer.address,
  to: recipient,
  amount: 1_500_000_000n,
  feeCeiling: 100_000_000n,
  seqno: 7,
  validUntil: 1_800_000_000,
  balance: 5_000_000_000n,
}

export const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const uint32 = { min: 0, max: 0xffff_fffe }

export const payments = fc
  .record({
    seed: bytes32,
    hash: bytes32.filter((bytes) => bytes.some((byte) => byte !== 0)),
    bounceable: fc.boolean(),
    paid: fc.bigInt(1n, 2n ** 100n),
    rest: fc.bigInt(0n, 2n ** 100n),
    isAll: fc.boolean(),
    seqno: fc.oneof(fc.constant(0), fc.integer(uint32)),
    validUntil: fc.integer({ min: 1_767_225_600, max: 0xffff_ffff }),
    comment: fc.option(fc.stringMatching(/^[!-~]([ -~]{0,118}[!-~])?$/), { nil: undefined }),
  })
  .map(({ seed, hash, bounceable, paid, rest, isAll, seqno, validUntil, comment }) => {
    const key = keyOf(seed)
    const least = seqno === 0 ? deploymentFee : fee
    const transaction: Unsigned = {
      ...payment,
      from: key.address,
      to: new Address(0, Buffer.from(hash)).toString({ bounceable }),
      amount: isAll ? 'all' : paid,
      balance: paid + least + (isAll ? 0n : rest),
      seqno,
      validUntil,
      ...(comment !== undefined && { comment }),
    }
    return { key, transaction }
  })

export function keyOf(seed: Uint8Array): WalletKey {
  const { publicKey } = keyPairFromSeed(Buffer.from(seed))
  const { address } = WalletContractV4.create({ workchain: 0, publicKey })
  return { privateKey: seed, publicKey, address: address.toString({ bounceable: false }) }
}

export function signedBy(key: WalletKey, transaction: Unsigned): SignedTransaction {
  const planned = ton.plan(transaction)
  const signed = { ...planned, ...ton.sign(transaction, planned, key) }
  ton.check(transaction, signed, key.publicKey)
  return signed
}

/** What @ton/ton makes of a payment; `changed` is what it shall have instead. */
export interface Changes {
  walletId?: number
  seqno?: number
  timeout?: number
  sendMode?: number
  messages?: MessageRelaxed[]
}

export function bodyOf(key: WalletKey, transaction: Unsigned, amount: bigint, changed: Changes = {}): Cell {
  const wallet = WalletContractV4.create({
    workchain: 0,
    publicKey: Buffer.from(key.publicKey),
    walletId: changed.walletId ?? null,
  })
  return wallet.createTransfer({
    seqno: transaction.seqno,
    timeout: transaction.validUntil,
    secretKey: keyPairFromSeed(Buffer.from(key.privateKey)).secretKey,
    sendMode: 3,
    messages: [messageTo(transaction, amount)],
    ...changed,
  })
}

export function messageTo({ to, comment }: Unsigned, value: bigint): MessageRelaxed {
  const { address, isBounceable } = Address.parseFriendly(to)
  const body = comment === undefined ? undefined : textComment(comment)
  return internal({ to: address, value, bounce: isBounceable, body })
}

export function envelope(key: WalletKey, transaction: Unsigned, body: Cell): Cell {
  const { init } = WalletContractV4.create({ workchain: 0, publicKey: Buffer.from(key.publicKey) })
  const parts = { to: Address.parse(transaction.from), body, ...(transaction.seqno === 0 ? { init } : {}) }
  return beginCell()
    .store(storeMessage(external(parts), { forceRef: true }))
    .endCell()
}

/** TEP-467, as the documentation of TON computes it. */
export function normalizedHash(raw: string): string {
  const message = loadMessage(Cell.fromBase64(raw).beginParse())
  if (message.info.type !== 'external-in') throw new Error('not an external message')
  const info = { ...message.info, src: undefined, importFee: 0n }
  return beginCell()
    .store(storeMessage({ ...message, info, init: null }, { forceRef: true }))
    .endCell()
    .hash()
    .toString('hex')
}

/** The PKCS #8 form of a seed (RFC 8410). */
export function opensslKey({ privateKey: seed }: WalletKey): { privateKey: KeyObject; publicKey: KeyObject } {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
