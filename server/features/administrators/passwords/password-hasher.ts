import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure } from '../../../platform/errors.ts'

export type PasswordSettings = { memoryCost: number; timeCost: number; parallelism: number }
export type PasswordTask =
  | { id: number; kind: 'hash'; password: string; settings: PasswordSettings }
  | { id: number; kind: 'verify'; password: string; hash: string }
export type PasswordTaskResult = { id: number; hash?: string; matches?: boolean; error?: string }

/** OWASP's first choice for argon2id. Hashes made with less are renewed at the next sign-in. */
export const passwordSettings: PasswordSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Waiting = { task: PasswordTask; resolve(result: PasswordTaskResult): void; reject(error: Error): void }
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * argon2id in a few threads of low priority. What does not fit in the queue is refused at once, so that a burst of
 * sign-ins costs the others neither their turn nor the service its memory.
 */
export function createPasswordHasher({
  threads = 2,
  queued = 64,
  settings = passwordSettings,
}: {
  threads?: number
  queued?: number
  settings?: PasswordSettings
} = {}) {
  const queue: Waiting[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Waiting>()
  let lastId = 0
  let closed = false
  let decoy: Promise<string> | undefined

  function hire(): void {
    const worker = new Worker(join(import.meta.dirname, 'password-worker.ts'))
    worker.unref()
    worker.on('message', (result: PasswordTaskResult) => {
      const waiting = busy.get(worker)
      busy.delete(worker)
      idle.push(worker)
      if (result.error) waiting?.reject(new Error(`Password hashing failed: ${result.error}`))
      else waiting?.resolve(result)
      next()
    })
    worker.on('error', (error) => {
      busy.get(worker)?.reject(error)
      busy.delete(worker)
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
      next()
    })
    idle.push(worker)
  }

  function next(): void {
    // Threads are started by the first password, not with the process.
    if (queue.length > 0 && idle.length === 0 && busy.size < threads) hire()
    const worker = idle.at(-1)
    const waiting = worker && queue.shift()
    if (!worker || !waiting) return
    idle.pop()
    busy.set(worker, waiting)
    worker.postMessage(waiting.task)
  }

  function run(task: WithoutId<PasswordTask>): Promise<PasswordTaskResult> {
    if (closed)
      throw new Failure('unavailable', 'shutting_down', 'The service is shutting down.', { retry_after: 1 })
    if (queue.length >= queued) {
      throw new Failure(
        'limited',
        'too_many_sign_ins',
        'Too many people are signing in at once. Try again.',
        {
          retry_after: 1,
        },
      )
    }
    lastId += 1
    return new Promise((resolve, reject) => {
      queue.push({ task: { ...task, id: lastId }, resolve, reject })
      next()
    })
  }

  async function hash(password: string): Promise<string> {
    const result = await run({ kind: 'hash', password: password.normalize('NFKC'), settings })
    return result.hash as string
  }

  return {
    hash,

    /** Without a hash (there is no such account, or no password opens it) it takes as long and never matches. */
    async verify(stored: string | undefined, password: string): Promise<boolean> {
      decoy ??= hash(randomBytes(24).toString('base64'))
      // Awaited in both cases, so that only the very first sign-in of a process pays for it, known account or not.
      const standIn = await decoy
      const usable = stored?.startsWith('$argon2id$') ? stored : undefined
      const { matches } = await run({
        kind: 'verify',
        password: password.normalize('NFKC'),
        hash: usable ?? standIn,
      })
      return usable !== undefined && matches === true
    },

    /** Whether a hash was made with other settings than today's. */
    isStale: (stored: string): boolean => {
      const { memoryCost, timeCost, parallelism } = settings
      return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
    },

    async close(): Promise<void> {
      closed = true
      const workers = [...idle, ...busy.keys()]
      for (const waiting of [...queue.splice(0), ...busy.values()]) {
        waiting.reject(
          new Failure('unavailable', 'shutting_down', 'The service is shutting down.', { retry_after: 1 }),
        )
      }
      busy.clear()
      idle.length = 0
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
