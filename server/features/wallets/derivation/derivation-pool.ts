import { availableParallelism } from 'node:os'
import type { Network } from '../../../../contract/money/networks.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ThreadDecision } from '../../../platform/proofs/thread-proofs.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import type { Derivation, Wanted } from './derivation.ts'

type Want = 'addresses' | 'mnemonic' | 'secret_keys'

export type DerivationTask = {
  entropy: Uint8Array<ArrayBuffer>
  wanted: readonly Wanted[]
  want: Want
  /** Without one, nothing secret comes out of the thread. */
  decision: ThreadDecision<SecretDecision> | undefined
  /** Whose mnemonic it is. */
  wallet: ThreadDecision<KnownWallet> | undefined
}

/** A decision to show a secret, as it is proven. */
export type SecretDecision = {
  what: 'mnemonic' | 'secret_keys'
  organization_id: string
  generation: number
  /** Who was permitted which act, as JSON. */
  decided: string
} & Readonly<Record<string, unknown>>

/** A wallet of the organization, as it is proven: a mnemonic that leads to its address is that of the organization. */
export type KnownWallet = {
  organization_id: string
  generation: number
  network: Network
  address: string
  derivation_path: string
} & Readonly<Record<string, unknown>>

/** With the keys that they are proven with, which the pool zeroes. */
type Given<Content> = { content: Content; proof: Buffer; key: Buffer }
export type GivenDecision = Given<SecretDecision> & { wallet: Given<KnownWallet> }

/** The thread was given no decision of the service, or one that is about something else. Nothing is shown. */
export class SecretUndecided extends Error {
  override name = 'SecretUndecided'
}

export type DerivationResult =
  | { mnemonic: Uint8Array<ArrayBuffer> | undefined; wallets: DerivedWallet[] }
  | { undecided: true }

type Derived = Exclude<DerivationResult, { undecided: true }>

type DerivedWallet = Derivation & {
  network: Network
  address: string
  secretKey: Uint8Array<ArrayBuffer> | undefined
}

export type WalletAddress = Derivation & { network: Network; address: string }
export type DerivationPool = ReturnType<typeof createDerivationPool>

/**
 * Derives in worker threads: PBKDF2 and curve arithmetic take tens of milliseconds, which would block the event loop, and
 * words and keys are strings only there. The entropy is copied to a buffer that is moved to the thread and zeroed by it.
 * Secrets come back as bytes, which the caller zeroes.
 */
export function createDerivationPool({
  size = Math.max(1, Math.min(2, availableParallelism() - 1)),
  ...surroundings
}: {
  size?: number
} & PoolSurroundings = {}) {
  const pool = createWorkerPool<DerivationTask, DerivationResult>({
    file: new URL('./derivation-worker.ts', import.meta.url),
    size,
    queueLimit: 1_000,
    lowPriority: true,
    ...surroundings,
  })

  async function run(
    entropy: Buffer,
    wanted: readonly Wanted[],
    want: Want,
    given?: GivenDecision,
  ): Promise<Derived> {
    const copy = new Uint8Array(entropy)
    const decision = given && forThread(given)
    const wallet = given && forThread(given.wallet)
    const keys = [decision, wallet].flatMap((one) => (one ? [one.key.buffer] : []))
    try {
      const result = await pool.run({ entropy: copy, wanted, want, decision, wallet }, [copy.buffer, ...keys])
      if ('undecided' in result) throw new SecretUndecided('The service did not decide to show this.')
      return result
    } catch (error) {
      if (error instanceof SecretUndecided) throw error
      if (error instanceof WorkerPoolError && (error.fault === 'full' || error.fault === 'closed')) {
        throw new Failure('unavailable', 'overloaded', 'Too many wallets are being derived at the moment.', {
          retry_after: 1,
        })
      }
      // Without the cause: the error of a thread that crashed may quote words or keys.
      throw new Error('The derivation failed.')
    }
  }

  return {
    async addresses(entropy: Buffer, wanted: readonly Wanted[]): Promise<WalletAddress[]> {
      const { wallets } = await run(entropy, wanted, 'addresses')
      return wallets.map(({ secretKey: _none, ...wallet }) => wallet)
    },

    /** The words as text in bytes, which the caller zeroes. */
    async mnemonic(entropy: Buffer, decision: GivenDecision): Promise<Buffer> {
      const { mnemonic } = await run(entropy, [], 'mnemonic', decision)
      if (mnemonic === undefined) throw new Error('The derivation gave no mnemonic.')
      return Buffer.from(mnemonic.buffer)
    },

    /** Every wallet with its secret key as text in bytes, which the caller zeroes. */
    async secretKeys(
      entropy: Buffer,
      wanted: readonly Wanted[],
      decision: GivenDecision,
    ): Promise<(WalletAddress & { secretKey: Buffer })[]> {
      const { wallets } = await run(entropy, wanted, 'secret_keys', decision)
      return wallets.map(({ secretKey, ...wallet }) => {
        if (secretKey === undefined) throw new Error('The derivation gave no secret key.')
        return { ...wallet, secretKey: Buffer.from(secretKey.buffer) }
      })
    },

    close: pool.close,
  }
}

/** A copy that can be moved to the thread. The key that was given is zeroed. */
function forThread<Content>({ content, proof, key }: Given<Content>): ThreadDecision<Content> {
  const moved = { content, proof: new Uint8Array(proof), key: new Uint8Array(key) }
  key.fill(0)
  return moved
}
