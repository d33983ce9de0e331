import { randomBytes } from 'node:crypto'
import { Address } from '@ton/core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  derivations,
  mnemonicOf,
  seedOf,
  type WalletKey,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { ton } from '../../server/features/wallets/signing/networks/ton.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { bodyOf, type Changes, envelope } from '../wallets/signing/ton-payments.ts'
import { startTon } from './ton-engine.ts'

type Unsigned = UnsignedOn<'ton'>

/** Exit codes of wallet v4R2. */
const wrongSeqno = 33
const wrongWallet = 34
const wrongSignature = 35
const expired = 36

const { path } = derivations.ton
const ten = 10_000_000_000n
const one = 1_000_000_000n
const fee = 50_000_000n
const deploymentFee = 60_000_000n
const pool = createSigningPool()
afterAll(() => pool.close())

let engine: Awaited<ReturnType<typeof startTon>>
let entropy: Buffer
let key: WalletKey
let from: string
let to: string

beforeEach(async () => {
  engine = await startTon()
  entropy = randomBytes(32)
  key = keyOf(entropy)
  from = key.address
  to = keyOf(randomBytes(32)).address
  await engine.give(from, ten)
})

describe('the first transfer', () => {
  test('deploys the wallet and pays', async () => {
    expect(await engine.stateOf(from)).toBe('uninit')
    const { raw, amount } = await sign({ seqno: 0 })
    expect(await engine.send(raw)).toEqual({ exitCode: null, outMessages: 1, skippedActions: 0, told: [] })
    expect(await engine.stateOf(from)).toBe('active')
    expect(await engine.seqnoOf(from)).toBe(1)
    expect(await engine.balanceOf(to)).toBe(amount)
    await expectCost(amount, deploymentFee)
  })

  test.each(['100482771', 'x'.repeat(120)])('tells the recipient the comment %s', async (comment) => {
    const { raw, amount } = await sign({ seqno: 0, comment })
    expect((await engine.send(raw)).told).toEqual([{ to, amount, from, comment }])
    expect(await engine.balanceOf(to)).toBe(amount)
    await expectCost(amount, deploymentFee)
  })

  test('may send everything', async () => {
    const { raw, amount } = await sign({ seqno: 0, amount: 'all' })
    await engine.send(raw)
    expect(await engine.balanceOf(to)).toBe(amount)
    expect(await engine.balanceOf(from)).toBeLessThan(deploymentFee)
    expect(await engine.seqnoOf(from)).toBe(1)
  })

  test('is refused again', async () => {
    const { raw } = await sign({ seqno: 0 })
    await engine.send(raw)
    expect(await engine.send(raw)).toMatchObject({ exitCode: wrongSeqno })
    expect(await engine.balanceOf(to)).toBe(one)
  })
})

describe('a later transfer', () => {
  beforeEach(async () => {
    const { raw } = await sign({ seqno: 0, to: keyOf(randomBytes(32)).address })
    await engine.send(raw)
  })

  test('pays, and costs no more than planned', async () => {
    const before = await engine.balanceOf(from)
    const { raw } = await sign({})
    expect(await engine.send(raw)).toEqual({ exitCode: null, outMessages: 1, skippedActions: 0, told: [] })
    expect(await engine.balanceOf(to)).toBe(one)
    expect(await engine.seqnoOf(from)).toBe(2)
    expect(before - one - (await engine.balanceOf(from))).toBeLessThanOrEqual(fee)
  })

  test('pays and costs no more than planned after four years of rest', async () => {
    engine.wait(4 * 365 * 86_400)
    const before = await engine.balanceOf(from)
    const { raw } = await sign({})
    expect(await engine.send(raw)).toMatchObject({ exitCode: null, outMessages: 1 })
    const cost = before - one - (await engine.balanceOf(from))
    expect(cost).toBeGreaterThan(fee / 2n)
    expect(cost).toBeLessThanOrEqual(fee)
  })

  test('is refused again', async () => {
    const { raw } = await sign({})
    await engine.send(raw)
    expect(await engine.send(raw)).toMatchObject({ exitCode: wrongSeqno })
    expect(await engine.balanceOf(to)).toBe(one)
  })

  test('of two with one seqno, one is carried out', async () => {
    const first = await sign({})
    const second = await sign({ amount: 2n * one })
    expect(second.spends).toEqual(first.spends)
    await engine.send(second.raw)
    expect(await engine.send(first.raw)).toMatchObject({ exitCode: wrongSeqno })
    expect(await engine.balanceOf(to)).toBe(2n * one)
  })

  test('is refused from the second of its end on', async () => {
    const { raw, validUntil } = await sign({ validUntil: engine.now() + 60 })
    expect(validUntil).toBe((engine.now() + 60) * 1000)
    engine.wait(60)
    expect(await engine.send(raw)).toMatchObject({ exitCode: expired })
    expect(await engine.seqnoOf(from)).toBe(1)
  })

  test.each<[string, Changes, number]>([
    ['another number of the wallet', { walletId: 1 }, wrongWallet],
    ['another seqno', { seqno: 2 }, wrongSeqno],
  ])('with %s is refused', async (_what, changed, exitCode) => {
    const transaction = await unsigned({})
    const message = envelope(key, transaction, bodyOf(key, transaction, one, changed))
    expect(await engine.send(message.toBoc().toString('base64'))).toMatchObject({ exitCode })
    expect(await engine.balanceOf(to)).toBe(0n)
  })

  test('with the signature of another key is refused', async () => {
    const transaction = await unsigned({})
    const stranger = { ...keyOf(randomBytes(32)), publicKey: key.publicKey }
    const { raw } = ton.sign(transaction, ton.plan(transaction), stranger)
    expect(await engine.send(raw)).toMatchObject({ exitCode: wrongSignature })
    expect(await engine.balanceOf(to)).toBe(0n)
  })

  test('of everything pays the planned amount, also if more has come since, and leaves no more than the fee', async () => {
    const before = await engine.balanceOf(from)
    const { raw, amount } = await sign({ amount: 'all' })
    expect(amount).toBe(before - fee)
    await engine.give(from, one)
    expect(await engine.send(raw)).toEqual({ exitCode: null, outMessages: 1, skippedActions: 0, told: [] })
    expect(await engine.balanceOf(to)).toBe(amount)
    expect(await engine.seqnoOf(from)).toBe(2)
    const rest = (await engine.balanceOf(from)) - one
    expect(rest).toBeGreaterThan(0n)
    expect(rest).toBeLessThan(fee)
  })

  test('that is overdrawn is refused before it is signed: the network would use up its seqno and pay nothing', async () => {
    const balance = await engine.balanceOf(from)
    await expect(sign({ amount: balance })).rejects.toMatchObject({ code: 'insufficient_funds' })

    const transaction = await unsigned({ amount: balance })
    const planned = { amount: balance, fee, spends: ['seqno:1'], validUntil: 0 }
    const { raw } = ton.sign(transaction, planned, key)
    expect(await engine.send(raw)).toEqual({ exitCode: null, outMessages: 0, skippedActions: 1, told: [] })
    expect(await engine.seqnoOf(from)).toBe(2)
    expect(await engine.balanceOf(to)).toBe(0n)
  })

  test('that did not ignore errors could be repeated by anybody, and cost its fee each time', async () => {
    const balance = await engine.balanceOf(from)
    const transaction = await unsigned({ amount: balance })
    const message = envelope(key, transaction, bodyOf(key, transaction, balance, { sendMode: 1 }))
    const raw = message.toBoc().toString('base64')
    await engine.send(raw)
    const afterFirst = await engine.balanceOf(from)
    expect(await engine.seqnoOf(from)).toBe(1)
    expect(await engine.send(raw)).toMatchObject({ exitCode: null, outMessages: 0 })
    expect(await engine.balanceOf(from)).toBeLessThan(afterFirst)
  })

  test('bounces from a recipient that is not there only if its spelling says so', async () => {
    const before = await engine.balanceOf(from)
    const bounceable = Address.parse(to).toString({ bounceable: true })
    const { raw } = await sign({ to: bounceable })
    await engine.send(raw)
    expect(await engine.balanceOf(to)).toBe(0n)
    expect(before - (await engine.balanceOf(from))).toBeLessThanOrEqual(fee)
  })
})

function keyOf(secret: Buffer): WalletKey {
  return withKey('ton', seedOf(mnemonicOf(secret)), path, ({ privateKey, ...rest }) => ({
    ...rest,
    privateKey: Uint8Array.from(privateKey),
  }))
}

async function unsigned(changed: Partial<Unsigned>): Promise<Unsigned> {
  return {
    network: 'ton',
    asset: 'TON',
    from,
    to,
    amount: one,
    feeCeiling: 100_000_000n,
    seqno: 1,
    validUntil: engine.now() + 300,
    balance: await engine.balanceOf(from),
    ...changed,
  }
}

/** Through the real worker. */
async function sign(changed: Partial<Unsigned>) {
  return signAsDecided(pool, await unsigned(changed), { entropy: Buffer.from(entropy), path })
}

async function expectCost(amount: bigint, most: bigint): Promise<void> {
  expect(ten - amount - (await engine.balanceOf(from))).toBeLessThanOrEqual(most)
}
