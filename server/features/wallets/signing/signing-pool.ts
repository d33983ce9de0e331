import { unavailable } from '../../../platform/errors.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import {
  type PlannedTransaction,
  type RefusalCode,
  type SignedTransaction,
  TransactionRefused,
  type UnsignedTransaction,
} from './model.ts'

export interface SigningTask {
  transaction: UnsignedTransaction
  /** Absent: the transaction is only planned. */
  key?: { entropy: Uint8Array<ArrayBuffer>; path: string }
}

export type SigningResult =
  | { planned: PlannedTransaction }
  | { signed: SignedTransaction }
  | { refused: { code: RefusalCode; message: string; context: Readonly<Record<string, string>> } }

export type SigningPool = ReturnType<typeof createSigningPool>

/** Plans and signs transactions in threads, which have no network, no environment and no database. */
export function createSigningPool(surroundings: PoolSurroundings = {}) {
  const pool = createWorkerPool<SigningTask, SigningResult>({
    file: new URL('./networks/signing-worker.ts', import.meta.url),
    size: 2,
    queueLimit: 100,
    timeoutMs: 60_000,
    ...surroundings,
  })

  async function run(task: SigningTask): Promise<SigningResult> {
    try {
      const result = await pool.run(task, task.key ? [task.key.entropy.buffer] : [])
      if (!('refused' in result)) return result
      const { code, message, context } = result.refused
      throw new TransactionRefused(code, message, context)
    } catch (error) {
      if (error instanceof TransactionRefused) throw error
      if (error instanceof WorkerPoolError && (error.fault === 'full' || error.fault === 'closed'))
        throw unavailable('overloaded', 'Too many transactions are being signed at the moment.', 1)
      // Without the cause: the error of a thread that crashed may quote words or keys.
      throw new Error('The transaction could not be signed.')
    }
  }

  return {
    async plan(transaction: UnsignedTransaction): Promise<PlannedTransaction> {
      const result = await run({ transaction })
      if (!('planned' in result)) throw new Error('The worker gave no plan.')
      return result.planned
    },

    /** `entropy` is moved to the thread, which zeroes it. */
    async sign(
      transaction: UnsignedTransaction,
      { entropy, path }: { entropy: Buffer; path: string },
    ): Promise<SignedTransaction> {
      // A buffer of its own: one of Node's pool cannot be moved.
      const moved = new Uint8Array(entropy)
      entropy.fill(0)
      const result = await run({ transaction, key: { entropy: moved, path } })
      if (!('signed' in result)) throw new Error('The worker gave no signature.')
      return result.signed
    },

    close: pool.close,
  }
}
