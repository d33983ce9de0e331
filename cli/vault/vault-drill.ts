import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { parseSlotKey, readKeyFile } from '../../server/platform/vault/slot-key.ts'
import { type Command, withDatabase } from '../command/command.ts'
import { readSlotKeyFromShares } from '../command/share-input.ts'
import { requireVault, slotKeyFromToken, withPlainErrors } from '../command/vault-access.ts'

export const vaultDrill: Command = {
  name: 'vault drill',
  summary: 'Test that a key or shares open the vault, and record the date',
  help: `Reads shares from the terminal, or one per line from standard input. With --key-file, --env or --pkcs11 it tests that
key instead. Shows no secret. --pkcs11 uses the token of KONTOR_PKCS11_MODULE, and tries the PIN of KONTOR_PKCS11_PIN once,
also if the token was given a wrong one before.`,
  options: {
    'key-file': { type: 'string', description: 'Test the key in this file' },
    env: { type: 'boolean', description: 'Test the key in KONTOR_VAULT_KEY' },
    pkcs11: { type: 'boolean', description: 'Test the token of KONTOR_PKCS11_MODULE' },
  },
  run: ({ values }) =>
    withDatabase(async ({ db, config }) => {
      await requireVault(db)
      const slotKey =
        typeof values['key-file'] === 'string'
          ? await fromFile(values['key-file'])
          : values.env
            ? fromEnvironment(config.vaultKey)
            : values.pkcs11
              ? await slotKeyFromToken(db, config)
              : await readSlotKeyFromShares()
      try {
        const keys = createKeyManagement({ db, actor: cli('vault drill'), now: () => new Date() })
        const id = await withPlainErrors(() => keys.drill(slotKey))
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
    slotKey === undefined ? `${path} does not exist.` : `${path} contains no key or cannot be read.`,
  )
}

function fromEnvironment(text: string | null): Buffer {
  const slotKey = text === null ? undefined : parseSlotKey(Buffer.from(text))
  if (slotKey === undefined) throw new StartRefused('KONTOR_VAULT_KEY is not set.')
  return slotKey
}
