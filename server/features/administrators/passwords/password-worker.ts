import { hashSync, verifySync } from '@node-rs/argon2'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import type { PasswordTask } from './password-hasher.ts'

serveTasks((task: PasswordTask): string | boolean => {
  // argon2id is the library's default algorithm; the hash names it, and `isStale` requires it.
  if (task.kind === 'hash') return hashSync(task.password, task.settings)
  return verifySync(task.hash, task.password)
})
