import { cli } from '../server/platform/actor.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { createVaultKeeper } from '../server/platform/vault/keeper.ts'
import { parseSlotKey, readKeyFile } from '../server/platform/vault/slot-key.ts'
import { type Command, withDatabase } from './command.ts'
import { readSlotKeyFromShares } from './share-input.ts'
import { explained, requireVault } from './vault-access.ts'

export const vaultDrill: Command = {
  words: 'vault drill',
  summary: 'Prove that a slot opens the vault, without showing or changing anything but the date',
  help: `Reads shares from the terminal or, one a line, from standard input. With --key-file or --env it proves a copy
of that key instead.`,
  options: {
    'key-file': { type: 'string', description: 'Prove the key in this file' },
    env: { type: 'boolean', description: 'Prove the key in KONTOR_VAULT_KEY' },
  },
  run: ({ values }) =>
    withDatabase(async ({ db, config }) => {
      await requireVault(db)
      const slotKey =
        typeof values['key-file'] === 'string'
          ? await fromFile(values['key-file'])
          : values.env
            ? fromEnvironment(config.vaultKey)
            : await readSlotKeyFromShares()
      try {
        const keeper = createVaultKeeper({ db, actor: cli('vault drill'), now: () => new Date() })
        const id = await explained(() => keeper.drill(slotKey))
        process.stdout.write(`Slot ${id} opens the vault.\n`)
        return 0
      } finally {
        slotKey.fill(0)
      }
    }),
}

async function fromFile(path: string): Promise<Buffer> {
  const slotKey = await readKeyFile(path)
  if (slotKey instanceof Buffer) return slotKey
  throw new StartRefused(
    slotKey === undefined ? 'There is no such key file.' : 'The key file cannot be read.',
  )
}

function fromEnvironment(text: string | null): Buffer {
  const slotKey = text === null ? undefined : parseSlotKey(Buffer.from(text))
  if (slotKey === undefined) throw new StartRefused('KONTOR_VAULT_KEY is not set.')
  return slotKey
}
