import { cli } from '../server/platform/actor.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { createVaultKeeper } from '../server/platform/vault/keeper.ts'
import { unwrapRootKey } from '../server/platform/vault/root-key.ts'
import { newSlotKey, readKeyFile, slotIdOf, writeKeyFile } from '../server/platform/vault/slot-key.ts'
import { findSlot } from '../server/platform/vault/vault-store.ts'
import { type Command, withDatabase } from './command.ts'
import { readSlotKeyFromShares } from './share-input.ts'
import { explained, requireVault } from './vault-access.ts'

export const vaultRecover: Command = {
  words: 'vault recover',
  summary: 'Open the vault with shares and make a new key file',
  help: `For when the key file is gone. Reads shares from the terminal or, one a line, from standard input, writes a new
key file where KONTOR_KEY_FILE says and adds a slot for it. A running service opens its vault a few seconds later.
An existing key file is never overwritten: move a wrong one away first.`,
  run: () =>
    withDatabase(async ({ db, config }) => {
      await requireVault(db)
      const found = await readKeyFile(config.keyFile)
      if (found === 'unreadable')
        throw new StartRefused(`${config.keyFile} is there and holds no key: move it away first.`)
      if (found && (await findSlot(db, slotIdOf(found)))) {
        throw new StartRefused(`${config.keyFile} opens the vault already.`)
      }
      const shares = await readSlotKeyFromShares()
      const rootKey = await unwrapRootKey(db, shares)
      shares.fill(0)
      if (rootKey === undefined) throw new StartRefused('These shares open no slot of this vault.')
      // On the disk before the row is committed; a file that an interrupted recovery left is used.
      const slotKey = found ?? newSlotKey()
      try {
        if (found === undefined) await writeKeyFile(config.keyFile, slotKey)
        const keeper = createVaultKeeper({ db, actor: cli('vault recover'), now: () => new Date() })
        const id = await explained(() => keeper.add('file', slotKey, rootKey))
        process.stdout.write(
          `Slot ${id}: the key is in ${config.keyFile}. Back it up apart from the database.\n`,
        )
        return 0
      } finally {
        slotKey.fill(0)
        rootKey.fill(0)
      }
    }),
}
