import { cli } from '../server/platform/actor.ts'
import { StartRefused } from '../server/platform/errors.ts'
import { createVaultKeeper } from '../server/platform/vault/keeper.ts'
import { listSlots } from '../server/platform/vault/vault-store.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { withRootKey } from './vault-access.ts'

export const vaultRemoveSlot: Command = {
  words: 'vault remove-slot',
  usage: 'SLOT',
  summary: 'Remove a slot, so that its key opens the vault no more',
  help: `SLOT is an id from 'kontor vault status', or enough of its beginning. The vault must open by another slot at
this moment (KONTOR_KEY_FILE or KONTOR_VAULT_KEY), which proves that a way in remains. Data is not touched.`,
  run: ({ positionals: [prefix, ...rest] }) => {
    if (prefix === undefined || rest.length > 0) throw new UsageError('say which slot')
    return withDatabase((tools) =>
      withRootKey(tools, async ({ slotId }) => {
        const found = (await listSlots(tools.db)).filter(({ id }) => id.startsWith(prefix))
        if (found.length !== 1) throw new StartRefused(`${found.length} slots begin with '${prefix}'.`)
        const id = found[0]?.id ?? ''
        const keeper = createVaultKeeper({
          db: tools.db,
          actor: cli('vault remove-slot'),
          now: () => new Date(),
        })
        await keeper.remove(id, slotId)
        process.stdout.write(`Slot ${id} was removed.\n`)
        return 0
      }),
    )
  },
}
