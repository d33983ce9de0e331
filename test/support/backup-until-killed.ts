// A process that makes a backup and kills itself before the nth of one kind of its calls to the file system:
// node backup-until-killed.ts <target> <kind> <nth>
import { createBackup } from '../../server/features/backup/create-backup.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { connect } from '../../server/platform/db/database.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { type Unlocked, unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { countedCalls } from './counted-calls.ts'

const { DATABASE_URL = '', KONTOR_DATA_DIR = '', KONTOR_KEY_FILE = '' } = process.env
const [target = '', kind, nth] = process.argv.slice(2)
const db = connect(DATABASE_URL, { max: 1, unlimited: true })
const unlocked = await unlockWithAvailableKeys(db, { keyFile: KONTOR_KEY_FILE, key: undefined })
let calls = 0
await createBackup({
  client: await connectClient(DATABASE_URL, 'killed backup'),
  rootKey: (unlocked as Unlocked).root.key,
  stores: createBlobStores({ url: 'file:./documents', dataDir: KONTOR_DATA_DIR }),
  target,
  now: () => new Date(),
  onProgress: () => {},
  files: createDurableFiles(
    countedCalls((call) => {
      if (call === kind && ++calls === Number(nth)) process.kill(process.pid, 'SIGKILL')
    }),
  ),
})
