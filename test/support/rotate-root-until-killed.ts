import { cli } from '../../server/platform/actor.ts'
import { connect } from '../../server/platform/db/database.ts'
import { rotateRoot } from '../../server/platform/vault/rotate-root.ts'
import { readKeyFile } from '../../server/platform/vault/slot-key.ts'
import { unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'

/** A process that rotates the root key again and again, for a test to kill. */
const { DATABASE_URL = '', KONTOR_KEY_FILE = '' } = process.env
const db = connect(DATABASE_URL, { max: 1, unlimited: true })
const slotKey = (await readKeyFile(KONTOR_KEY_FILE)) as Buffer
for (;;) {
  const unlocked = await unlockWithAvailableKeys(db, { keyFile: KONTOR_KEY_FILE, key: undefined })
  if ('sealed' in unlocked) throw new Error(unlocked.sealed)
  process.send?.('begun')
  await rotateRoot(
    { db, actor: cli('test'), now: () => new Date() },
    { root: unlocked.root, slotKeys: [slotKey], mayRemove: new Set() },
  )
}
