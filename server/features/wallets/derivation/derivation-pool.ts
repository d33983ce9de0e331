import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Network } from '../../../../contract/networks.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Derivation, Wanted } from './derivation.ts'

export type DerivationTask = {
  id: number
  entropy: Uint8Array<ArrayBuffer>
  wanted: readonly Wanted[]
  want: 'addresses' | 'mnemonic' | 'secret-keys'
}

export type DerivationReply =
  | { id: number; failed: true }
  | { id: number; mnemonic: Uint8Array<ArrayBuffer> | undefined; wallets: ReplyWallet[] }

type ReplyWallet = Derivation & {
  network: Network
  address: string
  secretKey: Uint8Array<ArrayBuffer> | undefined
}

export type WalletAddress = Derivation & { network: Network; address: string }
export type DerivationPool = ReturnType<typeof createDerivationPool>

type Waiting = DerivationTask & { done: PromiseWithResolvers<DerivationReply> }

const longestQueue = 1_000

/**
 * Derives in worker threads: PBKDF2 and curve arithmetic take tens of milliseconds, which the event loop
 * must not stand still for, and words and keys become strings only there. The entropy it is given is copied
 * into memory that moves to the worker and is zeroed by it; what comes back is bytes for the caller to zero.
 */
export function createDerivationPool({
  size = Math.max(1, Math.min(2, availableParallelism() - 1)),
}: {
  size?: number
} = {}) {
  const idle: Worker[] = []
  const busy = new Map<Worker, Waiting>()
  const queue: Waiting[] = []
  let lastId = 0
  let closed = false

  function startWorker(): Worker {
    // Without the environment: a vault key in it is none of the worker's business.
    const worker = new Worker(new URL('./derivation-worker.ts', import.meta.url), { env: {}, execArgv: [] })
    worker.on('message', (reply: DerivationReply) => {
      const waiting = busy.get(worker)
      busy.delete(worker)
      worker.unref()
      idle.push(worker)
      waiting?.done.resolve(reply)
      next()
    })
    worker.on('error', () => remove(worker))
    worker.on('exit', () => remove(worker))
    return worker
  }

  /** A worker that died takes its task with it, and nothing else: the next task starts another. */
  function remove(worker: Worker): void {
    const index = idle.indexOf(worker)
    if (index >= 0) idle.splice(index, 1)
    const waiting = busy.get(worker)
    busy.delete(worker)
    waiting?.done.resolve({ id: waiting.id, failed: true })
    next()
  }

  function next(): void {
    while (queue.length > 0 && !closed) {
      const worker = idle.pop() ?? (busy.size < size ? startWorker() : undefined)
      if (worker === undefined) return
      const waiting = queue.shift() as Waiting
      const { done: _done, ...task } = waiting
      busy.set(worker, waiting)
      worker.ref()
      worker.postMessage(task, [task.entropy.buffer])
    }
  }

  async function run(entropy: Buffer, wanted: readonly Wanted[], want: DerivationTask['want']) {
    if (closed || queue.length >= longestQueue) {
      throw new Failure('unavailable', 'overloaded', 'Too many wallets are being derived at the moment.', {
        retry_after: 1,
      })
    }
    const done = Promise.withResolvers<DerivationReply>()
    queue.push({ id: ++lastId, entropy: new Uint8Array(entropy), wanted, want, done })
    next()
    const reply = await done.promise
    if ('failed' in reply) throw new Error('The derivation failed.')
    return reply
  }

  return {
    async addresses(entropy: Buffer, wanted: readonly Wanted[]): Promise<WalletAddress[]> {
      const { wallets } = await run(entropy, wanted, 'addresses')
      return wallets.map(({ secretKey: _none, ...wallet }) => wallet)
    },

    /** The words as text in bytes, which the caller zeroes. */
    async mnemonic(entropy: Buffer): Promise<Buffer> {
      const { mnemonic } = await run(entropy, [], 'mnemonic')
      if (mnemonic === undefined) throw new Error('The derivation gave no mnemonic.')
      return Buffer.from(mnemonic.buffer)
    },

    /** Every wallet with its secret key as text in bytes, which the caller zeroes. */
    async secretKeys(
      entropy: Buffer,
      wanted: readonly Wanted[],
    ): Promise<(WalletAddress & { secretKey: Buffer })[]> {
      const { wallets } = await run(entropy, wanted, 'secret-keys')
      return wallets.map(({ secretKey, ...wallet }) => {
        if (secretKey === undefined) throw new Error('The derivation gave no secret key.')
        return { ...wallet, secretKey: Buffer.from(secretKey.buffer) }
      })
    },

    /** What waits is refused; what runs is given up. */
    async close(): Promise<void> {
      closed = true
      for (const waiting of queue.splice(0)) {
        waiting.entropy.fill(0)
        waiting.done.resolve({ id: waiting.id, failed: true })
      }
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}
