import { cli } from '../../server/platform/actor.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createKeyManagement } from '../../server/platform/vault/key-management.ts'
import { listSlots } from '../../server/platform/vault/vault-store.ts'
import { type Command, UsageError, withDatabase } from '../command/command.ts'
import { withRootKey } from '../command/vault-access.ts'

export const vaultRemoveSlot: Command = {
  name: 'vault remove-slot',
  usage: 'SLOT',
  summary: 'Remove a slot, so that its key no longer opens the vault',
  help: `SLOT is an id from 'kontor vault status', or a unique prefix of it. Another slot must open the vault
(KONTOR_KEY_FILE, KONTOR_VAULT_KEY or the token), so that you cannot lock yourself out. Data does not change.`,
  run: ({ positionals: [prefix, ...rest] }) => {
    if (prefix === undefined || rest.length > 0) throw new UsageError('exactly one slot is needed')
    return withDatabase((tools) =>
      withRootKey(tools, async ({ slotId }) => {
        const found = (await listSlots(tools.db)).filter(({ id }) => id.startsWith(prefix))
        if (found.length !== 1) throw new StartRefused(`${found.length} slots begin with '${prefix}'.`)
        const id = found[0]?.id ?? ''
        const keys = createKeyManagement({
          db: tools.db,
          actor: cli('vault remove-slot'),
          now: () => new Date(),
        })
        await keys.remove(id, slotId)
        process.stdout.write(`Slot ${id} was removed.\n`)
        return 0
      }),
    )
  },
}
