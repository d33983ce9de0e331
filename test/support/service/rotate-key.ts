import { cli } from '../../../server/platform/actor.ts'
import { createKeyManagement } from '../../../server/platform/vault/key-management.ts'
import { unlockWithAvailableKeys } from '../../../server/platform/vault/unlock.ts'
import type { TestServer } from './harness.ts'

/** The next version of the data key of this scope, as `kontor vault rotate-key` makes it before it rewraps. */
export async function rotateKey({ db, config }: TestServer, scope: string): Promise<void> {
  const unlocked = await unlockWithAvailableKeys(db, { keyFile: config.keyFile, key: undefined })
  if ('sealed' in unlocked) throw new Error(`The vault is sealed: ${unlocked.sealed}`)
  const keys = createKeyManagement({ db, actor: cli('test'), now: () => new Date() })
  if ((await keys.rotate(scope, unlocked.root)) === undefined) throw new Error('There is no such key.')
}
