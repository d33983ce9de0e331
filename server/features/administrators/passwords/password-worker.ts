import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordSettings, PasswordTask, PasswordTaskResult } from './password-hasher.ts'

// On Linux a priority belongs to the thread: hashing yields to whatever answers other requests. Not to the lowest
// one, though: on a machine that is busy throughout, nobody could sign in any more.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

function run(task: PasswordTask): PasswordTaskResult {
  if (task.kind === 'hash') return { id: task.id, hash: hash(task.password, task.settings) }
  return { id: task.id, matches: verifySync(task.hash, task.password) }
}

function hash(password: string, { memoryCost, timeCost, parallelism }: PasswordSettings): string {
  // argon2id is the library's default algorithm; the stored text names it, and `isStale` insists on it.
  return hashSync(password, { memoryCost, timeCost, parallelism })
}

parentPort?.on('message', (task: PasswordTask) => {
  try {
    parentPort?.postMessage(run(task))
  } catch (error) {
    parentPort?.postMessage({ id: task.id, error: error instanceof Error ? error.message : 'failed' })
  }
})
