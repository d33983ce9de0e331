import { sign as opensslSign } from 'node:crypto'
import {
  Address,
  type Builder,
  beginCell,
  Cell,
  comment,
  internal,
  loadMessage,
  loadMessageRelaxed,
} from '@ton/core'
import { describe, expect, test } from 'vitest'
import { contractOf, tokensOn } from '../../../contract/money/assets.ts'
import type { SignedTransaction } from '../../../server/features/wallets/signing/model.ts'
import { jettonWalletOf } from '../../../server/features/wallets/signing/networks/ton/jetton-wallet.ts'
import { ton } from '../../../server/features/wallets/signing/networks/ton.ts'
import { fc, runs } from '../../support/cases/properties.ts'
import { scaled } from '../../support/cases/scale.ts'
import { tonTokenWallet } from '../../support/outside/fake-chains.ts'
import {
  bodyOf,
  bytes32,
  payment as coins,
  envelope,
  normalizedHash,
  opensslKey,
  payer,
  payments,
  recipient,
  signedBy,
  type Unsigned,
} from './ton-payments.ts'

const attached = 50_000_000n
const fee = 50_000_000n + attached
const deploymentFee = 60_000_000n + attached
const payment: Unsigned = {
  ...coins,
  asset: 'USDT',
  amount: 1_500_000n,
  balance: 200_000_000n,
  tokenBalance: 5_000_000n,
  feeCeiling: 110_000_000n,
}

describe('the wallet of a token', () => {
  test('is the one that the network has: its owner, balance and master are its data there', () => {
    const owner = 'UQAj-peZGPH-cC25EAv4Q-h8cBXszTmkch6ba6wXC8BM40qt'
    expect(jettonWalletOf(owner, 'USDT').hash.toString('hex')).toBe(
      '2626cf30b702bdded845efc883efa45029ff59defdacc4ce7b8b0a5966d75002',
    )
  })

  test('is what @ton/core derives, of each token and any owner', () => {
    fc.assert(
      fc.property(bytes32, fc.constantFrom(...tokensOn('ton')), (hash, { asset }) => {
        const owner = new Address(0, Buffer.from(hash))
        const derived = jettonWalletOf(owner.toString({ bounceable: false }), asset as 'USDT')
        const expected = tonTokenWallet(String(owner), asset as 'USDT')
        expect([derived.workchain, derived.hash.toString('hex')]).toEqual([0, expected.hash.toString('hex')])
      }),
      { numRuns: runs(10) },
    )
  })

  test('belongs to the account, however it is spelled', () => {
    const spelled = [true, false].map((bounceable) => Address.parse(recipient).toString({ bounceable }))
    const [one, other] = spelled.map((owner) => jettonWalletOf(owner, 'USDT').hash.toString('hex'))
    expect(one).toBe(other)
  })
})

describe('plans', () => {
  test('what goes along as a part of the fee', () => {
    expect(ton.plan(payment)).toEqual({
      amount: 1_500_000n,
      fee,
      spends: ['seqno:7'],
      validUntil: 1_800_000_000_000,
    })
    expect(ton.plan({ ...payment, seqno: 0 }).fee).toBe(deploymentFee)
    expect(ton.plan({ ...payment, amount: 'all', balance: fee }).amount).toBe(5_000_000n)
  })

  test.each<[string, string, Partial<Unsigned>]>([
    ['a fee above the ceiling', 'fee_above_ceiling', { feeCeiling: fee - 1n }],
    ['more tokens than there are', 'insufficient_funds', { amount: 5_000_001n }],
    ['all of nothing', 'insufficient_funds', { amount: 'all', tokenBalance: 0n }],
    ['too few coins for the fee', 'gas_missing', { balance: fee - 1n }],
    ['too few coins for the first payment', 'gas_missing', { seqno: 0, balance: deploymentFee - 1n }],
    ['an amount of nothing', 'input_invalid', { amount: 0n }],
    ['a balance of more than 120 bits', 'input_invalid', { tokenBalance: 2n ** 120n }],
    ['a negative balance', 'input_invalid', { tokenBalance: -1n }],
    ['the contract of the token as recipient', 'input_invalid', { to: contractOf('ton', 'USDT') }],
    ['a payment to itself', 'same_address', { to: payment.from }],
    ['a token of another network', 'input_invalid', { asset: 'USDC' as 'USDT' }],
  ])('refuses %s: %s', (_what, code, changed) => {
    expect(() => ton.plan({ ...payment, ...changed })).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })

  test('refuses a payment of which nobody knows what is there', () => {
    const { tokenBalance: _, ...unknown } = payment
    expect(() => ton.plan(unknown)).toThrow(
      expect.objectContaining({ code: 'input_invalid', context: { input: 'token_balance' } }),
    )
  })
})

/** The fields of TEP-74; `changed` is what one shall have instead. */
interface Told {
  operation?: number
  query?: number
  amount?: bigint
  to?: string
  rest?: Address | null
  custom?: Cell
  notice?: bigint
  comment?: string | null
  end?: (builder: Builder) => Builder
}

function told(transaction: Unsigned, amount: bigint, changed: Told = {}): Cell {
  const text = changed.comment === undefined ? (transaction.comment ?? null) : changed.comment
  const builder = beginCell()
    .storeUint(changed.operation ?? 0x0f8a7ea5, 32)
    .storeUint(changed.query ?? transaction.seqno, 64)
    .storeCoins(changed.amount ?? amount)
    .storeAddress(Address.parse(changed.to ?? transaction.to))
    .storeAddress(changed.rest === undefined ? Address.parse(transaction.from) : changed.rest)
    .storeMaybeRef(changed.custom)
    .storeCoins(changed.notice ?? 1n)
    .storeMaybeRef(text === null ? null : comment(text))
  return (changed.end ?? ((one: Builder) => one))(builder).endCell()
}

/** What @ton/ton makes of it. */
function messageOf(
  transaction: Unsigned,
  body: Cell,
  changed: { value?: bigint; to?: Address; bounce?: boolean } = {},
) {
  const to = tonTokenWallet(transaction.from)
  const messages = [internal({ to, value: attached, bounce: true, body, ...changed })]
  return { messages }
}

test('agrees with @ton/ton, every byte', () => {
  fc.assert(
    fc.property(payments, ({ key, transaction: { amount, ...other } }) => {
      const transaction: Unsigned = {
        ...other,
        asset: 'USDT',
        amount,
        balance: deploymentFee,
        tokenBalance: amount === 'all' ? 7n : amount,
        feeCeiling: deploymentFee,
      }
      const signed = signedBy(key, transaction)
      const body = bodyOf(key, transaction, 0n, messageOf(transaction, told(transaction, signed.amount)))
      expect(signed.raw).toBe(envelope(key, transaction, body).toBoc().toString('base64'))
      expect(signed.txId).toBe(normalizedHash(signed.raw))
    }),
    { numRuns: runs(6) },
  )
})

test('a comment is read by @ton/core', () => {
  const { raw } = signedBy(payer, { ...payment, comment: '100482771' })
  const order = loadMessage(Cell.fromBase64(raw).beginParse()).body.refs[0] as Cell
  const body = loadMessageRelaxed(order.beginParse()).body.refs[0]?.beginParse()
  expect([body?.loadUint(32), body?.loadStringTail()]).toEqual([0, '100482771'])
})

describe('reads its own output again', () => {
  const withComment = { ...payment, comment: '100482771' }
  const value = payment.amount as bigint
  const check = (transaction: Unsigned, signed: SignedTransaction) => () =>
    ton.check(transaction, signed, payer.publicKey)
  /** With an id that fits, so that it is not the id that is found. */
  function rewritten(transaction: Unsigned, changed: ReturnType<typeof messageOf>): SignedTransaction {
    const raw = envelope(payer, transaction, bodyOf(payer, transaction, 0n, changed))
      .toBoc()
      .toString('base64')
    return { ...signedBy(payer, transaction), raw, txId: normalizedHash(raw) }
  }

  test.each([withComment, payment])('what it made itself is right', (transaction) => {
    const made = rewritten(transaction, messageOf(transaction, told(transaction, value)))
    expect(check(transaction, made)).not.toThrow()
  })

  test.each<[string, Told]>([
    ['operation', { operation: 0x595f07bc }],
    ['number', { query: 8 }],
    ['amount', { amount: value + 1n }],
    ['recipient', { to: String(new Address(0, Buffer.alloc(32, 9))) }],
    ['recipient in the masterchain', { to: String(new Address(-1, Address.parse(recipient).hash)) }],
    ['recipient of the rest', { rest: Address.parse(recipient) }],
    ['recipient of the rest: nobody', { rest: null }],
    ['content for the contract', { custom: new Cell() }],
    ['amount of the notice', { notice: 40_000_000n }],
    ['amount of the notice: nothing', { notice: 0n }],
    ['comment', { comment: '100482772' }],
    ['comment: none', { comment: null }],
    ['end', { end: (builder) => builder.storeBit(true) }],
    ['end: a second comment', { end: (builder) => builder.storeRef(comment('2')) }],
  ])('another %s is found', (_what, changed) => {
    const made = rewritten(withComment, messageOf(withComment, told(withComment, value, changed)))
    expect(check(withComment, made)).toThrow()
  })

  test.each<[string, Parameters<typeof messageOf>[2]]>([
    ['amount of what goes along', { value: attached + 1n }],
    ['bounce flag', { bounce: false }],
    ['contract: the wallet of the recipient', { to: tonTokenWallet(recipient) }],
    ['contract: the recipient', { to: Address.parse(recipient) }],
    ['contract: the master', { to: Address.parse(contractOf('ton', 'USDT')) }],
  ])('another %s is found', (_what, changed) => {
    const made = rewritten(payment, messageOf(payment, told(payment, value), changed))
    expect(check(payment, made)).toThrow()
  })

  test('a payment of coins is none of tokens, and the other way round', () => {
    const ofCoins = signedBy(payer, { ...coins, amount: attached, feeCeiling: 200_000_000n })
    expect(check(payment, ofCoins)).toThrow()
    expect(check({ ...coins, amount: attached }, signedBy(payer, payment))).toThrow()
  })

  test.each<[string, Partial<Unsigned>]>([
    ['amount', { amount: value + 1n }],
    ['amount of everything', { amount: 'all' }],
    ['recipient', { to: new Address(0, Buffer.alloc(32, 1)).toString({ bounceable: false }) }],
    ['seqno', { seqno: 8 }],
    ['comment', { comment: '1' }],
    ['fee ceiling', { feeCeiling: fee - 1n }],
  ])('a transaction with another %s is not what was signed', (_what, changed) => {
    expect(check({ ...payment, ...changed }, signedBy(payer, payment))).toThrow('not what was planned')
  })

  /** Not every bit in `npm test`. */
  const step = scaled(5, 1)
  test('any changed bit of what the wallet of the token is told is found also if it is signed', () => {
    const body = told(withComment, value)
    for (let changed = 0; changed < body.bits.length; changed += step) {
      const builder = beginCell()
      for (let at = 0; at < body.bits.length; at++) builder.storeBit(body.bits.at(at) !== (at === changed))
      const flipped = builder.storeRef(body.refs[0] as Cell).endCell()
      expect(
        check(withComment, rewritten(withComment, messageOf(withComment, flipped))),
        `${changed}`,
      ).toThrow()
    }
  })

  test('the signature of another key is found', () => {
    const signed = signedBy(payer, payment)
    const body = (Cell.fromBase64(signed.raw).refs[0] as Cell).beginParse().skip(512).asCell()
    const signature = opensslSign(
      null,
      body.hash(),
      opensslKey({ ...payer, privateKey: Buffer.alloc(32, 3) }).privateKey,
    )
    const changed = beginCell().storeBuffer(signature).storeSlice(body.beginParse()).endCell()
    const raw = envelope(payer, payment, changed).toBoc().toString('base64')
    expect(check(payment, { ...signed, raw, txId: normalizedHash(raw) })).toThrow('signature')
  })
})
