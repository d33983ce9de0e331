import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { contractOf } from '../../contract/money/assets.ts'
import {
  derivations,
  mnemonicOf,
  seedOf,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import {
  tokenAccountOf,
  tokenProgram,
} from '../../server/features/wallets/signing/networks/solana/token-account.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { hasLiteSvm, startSolana } from './solana-engine.ts'

type Unsigned = UnsignedOn<'solana'>

const { path } = derivations.solana
const fee = 5_000n
const rent = 2_039_280n
const minimum = 890_880n
const pool = createSigningPool()
afterAll(() => pool.close())

let engine: ReturnType<typeof startSolana>
let entropy: Buffer
let from: string
let to: string

beforeEach(() => {
  engine = startSolana()
  entropy = randomBytes(32)
  from = addressOf(entropy)
  to = addressOf(randomBytes(32))
  engine.give(from, 1_000_000_000n)
})

/** litesvm executes what the signing threads make with the token program and the program of token accounts. */
describe.skipIf(!hasLiteSvm).each(['USDT', 'USDC'] as const)('%s', (asset) => {
  const mint = contractOf('solana', asset)
  beforeEach(() => {
    engine.setAccount(mint, { program: tokenProgram, data: mintData(), lamports: 1_461_600n })
    giveTokens(from, 5_000_000n)
  })

  function giveTokens(owner: string, amount: bigint, changed: { state?: number; ownedBy?: string } = {}) {
    const data = accountData({ mint, owner: changed.ownedBy ?? owner, amount, state: changed.state ?? 1 })
    engine.setAccount(tokenAccountOf(owner, mint), { program: tokenProgram, data, lamports: rent })
  }

  function tokensOf(owner: string): bigint | null {
    const data = Buffer.from(engine.dataOf(tokenAccountOf(owner, mint)))
    return data.length === 165 ? data.readBigUInt64LE(64) : null
  }

  function sign(changed: Partial<Unsigned> = {}) {
    const transaction: Unsigned = {
      network: 'solana',
      asset,
      from,
      to,
      amount: 1_500_000n,
      feeCeiling: 2_100_000n,
      lifetime: { blockhash: engine.blockhash() },
      timestamp: Date.now(),
      balance: engine.balanceOf(from),
      tokenBalance: tokensOf(from) ?? 0n,
      recipientHasTokenAccount: tokensOf(to) !== null,
      ...changed,
    }
    return signAsDecided(pool, transaction, { entropy: Buffer.from(entropy), path })
  }

  test('moves to an account that is there, for the fee of the network', async () => {
    giveTokens(to, 7n)
    const signed = await sign()
    expect(engine.send(signed.raw)).toBeNull()
    expect([tokensOf(from), tokensOf(to)]).toEqual([3_500_000n, 1_500_007n])
    expect([signed.fee, engine.balanceOf(from)]).toEqual([fee, 1_000_000_000n - fee])
  })

  test('makes the account of the recipient, whose rent is a part of the fee', async () => {
    const signed = await sign()
    expect(engine.send(signed.raw)).toBeNull()
    expect([tokensOf(from), tokensOf(to)]).toEqual([3_500_000n, 1_500_000n])
    expect([signed.fee, engine.balanceOf(from)]).toEqual([fee + rent, 1_000_000_000n - fee - rent])
    expect(Buffer.from(engine.dataOf(tokenAccountOf(to, mint))).subarray(32, 64)).toEqual(
      Buffer.from(base58.decode(to)),
    )
    engine.expireBlockhash()
    expect(engine.send((await sign({ amount: 'all' })).raw)).toBeNull()
    expect([tokensOf(from), tokensOf(to)]).toEqual([0n, 5_000_000n])
  })

  test('an account that appears meanwhile costs nothing, one that is missing after all moves nothing', async () => {
    const made = await sign({ recipientHasTokenAccount: false })
    giveTokens(to, 0n)
    expect(engine.send(made.raw)).toBeNull()
    expect([tokensOf(to), engine.balanceOf(from)]).toEqual([1_500_000n, 1_000_000_000n - fee])

    to = addressOf(randomBytes(32))
    const wrong = await sign({ recipientHasTokenAccount: true })
    expect(engine.send(wrong.raw)).not.toBeNull()
    expect([tokensOf(to), tokensOf(from)]).toEqual([null, 3_500_000n])
  })

  test('an account that was given away is not made again, and gets nothing', async () => {
    giveTokens(to, 0n, { ownedBy: addressOf(randomBytes(32)) })
    expect(engine.send((await sign({ recipientHasTokenAccount: false })).raw)).not.toBeNull()
    expect(tokensOf(from)).toBe(5_000_000n)
  })

  test('a frozen account gets nothing', async () => {
    giveTokens(to, 0n, { state: 2 })
    expect(engine.send((await sign()).raw)).not.toBeNull()
    expect(tokensOf(from)).toBe(5_000_000n)
  })

  test('a plan is refused if, and only if, the network would leave the wallet without rent', async () => {
    for (const rest of [0n, 1n, minimum - 1n, minimum, minimum + 1n]) {
      engine.give(from, fee + rent + rest)
      const planned = await sign().then(
        ({ raw }) => raw,
        ({ code }: { code: string }) => code,
      )
      if (rest > 0n && rest < minimum) expect(planned).toBe('rent')
      else {
        expect(engine.send(planned), `rest of ${rest}`).toBeNull()
        giveTokens(from, 5_000_000n)
      }
      to = addressOf(randomBytes(32))
      engine.expireBlockhash()
    }
  })

  test('@solana/kit reads the payment', async () => {
    const { raw } = await sign()
    const { staticAccounts, instructions } = engine.decode(raw)
    const [create, pay] = instructions
    const named = (indices: number[] = []) => indices.map((index) => staticAccounts[index])
    expect(named(create?.accountIndices).slice(0, 4)).toEqual([from, tokenAccountOf(to, mint), to, mint])
    expect(named(pay?.accountIndices)).toEqual([
      tokenAccountOf(from, mint),
      mint,
      tokenAccountOf(to, mint),
      from,
    ])
    expect(Buffer.from(pay?.data ?? []).toString('hex')).toBe('0c60e316000000000006')
  })
})

function addressOf(secret: Buffer): string {
  return withKey('solana', seedOf(mnemonicOf(secret)), path, ({ address }) => address)
}

/** 82 bytes: authority, supply, six decimal places, initialized, who may freeze. */
function mintData(): Buffer {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  data.fill(8, 4, 36)
  data.writeBigUInt64LE(10n ** 15n, 36)
  data.writeUInt8(6, 44)
  data.writeUInt8(1, 45)
  return data
}

/** 165 bytes: mint, owner, amount, no delegate, state, not native, no authority to close. */
function accountData({
  mint,
  owner,
  amount,
  state,
}: {
  mint: string
  owner: string
  amount: bigint
  state: number
}) {
  const data = Buffer.alloc(165)
  data.set(base58.decode(mint), 0)
  data.set(base58.decode(owner), 32)
  data.writeBigUInt64LE(amount, 64)
  data.writeUInt8(state, 108)
  return data
}
