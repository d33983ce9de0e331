import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { unwrapRootKey } from '../../server/platform/vault/root-key.ts'
import { newSlotKey, readKeyFile, slotIdOf, writeKeyFile } from '../../server/platform/vault/slot-key.ts'
import { findSlot } from '../../server/platform/vault/vault-store.ts'
import { type Command, withDatabase } from '../command/command.ts'
import { readSlotKeyFromShares } from '../command/share-input.ts'
import { requireVault, slotKeyFromToken, withPlainErrors } from '../command/vault-access.ts'

export const vaultRecover: Command = {
  name: 'vault recover',
  summary: 'Open the vault with shares or a token and create a new key file',
  help: `Use this if the key file is lost. Reads shares from the terminal, or one per line from standard input; with --pkcs11 it
asks the token of KONTOR_PKCS11_MODULE instead. Writes a new key file to KONTOR_KEY_FILE and adds a slot for it. A running service opens its vault a few seconds later. An existing
key file is never overwritten: move a wrong one away first.`,
  options: { pkcs11: { type: 'boolean', description: 'Open the vault with the token, not with shares' } },
  run: ({ values }) =>
    withDatabase(async ({ db, config }) => {
      await requireVault(db)
      const found = await readKeyFile(config.keyFile)
      if (found === 'unreadable')
        throw new StartRefused(`${config.keyFile} exists but contains no key: move it away first.`)
      if (found && (await findSlot(db, slotIdOf(found)))) {
        throw new StartRefused(`${config.keyFile} already opens the vault.`)
      }
      const given = values.pkcs11 ? await slotKeyFromToken(db, config) : await readSlotKeyFromShares()
      const root = await unwrapRootKey(db, given)
      given.fill(0)
      if (root === undefined) throw new StartRefused('These shares open no slot of this vault.')
      // On disk before the row is committed. The file of an interrupted recovery is used again.
      const slotKey = found ?? newSlotKey()
      try {
        if (found === undefined) await writeKeyFile(config.keyFile, slotKey)
        else await createDurableFiles().settle(config.keyFile)
        const keys = createKeyManagement({ db, actor: cli('vault recover'), now: () => new Date() })
        const id = await withPlainErrors(() => keys.add('file', slotKey, root))
        process.stdout.write(
          `Slot ${id} was added. Its key is in ${config.keyFile}: back it up, apart from the database.\n`,
        )
        return 0
      } finally {
        slotKey.fill(0)
        root.key.fill(0)
      }
    }),
}
