import { resolve } from 'node:path'
import { cli } from '../server/platform/actor.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { createVaultKeeper } from '../server/platform/vault/keeper.ts'
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
  words: 'vault add-slot',
  usage: 'file|env',
  summary: 'Add another key that opens the vault',
  help: `'file' writes a new key to --key-file, which must not exist yet, and adds a slot for it.
'env' adds a slot for the key in KONTOR_VAULT_KEY; without that variable it makes a key and prints the line to set,
once. Shares are made by 'kontor vault split'.`,
  options: { 'key-file': { type: 'string', description: 'Where to put the new key' } },
  run: ({ values, positionals: [kind, ...rest] }) => {
    if ((kind !== 'file' && kind !== 'env') || rest.length > 0) throw new UsageError("say 'file' or 'env'")
    const path = values['key-file']
    if ((kind === 'file') !== (typeof path === 'string')) throw new UsageError('--key-file goes with file')
    return withDatabase((tools) =>
      withRootKey(tools, async ({ rootKey }) => {
        const fromEnvironment = kind === 'env' && (await unusedKey(tools.db, tools.config.vaultKey))
        const slotKey = fromEnvironment || newSlotKey()
        try {
          if (typeof path === 'string') await writeNewFile(resolve(path), slotKey)
          const keeper = createVaultKeeper({
            db: tools.db,
            actor: cli('vault add-slot'),
            now: () => new Date(),
          })
          const id = await keeper.add(kind, slotKey, rootKey)
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
  if ((await readKeyFile(path)) !== undefined) throw new StartRefused(`${path} is there already.`)
  await writeKeyFile(path, slotKey)
}
