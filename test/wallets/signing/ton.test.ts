import { randomBytes } from 'node:crypto'
import { Address, Cell, loadMessage, loadMessageRelaxed } from '@ton/core'
import { signVerify } from '@ton/crypto'
import { WalletContractV4 } from '@ton/ton'
import { afterAll, describe, expect, test } from 'vitest'
import {
  derivations,
  mnemonicOf,
  seedOf,
  withKey,
} from '../../../server/features/wallets/derivation/derivation.ts'
import {
  walletCode,
  walletCodeHash,
} from '../../../server/features/wallets/signing/networks/ton/wallet-code.ts'
import { ton } from '../../../server/features/wallets/signing/networks/ton.ts'
import { createSigningPool } from '../../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../../support/outside/thread-decisions.ts'
import {
  deploymentFee,
  fee,
  normalizedHash,
  payer,
  payment,
  recipient,
  signedBy,
  type Unsigned,
} from './ton-payments.ts'

const own = Address.parse(payment.from)
const spelled = (workchain: number, hash: Buffer) =>
  new Address(workchain, hash).toString({ bounceable: false })

describe('refuses', () => {
  test.each<[string, string, Partial<Unsigned>]>([
    ['a fee above the ceiling', 'fee_above_ceiling', { feeCeiling: fee - 1n }],
    ['a deployment above the ceiling', 'fee_above_ceiling', { seqno: 0, feeCeiling: deploymentFee - 1n }],
    ['a comment of nothing', 'input_invalid', { comment: '' }],
    ['a comment of 121 characters', 'input_invalid', { comment: 'x'.repeat(121) }],
    ['a comment with letters that look like others', 'input_invalid', { comment: 'А1' }],
    ['a comment with a line break', 'input_invalid', { comment: '1\n' }],
    ['a payment to itself', 'same_address', { to: payment.from }],
    ['a payment to itself in another spelling', 'same_address', { to: own.toString({ bounceable: true }) }],
    ['a payment to itself in raw form', 'same_address', { to: own.toRawString() }],
    ['more than the wallet has', 'insufficient_funds', { amount: payment.balance + 1n }],
    ['more than the wallet has with the fee', 'insufficient_funds', { amount: payment.balance - fee + 1n }],
    [
      'more than the wallet has with its deployment',
      'insufficient_funds',
      { seqno: 0, amount: payment.balance - deploymentFee + 1n },
    ],
    ['all of no more than the fee', 'insufficient_funds', { amount: 'all', balance: fee }],
    ['an amount of nothing', 'input_invalid', { amount: 0n }],
    ['a negative amount', 'input_invalid', { amount: -1n }],
    ['a balance of more than 120 bits', 'input_invalid', { balance: 2n ** 120n }],
    ['a negative seqno', 'input_invalid', { seqno: -1 }],
    ['the last seqno', 'input_invalid', { seqno: 0xffff_ffff }],
    ['half a seqno', 'input_invalid', { seqno: 1.5 }],
    ['an end in milliseconds', 'input_invalid', { validUntil: 1_800_000_000_000 }],
    ['an end in 2025', 'expired', { validUntil: 1_767_225_599 }],
    ['no end', 'expired', { validUntil: 0 }],
    ['an address with a wrong checksum', 'input_invalid', { to: `${recipient.slice(0, -1)}_` }],
    ['an address of the test network', 'input_invalid', { to: own.toString({ testOnly: true }) }],
    ['the masterchain', 'input_invalid', { to: spelled(-1, randomBytes(32)) }],
    ['the address of nobody', 'input_invalid', { to: spelled(0, Buffer.alloc(32)) }],
    ['a wallet in another spelling', 'input_invalid', { from: own.toString({ bounceable: true }) }],
  ])('%s: %s', (_what, code, changed) => {
    expect(() => ton.plan({ ...payment, ...changed })).toThrow(
      expect.objectContaining({ name: 'TransactionRefused', code }),
    )
  })
})

describe('plans', () => {
  test('a payment', () => {
    expect(ton.plan(payment)).toEqual({
      amount: 1_500_000_000n,
      fee,
      spends: ['seqno:7'],
      validUntil: 1_800_000_000_000,
    })
  })

  test('the first payment, which deploys the wallet', () => {
    expect(ton.plan({ ...payment, seqno: 0 })).toMatchObject({ fee: deploymentFee, spends: ['seqno:0'] })
  })

  test('everything: exactly what is there, less the highest fee', () => {
    expect(ton.plan({ ...payment, amount: 'all' }).amount).toBe(payment.balance - fee)
  })

  test('what is just enough', () => {
    expect(ton.plan({ ...payment, amount: payment.balance - fee }).amount).toBe(payment.balance - fee)
  })
})

test('the code of the wallet is that of @ton/ton', () => {
  const { init } = WalletContractV4.create({ workchain: 0, publicKey: Buffer.alloc(32) })
  expect(Cell.fromBase64(walletCode).equals(init.code)).toBe(true)
  expect(init.code.hash().toString('hex')).toBe(walletCodeHash)
})

test.each([
  ['UQ…', false],
  ['EQ…', true],
])('the spelling %s of the recipient says whether coins bounce', (_spelling, bounceable) => {
  const to = Address.parse(recipient).toString({ bounceable })
  const { raw } = signedBy(payer, { ...payment, to })
  expect(paidBy(raw).info).toMatchObject({ type: 'internal', bounce: bounceable })
})

test('nothing bounces from a recipient in raw form', () => {
  const { raw } = signedBy(payer, { ...payment, to: Address.parse(recipient).toRawString() })
  expect(paidBy(raw).info).toMatchObject({ type: 'internal', bounce: false })
})

describe('in the worker', () => {
  const pool = createSigningPool()
  afterAll(() => pool.close())
  const { path } = derivations.ton

  function givenWallet() {
    const entropy = randomBytes(32)
    return withKey('ton', seedOf(mnemonicOf(entropy)), path, ({ address, publicKey }) => ({
      entropy,
      address,
      publicKey,
    }))
  }

  test.each([0, 12])('signs with the key of the wallet at seqno %i', async (seqno) => {
    const { entropy, address, publicKey } = givenWallet()
    const transaction: Unsigned = { ...payment, from: address, seqno }
    const planned = await pool.plan(transaction)
    const signed = await signAsDecided(pool, transaction, { entropy, path })
    expect(signed).toMatchObject({ ...planned, encoding: 'base64', txId: normalizedHash(signed.raw) })

    const message = loadMessage(Cell.fromBase64(signed.raw).beginParse())
    expect(Address.parse(address).equals(message.info.dest as Address)).toBe(true)
    expect(Boolean(message.init)).toBe(seqno === 0)
    const body = message.body.beginParse()
    const signature = body.loadBuffer(64)
    expect(signVerify(body.asCell().hash(), signature, Buffer.from(publicKey))).toBe(true)
    const { info } = paidBy(signed.raw)
    expect(info).toMatchObject({ type: 'internal', value: { coins: 1_500_000_000n } })
    expect(Address.parse(recipient).equals(info.dest as Address)).toBe(true)
  })

  test('refuses a stored address that is not that of the key', async () => {
    const { entropy } = givenWallet()
    const { address } = givenWallet()
    await expect(signAsDecided(pool, { ...payment, from: address }, { entropy, path })).rejects.toMatchObject(
      {
        name: 'TransactionRefused',
        code: 'address_drifted',
      },
    )
  })

  test('passes a refusal on', async () => {
    await expect(pool.plan({ ...payment, balance: fee })).rejects.toMatchObject({
      code: 'insufficient_funds',
      context: { balance: `${fee}`, fee: `${fee}` },
    })
  })
})

/** The message inside: after signature, wallet, end, seqno, operation and mode. */
function paidBy(raw: string) {
  const { body } = loadMessage(Cell.fromBase64(raw).beginParse())
  return loadMessageRelaxed((body.refs[0] as Cell).beginParse())
}
