import { cli } from '../../server/platform/actor.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { type RootKey, unwrapRootKey } from '../../server/platform/vault/root-key.ts'
import { planSlots, rotateRoot, type SlotPlan } from '../../server/platform/vault/rotate-root.ts'
import { readKeyFile } from '../../server/platform/vault/slot-key.ts'
import { availableKeys } from '../../server/platform/vault/unlock.ts'
import { countDataKeys, listWholeSlots } from '../../server/platform/vault/vault-store.ts'
import { type Call, type Command, withDatabase } from '../command/command.ts'
import { createCountProgress } from '../command/progress.ts'
import { readSlotKeyFromShares } from '../command/share-input.ts'
import { requireVault, vaultConfig, withPlainErrors, withRootKey } from '../command/vault-access.ts'
import { describeSlot } from './vault-status.ts'

export const vaultRotateRoot: Command = {
  name: 'vault rotate-root',
  summary: 'Replace the root key: seal all data keys and all slots anew',
  help: `Use this if somebody may have seen the root key, or a key together with an old backup. May run while the service is
running. It is one transaction: after an interruption, run it again. Slots whose keys are here keep working: KONTOR_KEY_FILE,
KONTOR_VAULT_KEY, further key files (--key-file) and shares that are typed (--shares). Slots of tokens need no key. All other
slots are removed; they are listed first, and nothing is changed without --yes. See docs/custody.md.`,
  options: {
    'key-file': {
      type: 'string',
      multiple: true,
      description: 'Keep the slot of this key file, too; may be repeated',
    },
    shares: {
      type: 'boolean',
      description: 'Keep the slot of these shares, typed or one per line on standard input',
    },
    yes: { type: 'boolean', description: 'Remove the slots whose keys are not here' },
  },
  run: ({ values }) =>
    withDatabase(async (tools) => {
      await requireVault(tools.db)
      const { available } = await availableKeys(vaultConfig(tools.config))
      const slotKeys = available.map(({ slotKey }) => slotKey)
      try {
        slotKeys.push(...(await furtherKeys(tools.db, values)))
        return await withOpenRoot(tools, slotKeys, (root) =>
          rotate(tools.db, root, slotKeys, values.yes === true),
        )
      } finally {
        for (const slotKey of slotKeys) slotKey.fill(0)
      }
    }),
}

async function rotate(db: Db, root: RootKey, slotKeys: Buffer[], yes: boolean): Promise<number> {
  const plans = planSlots(await listWholeSlots(db), slotKeys)
  const removed = plans.filter(({ fate }) => fate === 'removed')
  process.stderr.write(plans.map(describePlan).join(''))
  if (removed.length > 0 && !yes) {
    process.stderr.write(
      'Nothing was changed. Give their keys (--key-file, --shares), or repeat the command with --yes to remove them.\n',
    )
    return 1
  }
  const { active, retired } = await countDataKeys(db)
  const progress = createCountProgress('sealing')
  const result = await rotateRoot(
    { db, actor: cli('vault rotate-root'), now: () => new Date() },
    {
      root,
      slotKeys,
      mayRemove: new Set(removed.map(({ slot }) => slot.id)),
      onProgress: (done) => progress.show({ done, total: Math.max(done, active + retired) }),
    },
  ).finally(progress.clear)
  process.stdout.write(
    `The root key was rotated: ${result.dataKeys} data keys and ${plans.length - removed.length} slots were sealed anew, ${removed.length} slots were removed.\n`,
  )
  process.stderr.write(
    `Running services take the new root key within seconds, and prove all rows with a new key. Backups from before need the keys
and slots from before. Run 'kontor vault rewrap' to encrypt the records of the system with their new key.\n`,
  )
  return 0
}

const fates: Record<SlotPlan['fate'], string> = {
  resealed: 'its key is here; it stays valid.',
  wrapped_for_token:
    'needs no key; it stays valid under a new id. Test it again with `kontor vault drill --pkcs11`.',
  removed: 'its key is not here; IT IS REMOVED and opens nothing any more. Make it anew afterwards.',
}

function describePlan({ slot, fate }: SlotPlan): string {
  return `Slot ${slot.id} (${describeSlot(slot)}): ${fates[fate]}\n`
}

/** Opens the vault with a key that was given, or as any other command does. */
async function withOpenRoot(
  tools: Parameters<typeof withRootKey>[0],
  slotKeys: Buffer[],
  work: (root: RootKey) => Promise<number>,
): Promise<number> {
  for (const slotKey of slotKeys) {
    const root = await unwrapRootKey(tools.db, slotKey)
    if (root === undefined) continue
    try {
      return await withPlainErrors(() => work(root))
    } finally {
      root.key.fill(0)
    }
  }
  return withRootKey(tools, ({ root }) => work(root))
}

/** A key that is given expressly must open a slot: otherwise a slot would be lost by a mistake. */
async function furtherKeys(db: Db, values: Call['values']): Promise<Buffer[]> {
  const keys: Buffer[] = []
  const files = Array.isArray(values['key-file']) ? values['key-file'] : []
  for (const path of files.map(String)) {
    const slotKey = await readKeyFile(path)
    if (!(slotKey instanceof Buffer)) throw new StartRefused(`${path} contains no key or cannot be read.`)
    await demandSlot(db, slotKey, `The key in ${path} opens no slot of this vault.`)
    keys.push(slotKey)
  }
  if (values.shares) {
    const slotKey = await readSlotKeyFromShares()
    await demandSlot(db, slotKey, 'These shares open no slot of this vault.')
    keys.push(slotKey)
  }
  return keys
}

async function demandSlot(db: Db, slotKey: Buffer, refusal: string): Promise<void> {
  const root = await unwrapRootKey(db, slotKey)
  if (root === undefined) throw new StartRefused(refusal)
  root.key.fill(0)
}
