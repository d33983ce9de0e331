import { resolve } from 'node:path'
import { cli } from '../server/platform/actor.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { createKeyManagement } from '../server/platform/vault/key-management.ts'
import {
  formatSlotKey,
  newSlotKey,
  parseSlotKey,
  readKeyFile,
  slotIdOf,
  writeKeyFile,
} from '../server/platform/vault/slot-key.ts'
import { findSlot } from '../server/platform/vault/vault-store.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { withRootKey } from './vault-access.ts'

export const vaultAddSlot: Command = {
  name: 'vault add-slot',
  usage: 'file|env',
  summary: 'Add another key that opens the vault',
  help: `'file' writes a new key to --key-file, which must not exist yet, and adds a slot for it.
'env' adds a slot for the key in KONTOR_VAULT_KEY. If that variable is not set, a new key is generated and printed once.
To create shares, use 'kontor vault split'.`,
  options: { 'key-file': { type: 'string', description: 'Path of the new key file' } },
  run: ({ values, positionals: [kind, ...rest] }) => {
    if ((kind !== 'file' && kind !== 'env') || rest.length > 0)
      throw new UsageError("the argument should be 'file' or 'env'")
    const path = values['key-file']
    if ((kind === 'file') !== (typeof path === 'string'))
      throw new UsageError("--key-file is required with 'file' and not allowed with 'env'")
    return withDatabase((tools) =>
      withRootKey(tools, async ({ rootKey }) => {
        const fromEnvironment = kind === 'env' && (await unusedKey(tools.db, tools.config.vaultKey))
        const slotKey = fromEnvironment || newSlotKey()
        try {
          if (typeof path === 'string') await writeNewFile(resolve(path), slotKey)
          const keys = createKeyManagement({
            db: tools.db,
            actor: cli('vault add-slot'),
            now: () => new Date(),
          })
          const id = await keys.add(kind, slotKey, rootKey)
          process.stderr.write(`Slot ${id} was added.\n`)
          if (kind === 'env' && !fromEnvironment) {
            process.stdout.write(`KONTOR_VAULT_KEY=${formatSlotKey(slotKey)}\n`)
          }
          return 0
        } finally {
          slotKey.fill(0)
        }
      }),
    )
  },
}

type Db = Parameters<typeof findSlot>[0]

async function unusedKey(db: Db, text: string | null): Promise<Buffer | undefined> {
  const slotKey = text === null ? undefined : parseSlotKey(Buffer.from(text))
  if (slotKey === undefined) return undefined
  return (await findSlot(db, slotIdOf(slotKey))) === undefined ? slotKey : undefined
}

async function writeNewFile(path: string, slotKey: Buffer): Promise<void> {
  if ((await readKeyFile(path)) !== undefined) throw new StartRefused(`${path} already exists.`)
  await writeKeyFile(path, slotKey)
}
