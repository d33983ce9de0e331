import { randomBytes } from 'node:crypto'
import { Failure } from '../../../platform/errors.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'

export type PasswordSettings = { memoryCost: number; timeCost: number; parallelism: number }
export type PasswordTask =
  | { kind: 'hash'; password: string; settings: PasswordSettings }
  | { kind: 'verify'; password: string; hash: string }

/** OWASP's first choice for argon2id. Hashes made with less are renewed at the next sign-in. */
export const passwordSettings: PasswordSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/**
 * argon2id in a few threads of low priority. Passwords that do not fit in the queue are refused at once, so that a burst
 * of sign-ins neither delays other requests nor exhausts the memory.
 */
export function createPasswordHasher({
  threads = 2,
  queued = 64,
  settings = passwordSettings,
  ...surroundings
}: {
  threads?: number
  queued?: number
  settings?: PasswordSettings | undefined
} & PoolSurroundings = {}) {
  const pool = createWorkerPool<PasswordTask, string | boolean>({
    file: new URL('./password-worker.ts', import.meta.url),
    size: threads,
    queueLimit: queued,
    lowPriority: true,
    ...surroundings,
  })
  let decoy: Promise<string> | undefined

  async function run(task: PasswordTask): Promise<string | boolean> {
    try {
      return await pool.run(task)
    } catch (error) {
      throw error instanceof WorkerPoolError ? failureOf(error) : error
    }
  }

  async function hash(password: string): Promise<string> {
    const hashed = await run({ kind: 'hash', password: password.normalize('NFKC'), settings })
    return hashed as string
  }

  /** The hash of a random password, made once. */
  function decoyHash(): Promise<string> {
    decoy ??= hash(randomBytes(24).toString('base64')).catch((error) => {
      // Refused when the queue is full: the next sign-in tries again.
      decoy = undefined
      throw error
    })
    return decoy
  }

  return {
    hash,

    /** Without a usable hash (no such account, or an account without a password) it takes as long and never matches. */
    async verify(stored: string | null | undefined, password: string): Promise<boolean> {
      // Awaited in both cases, so that the first sign-in takes the same time for a known and an unknown account.
      const standIn = await decoyHash()
      const usable = stored?.startsWith('$argon2id$') ? stored : undefined
      const matches = await run({
        kind: 'verify',
        password: password.normalize('NFKC'),
        hash: usable ?? standIn,
      })
      return usable !== undefined && matches === true
    },

    /** Whether a hash was made with other settings than the current ones. */
    isStale: (stored: string): boolean => {
      const { memoryCost, timeCost, parallelism } = settings
      return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
    },

    close: pool.close,
  }
}

function failureOf(error: WorkerPoolError): Error {
  if (error.fault === 'full') {
    return new Failure('limited', 'too_many_sign_ins', 'Too many sign-ins at the same time. Try again.', {
      retry_after: 1,
    })
  }
  if (error.fault === 'closed') {
    return new Failure('unavailable', 'shutting_down', 'The service is shutting down.', { retry_after: 1 })
  }
  return new Error(`Password hashing failed: ${error.message}`, { cause: error })
}
