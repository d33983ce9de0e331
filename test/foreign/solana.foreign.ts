import { randomBytes } from 'node:crypto'
import {
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  derivations,
  mnemonicOf,
  seedOf,
  type WalletKey,
  withKey,
} from '../../server/features/wallets/derivation/derivation.ts'
import type { UnsignedOn } from '../../server/features/wallets/signing/model.ts'
import { solana } from '../../server/features/wallets/signing/networks/solana.ts'
import { createSigningPool } from '../../server/features/wallets/signing/signing-pool.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { signAsDecided } from '../support/outside/thread-decisions.ts'
import { hasLiteSvm, startSolana } from './solana-engine.ts'

type Unsigned = UnsignedOn<'solana'>

const { path } = derivations.solana
const fee = 5_000n
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
  from = keyOf(entropy).address
  to = keyOf(randomBytes(32)).address
  engine.give(from, 1_000_000_000n)
})

describe.skipIf(!hasLiteSvm)('with a block hash', () => {
  test('SOL moves', async () => {
    const { raw } = await sign({ amount: 2_000_000n })
    expect(engine.send(raw)).toBeNull()
    expect(engine.balanceOf(to)).toBe(2_000_000n)
    expect(engine.balanceOf(from)).toBe(1_000_000_000n - 2_000_000n - fee)
  })

  test('everything empties the wallet', async () => {
    const { raw } = await sign({ amount: 'all' })
    expect(engine.send(raw)).toBeNull()
    expect(engine.balanceOf(to)).toBe(1_000_000_000n - fee)
    expect(engine.balanceOf(from)).toBe(0n)
  })

  test('a stale block hash is refused', async () => {
    const { raw } = await sign({})
    engine.expireBlockhash()
    expect(engine.send(raw)).toBe('BlockhashNotFound')
    expect(engine.balanceOf(to)).toBe(0n)
  })

  test('a replay is refused', async () => {
    const { raw } = await sign({ amount: 2_000_000n })
    expect(engine.send(raw)).toBeNull()
    expect(engine.send(raw)).toBe('AlreadyProcessed')
    expect(engine.balanceOf(to)).toBe(2_000_000n)
  })

  test('a changed amount, a changed signature and that of another key are refused', async () => {
    const { raw } = await sign({})
    const bytes = Buffer.from(raw, 'base64')
    for (const index of [1, 40, bytes.length - 8]) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] as number) ^ 1
      expect(engine.send(changed.toString('base64'))).toBe('SignatureFailure')
    }
    const transaction = unsigned({})
    const other = solana.sign(transaction, solana.plan(transaction), keyOf(randomBytes(32)))
    expect(engine.send(other.raw)).toBe('SignatureFailure')
    expect(engine.balanceOf(to)).toBe(0n)
  })
})

describe.skipIf(!hasLiteSvm)('with a durable nonce', () => {
  let nonceAccount: string

  beforeEach(() => {
    nonceAccount = givenNonceAccount()
    engine.expireBlockhash()
  })

  test('SOL moves after the block hashes of its time are gone', async () => {
    const { raw } = await sign({ lifetime: { nonceAccount, nonce: nonceOf(nonceAccount) } })
    for (let blocks = 0; blocks < 200; blocks++) engine.expireBlockhash()
    expect(engine.send(raw)).toBeNull()
    expect(engine.balanceOf(to)).toBe(2_000_000n)
  })

  test('of two transactions with one nonce, one is carried out', async () => {
    const lifetime = { nonceAccount, nonce: nonceOf(nonceAccount) }
    const first = await sign({ lifetime })
    const second = await sign({ lifetime, amount: 3_000_000n })
    expect(second.spends).toEqual(first.spends)
    expect(engine.send(second.raw)).toBeNull()
    engine.expireBlockhash()
    expect(engine.send(first.raw)).toBe('BlockhashNotFound')
    expect(engine.send(second.raw)).toBe('BlockhashNotFound')
    expect(engine.balanceOf(to)).toBe(3_000_000n)
  })

  test('the nonce account of somebody else is refused', async () => {
    const stranger = randomBytes(32)
    engine.give(keyOf(stranger).address, 1_000_000_000n)
    const lifetime = { nonceAccount, nonce: nonceOf(nonceAccount) }
    const { raw } = await sign({ lifetime, from: keyOf(stranger).address }, stranger)
    expect(engine.send(raw)).toBe('BlockhashNotFound')
    expect(engine.balanceOf(to)).toBe(0n)
  })
})

test.skipIf(!hasLiteSvm)('a plan is refused exactly if the network would refuse its transaction', () => {
  const around = (value: bigint) => fc.bigInt(value - 2n, value + 2n)
  const edges = fc.oneof(
    around(minimum),
    around(minimum + fee),
    around(2n * minimum + fee),
    fc.bigInt(2n, 10n ** 7n),
  )
  const seen = { carriedOut: 0, refused: 0 }
  fc.assert(
    fc.property(
      edges,
      edges,
      fc.oneof(fc.constant(0n), fc.bigInt(minimum, 10n ** 7n)),
      (balance, amount, had) => {
        const fresh = startSolana()
        fresh.give(from, balance)
        if (had > 0n) fresh.give(to, had)
        const transaction = {
          ...unsigned({ amount, balance, recipientBalance: had }),
          lifetime: { blockhash: fresh.blockhash() },
        }
        const key = keyOf(entropy)
        const { raw } = solana.sign(transaction, { amount, fee, spends: [], validUntil: 0 }, key)
        const problem = fresh.send(raw)
        seen[problem === null ? 'carriedOut' : 'refused']++
        expect(
          codeOf(() => solana.plan(transaction)),
          `the network says ${problem}`,
        ).toEqual(problem === null ? undefined : expect.stringMatching(/^(rent|insufficient_funds)$/))
      },
    ),
    { numRuns: runs(60) },
  )
  expect(Math.min(seen.carriedOut, seen.refused)).toBeGreaterThan(0)
})

test.skipIf(!hasLiteSvm)(
  'what the network would refuse for rent is refused before it is signed',
  async () => {
    await expect(sign({ amount: minimum - 1n })).rejects.toMatchObject({ code: 'rent' })
  },
)

test.skipIf(!hasLiteSvm)('@solana/kit reads what was planned', async () => {
  const nonceAccount = givenNonceAccount()
  for (const lifetime of [
    { blockhash: engine.blockhash() },
    { nonceAccount, nonce: nonceOf(nonceAccount) },
  ]) {
    const { raw } = await sign({ lifetime, amount: 2_345_678n })
    const { version, header, staticAccounts, lifetimeToken, instructions } = engine.decode(raw)
    const named = (indices: number[] = []) => indices.map((index) => staticAccounts[index])
    const transfer = instructions.at(-1)
    expect({ version, lifetimeToken, signers: header.numSignerAccounts }).toEqual({
      version: 'legacy',
      lifetimeToken: 'nonce' in lifetime ? lifetime.nonce : lifetime.blockhash,
      signers: 1,
    })
    expect(staticAccounts[0]).toBe(from)
    expect(named(transfer?.accountIndices)).toEqual([from, to])
    expect(Buffer.from(transfer?.data ?? []).readBigUInt64LE(4)).toBe(2_345_678n)
    if ('nonce' in lifetime) {
      const sysvar = 'SysvarRecentB1ockHashes11111111111111111111'
      expect(named(instructions[0]?.accountIndices)).toEqual([nonceAccount, sysvar, from])
    }
    expect(instructions).toHaveLength('nonce' in lifetime ? 2 : 1)
  }
})

function keyOf(secret: Buffer): WalletKey {
  return withKey('solana', seedOf(mnemonicOf(secret)), path, ({ privateKey, ...key }) => ({
    ...key,
    privateKey: Uint8Array.from(privateKey),
  }))
}

function unsigned(changed: Partial<Unsigned>): Unsigned {
  return {
    network: 'solana',
    asset: 'SOL',
    from,
    to,
    amount: 2_000_000n,
    feeCeiling: fee,
    lifetime: { blockhash: engine.blockhash() },
    timestamp: Date.now(),
    balance: engine.balanceOf(from),
    recipientBalance: engine.balanceOf(to),
    ...changed,
  }
}

/** Through the real worker. */
function sign(changed: Partial<Unsigned>, secret = entropy) {
  return signAsDecided(pool, unsigned(changed), { entropy: Buffer.from(secret), path })
}

function codeOf(plan: () => unknown): string | undefined {
  try {
    plan()
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** Made with @solana/web3.js, by somebody who gives its authority to the wallet. */
function givenNonceAccount(): string {
  const [payer, account] = [Keypair.generate(), Keypair.generate()]
  engine.give(payer.publicKey.toBase58(), 1_000_000_000n)
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: engine.blockhash() }).add(
    SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: account.publicKey,
      authorizedPubkey: new PublicKey(from),
      lamports: 2_000_000,
    }),
  )
  transaction.sign(payer, account)
  expect(engine.send(transaction.serialize().toString('base64'))).toBeNull()
  const address = account.publicKey.toBase58()
  expect(engine.dataOf(address)).toHaveLength(NONCE_ACCOUNT_LENGTH)
  return address
}

function nonceOf(account: string): string {
  return NonceAccount.fromAccountData(Buffer.from(engine.dataOf(account))).nonce
}
