import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import {
  derivations,
  mnemonicOf,
  seedOf,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { jettonWalletOf } from '../../server/features/wallets/signing/networks/ton/jetton-wallet.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { startTon } from './ton-engine.ts'

type Unsigned = UnsignedOn<'ton'>

const { path } = derivations.ton
const attached = 50_000_000n
const fee = 50_000_000n + attached
const deploymentFee = 60_000_000n + attached
const pool = createSigningPool()
afterAll(() => pool.close())

let engine: Awaited<ReturnType<typeof startTon>>
let usdt: ReturnType<typeof engine.jetton>
let entropy: Buffer
let from: string
let to: string

beforeEach(async () => {
  engine = await startTon()
  usdt = engine.jetton(contractOf('ton', 'USDT'))
  entropy = randomBytes(32)
  from = addressOf(entropy)
  to = addressOf(randomBytes(32))
  await engine.give(from, 1_000_000_000n)
  await usdt.mint(from, 5_000_000n)
})

test('tokens are where the wallet of the contract says, and not where a node says', async () => {
  expect(await usdt.ownerAt(jettonWalletOf(from, 'USDT').hash)).toBe(from)
  expect(await usdt.tokensOf(from)).toBe(5_000_000n)
})

test('a payment deploys the wallet, makes that of the recipient, and the rest of the TON comes back', async () => {
  const { raw } = await sign({ seqno: 0 })
  expect(await engine.send(raw)).toMatchObject({ exitCode: null, outMessages: 1, skippedActions: 0 })
  expect([await usdt.tokensOf(from), await usdt.tokensOf(to)]).toEqual([3_500_000n, 1_500_000n])
  const cost = 1_000_000_000n - (await engine.balanceOf(from))
  expect(cost).toBeGreaterThan(0n)
  expect(cost).toBeLessThan(attached)
})

test.each(['100482771', 'x'.repeat(120)])('the recipient reads the comment %s', async (comment) => {
  const { raw } = await sign({ seqno: 0, comment })
  const { told } = await engine.send(raw)
  expect(told).toEqual([{ to, amount: 1_500_000n, from, comment }])
  expect(await usdt.tokensOf(to)).toBe(1_500_000n)
})

test('without a comment the recipient is told the amount', async () => {
  const { raw } = await sign({ seqno: 0 })
  expect((await engine.send(raw)).told).toEqual([{ to, amount: 1_500_000n, from, comment: null }])
})

test('a later payment of all, to a wallet that is there, after four years of rest, costs no more than planned', async () => {
  await engine.send((await sign({ seqno: 0 })).raw)
  engine.wait(4 * 365 * 86_400)
  const before = await engine.balanceOf(from)
  const signed = await sign({ amount: 'all', validUntil: engine.now() + 300 })
  expect(signed).toMatchObject({ amount: 3_500_000n, fee })
  await engine.send(signed.raw)
  expect([await usdt.tokensOf(from), await usdt.tokensOf(to)]).toEqual([0n, 5_000_000n])
  expect(before - (await engine.balanceOf(from))).toBeLessThanOrEqual(fee)
  expect(await engine.send(signed.raw)).toMatchObject({ exitCode: 33 })
})

test('more tokens than there are come to nothing, and what went along comes back', async () => {
  const before = await engine.balanceOf(from)
  const { raw } = await sign({ seqno: 0, amount: 6_000_000n, tokenBalance: 6_000_000n })
  await engine.send(raw)
  expect([await usdt.tokensOf(from), await usdt.tokensOf(to)]).toEqual([5_000_000n, 0n])
  expect(before - (await engine.balanceOf(from))).toBeLessThan(attached / 2n)
})

test('a recipient that its issuer has locked sends the tokens back', async () => {
  await usdt.mint(to, 1n)
  await usdt.setStatus(to, 2)
  const { told } = await engine.send((await sign({ seqno: 0 })).raw)
  expect(told).toEqual([])
  expect([await usdt.tokensOf(from), await usdt.tokensOf(to)]).toEqual([5_000_000n, 1n])
})

test('a wallet with the least that a plan accepts pays', async () => {
  const poor = randomBytes(32)
  await engine.give(addressOf(poor), deploymentFee)
  await usdt.mint(addressOf(poor), 5_000_000n)
  const given = { from: addressOf(poor), seqno: 0, tokenBalance: 5_000_000n }
  await expect(sign({ ...given, balance: deploymentFee - 1n }, poor)).rejects.toMatchObject({
    code: 'gas_missing',
  })
  const { raw } = await sign({ ...given, balance: deploymentFee }, poor)
  await engine.send(raw)
  expect(await usdt.tokensOf(to)).toBe(1_500_000n)
})

function addressOf(secret: Buffer): string {
  return withKey('ton', seedOf(mnemonicOf(secret)), path, ({ address }) => address)
}

/** Through the real worker. */
async function sign(changed: Partial<Unsigned>, secret = entropy) {
  const transaction: Unsigned = {
    network: 'ton',
    asset: 'USDT',
    from,
    to,
    amount: 1_500_000n,
    feeCeiling: 200_000_000n,
    seqno: 1,
    validUntil: engine.now() + 300,
    balance: await engine.balanceOf(from),
    tokenBalance: await usdt.tokensOf(from),
    ...changed,
  }
  return signAsDecided(pool, transaction, { entropy: Buffer.from(secret), path })
}
