import { sign as opensslSign, verify as opensslVerify } from 'node:crypto'
import {
  Address,
  type BitString,
  beginCell,
  Cell,
  comment,
  ExternalAddress,
  external,
  internal,
  loadMessage,
  type Message,
  storeMessage,
} from '@ton/core'
import { WalletContractV4 } from '@ton/ton'
import { describe, expect, test } from 'vitest'
import type { PlannedTransaction, SignedTransaction } from '../../../server/features/wallets/signing/model.ts'
import { ton } from '../../../server/features/wallets/signing/networks/ton.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { scaled } from '../../support/cases/scale.ts'
import { bits, cell, standard, uint, walletCode } from './handmade-cells.ts'
import {
  bodyOf,
  type Changes,
  envelope,
  messageTo,
  normalizedHash,
  opensslKey,
  payer,
  payment,
  payments,
  recipient,
  signedBy,
  type Unsigned,
} from './ton-payments.ts'

describe('agrees with', () => {
  test('@ton/ton: every byte, and the normalized hash', () => {
    fc.assert(
      fc.property(payments, ({ key, transaction }) => {
        const signed = signedBy(key, transaction)
        const other = envelope(key, transaction, bodyOf(key, transaction, signed.amount))
        expect(signed.raw).toBe(other.toBoc().toString('base64'))
        expect(signed.txId).toBe(normalizedHash(signed.raw))
      }),
      { numRuns: runs(6) },
    )
  })

  // @ton/ton is built on @ton/core, as the worker is. This one shares no code with them: bits by hand after block.tlb.
  test('an encoding by hand, whose hash OpenSSL signs and accepts', () => {
    fc.assert(
      fc.property(payments, ({ key, transaction }) => {
        const signed = signedBy(key, transaction)
        const { seqno, validUntil } = transaction
        const destination = Buffer.from(transaction.to, 'base64url')
        const bounce = destination[0] === 0x11 ? '1' : '0'
        const hex = signed.amount.toString(16)
        const coins = uint(Math.ceil(hex.length / 2), 4) + uint(signed.amount, Math.ceil(hex.length / 2) * 8)
        const head = `01${bounce}000${standard(destination)}${coins}${'0'.repeat(106)}`
        const text = transaction.comment && uint(0, 32) + bits(Buffer.from(transaction.comment))
        const paid = paidCell(head, text)
        const order = [
          uint(698983191, 32),
          uint(validUntil, 32),
          uint(seqno, 32),
          uint(0, 8),
          uint(3, 8),
        ].join('')
        const { privateKey, publicKey } = opensslKey(key)
        const signature = opensslSign(null, cell(order, [paid]).hash, privateKey)
        const body = cell(bits(signature) + order, [paid])
        const to = `1000${standard(Buffer.from(transaction.from, 'base64url'))}0000`
        const init = cell('00110', [
          walletCode,
          cell(`${uint(0, 32)}${uint(698983191, 32)}${bits(key.publicKey)}0`),
        ])
        const message = seqno === 0 ? cell(`${to}111`, [init, body]) : cell(`${to}01`, [body])

        const root = Cell.fromBase64(signed.raw)
        expect(root.hash().toString('hex')).toBe(message.hash.toString('hex'))
        expect(signed.txId).toBe(cell(`${to}01`, [body]).hash.toString('hex'))
        const written = (root.refs.at(-1) as Cell).beginParse().loadBuffer(64)
        expect(opensslVerify(null, cell(order, [paid]).hash, publicKey, written)).toBe(true)
      }),
      { numRuns: runs(6) },
    )
  })
})

describe('reads its own output again', () => {
  /** Not every byte and bit in `npm test`, but some of every part. */
  const step = scaled(5, 1)
  const kinds: [string, Unsigned][] = [
    ['of a transfer', payment],
    ['of a deployment', { ...payment, seqno: 0 }],
    ['of a transfer with a comment', { ...payment, comment: '100482771' }],
    ['of a transfer with the longest comment', { ...payment, comment: 'x'.repeat(120) }],
  ]

  test.each(kinds)('any changed byte is found, %s', (_kind, transaction) => {
    const signed = signedBy(payer, transaction)
    const bytes = Buffer.from(signed.raw, 'base64')
    for (let index = 0; index < bytes.length; index += step) {
      const changed = flipped(bytes, index)
      expect(
        () => check(transaction, { ...signed, raw: changed.toString('base64') }),
        `byte ${index}`,
      ).toThrow()
    }
  })

  test.each(kinds)('any changed byte is found also with a right checksum, %s', (_kind, transaction) => {
    const signed = signedBy(payer, transaction)
    const bytes = Buffer.from(signed.raw, 'base64').subarray(0, -4)
    for (let index = 0; index < bytes.length; index += step) {
      const raw = withChecksum(flipped(bytes, index)).toString('base64')
      expect(() => check(transaction, { ...signed, raw }), `byte ${index}`).toThrow()
    }
  })

  test('any changed bit of what is signed is found also if it is signed', () => {
    const signed = signedBy(payer, payment)
    const body = Cell.fromBase64(signed.raw).refs[0] as Cell
    const order = body.beginParse().skip(512).asCell()
    const paid = body.refs[0] as Cell
    const variants = [
      ...flippedBits(order).map((bits) => beginCell().storeBits(bits).storeRef(paid)),
      ...flippedBits(paid).map((bits) =>
        beginCell().storeBits(order.bits).storeRef(beginCell().storeBits(bits)),
      ),
    ].map((builder) => builder.endCell())
    expect(variants).toHaveLength(order.bits.length + paid.bits.length)
    for (const variant of variants.filter((_, at) => at % step === 0)) {
      const signature = opensslSign(null, variant.hash(), opensslKey(payer).privateKey)
      const changed = beginCell().storeBuffer(signature).storeSlice(variant.beginParse()).endCell()
      expect(() => check(payment, rewritten(signed, envelope(payer, payment, changed)))).toThrow()
    }
  })

  const address = Address.parse(recipient)
  const value = payment.amount as bigint
  test.each<[string, Changes]>([
    ['number of the wallet', { walletId: 1 }],
    ['seqno', { seqno: 8 }],
    ['end of validity', { timeout: 1_800_000_001 }],
    ['mode: errors are not ignored', { sendMode: 1 }],
    ['mode: everything', { sendMode: 130 }],
    ['mode: the wallet is destroyed', { sendMode: 3 + 32 }],
    ['number of payments', { messages: [messageTo(payment, value), messageTo(payment, value)] }],
    ['number of payments: none', { messages: [] }],
    ['amount', { messages: [messageTo(payment, value + 1n)] }],
    ['recipient', { messages: [internal({ to: Address.parse(payment.from), value, bounce: false })] }],
    ['bounce flag', { messages: [internal({ to: address, value, bounce: true })] }],
    [
      'content: a comment',
      { messages: [internal({ to: address, value, bounce: false, body: comment('hi') })] },
    ],
    [
      'content: code for the recipient',
      {
        messages: [
          internal({ to: address, value, bounce: false, init: { code: new Cell(), data: new Cell() } }),
        ],
      },
    ],
  ])('another %s is found', (_what, changed) => {
    const signed = signedBy(payer, payment)
    const body = bodyOf(payer, payment, value, changed)
    expect(() => check(payment, rewritten(signed, envelope(payer, payment, body)))).toThrow()
  })

  const withComment = { ...payment, comment: '100482771' }
  test.each<[string, Cell | undefined]>([
    ['another', comment('100482772')],
    ['a longer', comment('1004827711')],
    [
      'one that goes on in a second cell',
      beginCell().storeSlice(comment('100482771').beginParse()).storeRef(new Cell()).endCell(),
    ],
    [
      'a transfer of tokens instead of a',
      beginCell().storeUint(0x0f8a7ea5, 32).storeStringTail('100482771').endCell(),
    ],
    ['no', undefined],
  ])('%s comment is found', (_what, body) => {
    const signed = signedBy(payer, withComment)
    const messages = [internal({ to: address, value, bounce: false, body })]
    const changed = bodyOf(payer, withComment, value, { messages })
    expect(() => check(withComment, rewritten(signed, envelope(payer, withComment, changed)))).toThrow(
      'comment',
    )
  })

  const { init } = WalletContractV4.create({ workchain: 0, publicKey: Buffer.from(payer.publicKey) })
  test.each<[string, (message: Message) => Message]>([
    ['a state that is not needed', (message) => ({ ...message, init })],
    [
      'a source',
      (message) => ({ ...message, info: { ...message.info, src: new ExternalAddress(1n, 8) } as never }),
    ],
    ['an import fee', (message) => ({ ...message, info: { ...message.info, importFee: 1n } as never })],
    ['another wallet', ({ body }) => external({ to: address, body })],
  ])('%s is found', (_what, change) => {
    const signed = signedBy(payer, payment)
    const message = change(loadMessage(Cell.fromBase64(signed.raw).beginParse()))
    const changed = beginCell()
      .store(storeMessage(message, { forceRef: true }))
      .endCell()
    expect(() => check(payment, rewritten(signed, changed))).toThrow()
  })

  test('a missing state, and a state of another wallet, are found', () => {
    const transaction = { ...payment, seqno: 0 }
    const signed = signedBy(payer, transaction)
    const body = bodyOf(payer, transaction, signed.amount)
    const other = { ...init, data: beginCell().storeUint(1, 321).endCell() }
    for (const parts of [{ body }, { body, init: other }, { body, init: { ...init, code: new Cell() } }]) {
      const message = external({ to: Address.parse(transaction.from), ...parts })
      const changed = beginCell()
        .store(storeMessage(message, { forceRef: true }))
        .endCell()
      expect(() => check(transaction, rewritten(signed, changed))).toThrow('initial state')
    }
  })

  test.each<[string, Partial<Unsigned>]>([
    ['amount', { amount: 1_500_000_001n }],
    ['amount of everything', { amount: 'all' }],
    ['recipient', { to: new Address(0, Buffer.alloc(32, 1)).toString({ bounceable: false }) }],
    ['spelling of the recipient', { to: address.toString({ bounceable: true }) }],
    ['seqno', { seqno: 8 }],
    ['end of validity', { validUntil: 1_800_000_001 }],
    ['wallet', { from: recipient }],
    ['fee ceiling', { feeCeiling: 1n }],
  ])('a transaction with another %s is not what was signed', (_what, changed) => {
    expect(() => check({ ...payment, ...changed }, signedBy(payer, payment))).toThrow('not what was planned')
  })

  test.each<[string, Partial<SignedTransaction>]>([
    ['amount', { amount: 1n }],
    ['fee', { fee: 1n }],
    ['reservation', { spends: ['seqno:8'] }],
    ['end of validity', { validUntil: null }],
    ['id', { txId: '00'.repeat(32) }],
    ['encoding', { encoding: 'hex' }],
  ])('a wrong %s beside the bytes is found', (_what, changed) => {
    expect(() => check(payment, { ...signedBy(payer, payment), ...changed })).toThrow('not what was planned')
  })

  test('an amount in more bytes than it needs is found', () => {
    const signed = signedBy(payer, payment)
    const body = Cell.fromBase64(signed.raw).refs[0] as Cell
    const order = body.beginParse().skip(512)
    const paid = order.loadRef().beginParse()
    const long = beginCell()
      .storeBits(paid.loadBits(273))
      .storeUint(paid.loadUint(4) + 1, 4)
      .storeUint(0, 8)
      .storeSlice(paid)
    const changed = beginCell().storeSlice(order).storeRef(long).endCell()
    const signature = opensslSign(null, changed.hash(), opensslKey(payer).privateKey)
    const resigned = beginCell().storeBuffer(signature).storeSlice(changed.beginParse()).endCell()
    expect(() => check(payment, rewritten(signed, envelope(payer, payment, resigned)))).toThrow('too long')
  })

  test('a plan with another amount than the approved one is found', () => {
    const planned: PlannedTransaction = { ...ton.plan(payment), amount: 3n }
    const signed = { ...planned, ...ton.sign(payment, planned, payer) }
    expect(() => check(payment, signed)).toThrow('amount')
  })

  test('the signature of another key is found', () => {
    const signed = signedBy(payer, payment)
    const stranger = { ...payer, privateKey: Buffer.alloc(32, 3) }
    const body = bodyOf(stranger, payment, signed.amount)
    expect(() => check(payment, rewritten(signed, envelope(payer, payment, body)))).toThrow('signature')
  })
})

function check(transaction: Unsigned, signed: SignedTransaction): void {
  ton.check(transaction, signed, payer.publicKey)
}

/** With an id that fits, so that it is not the id that is found. */
function rewritten(signed: SignedTransaction, message: Cell): SignedTransaction {
  const raw = message.toBoc().toString('base64')
  return { ...signed, raw, txId: normalizedHash(raw) }
}

function flipped(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[index] = (changed[index] as number) ^ (1 << (index % 8))
  return changed
}

/** The bits of a cell, each time with another one changed. */
function flippedBits({ bits }: Cell): BitString[] {
  const positions = Array.from({ length: bits.length }, (_, index) => index)
  return positions.map((changed) => {
    const builder = beginCell()
    for (const at of positions) builder.storeBit(bits.at(at) !== (at === changed))
    return builder.endCell().bits
  })
}

/** CRC-32C by its table-free definition: the remainder modulo the reflected polynomial. */
function withChecksum(bytes: Buffer): Buffer {
  let crc = 0xffff_ffff
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (((crc ^ (byte >> bit)) & 1) * 0x82f6_3b78)
  const checksum = Buffer.alloc(4)
  checksum.writeInt32LE(~crc)
  return Buffer.concat([bytes, checksum])
}

/** A body that fits is part of the message; a longer one is a cell of its own. */
function paidCell(head: string, text: string | undefined) {
  if (!text) return cell(`${head}0`)
  return head.length + 1 + text.length <= 1023 ? cell(`${head}0${text}`) : cell(`${head}1`, [cell(text)])
}
