import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/change.ts'
import type { Db } from '../db/database.ts'
import { rootWasRotated, rotateDataKey, VaultRefusal } from './key-management.ts'
import { proofScope, systemScope } from './purposes.ts'
import {
  newRootKey,
  openPublicKey,
  type RootKey,
  sealPublicKey,
  unwrapDataKey,
  wrapDataKey,
  wrapRootKey,
} from './root-key.ts'
import { newSlotKey, slotIdOf } from './slot-key.ts'
import { parsePublicKey, wrapForToken } from './token-key.ts'
import {
  deferRootReferences,
  deleteSlot,
  listWholeSlots,
  lockDataKeys,
  lockRoot,
  replaceRoot,
  type SlotRow,
  updateSlot,
  updateWrappedKeys,
} from './vault-store.ts'

/** What becomes of a slot: its key is here, its token needs no key of ours, or nobody can seal it anew. */
export type SlotPlan = { slot: SlotRow; fate: 'resealed' | 'wrapped_for_token' | 'removed' }

const batchSize = 1_000

export function planSlots(slots: readonly SlotRow[], slotKeys: readonly Buffer[]): SlotPlan[] {
  const known = new Set(slotKeys.map(slotIdOf))
  return slots.map((slot) => {
    if (slot.kind === 'pkcs11') return { slot, fate: 'wrapped_for_token' }
    return { slot, fate: known.has(slot.id) ? 'resealed' : 'removed' }
  })
}

/**
 * Replaces the root key: a new one seals all data keys, and all slots hold it. One transaction, so that a process that is
 * killed leaves the previous root key or the new one, and nothing in between. It waits for transactions that are adding
 * data keys, and transactions that want to add one wait for it. Services notice the new root key by the rows that name it.
 * The keys of proofs get a new version: a job of the service proves all rows anew (proof-renewal.ts).
 */
export async function rotateRoot(
  { db: pool, actor, now }: { db: Db; actor: Actor; now: () => Date },
  {
    root: old,
    slotKeys,
    mayRemove,
    onProgress = () => {},
  }: {
    root: RootKey
    /** Keys of slots. Those slots keep their ids and their keys. */
    slotKeys: readonly Buffer[]
    /** Ids of the slots that the caller agreed to lose. */
    mayRemove: ReadonlySet<string>
    onProgress?: (dataKeys: number) => void
  },
): Promise<{ rootId: string; dataKeys: number; slots: SlotPlan[] }> {
  return pool.transaction().execute(async (db) => {
    if ((await lockRoot(db))?.id !== old.id) throw new VaultRefusal(rootWasRotated)
    const slots = planSlots(await listWholeSlots(db), slotKeys)
    if (slots.some(({ slot, fate }) => fate === 'removed' && !mayRemove.has(slot.id))) {
      throw new VaultRefusal('A slot was added in the meantime: run the command again.')
    }
    if (!slots.some(({ fate }) => fate === 'resealed') && !slots.some(({ slot }) => slot.kind === 'pkcs11')) {
      throw new VaultRefusal('No slot would be left that opens the vault.')
    }
    const { canary, ...fresh } = newRootKey()
    try {
      await deferRootReferences(db)
      const dataKeys = await sealDataKeys(db, old, fresh, onProgress)
      for (const plan of slots) await sealSlot(db, plan, slotKeys, old, fresh)
      // Who has the root key of before, and a backup, has these keys: they must not prove anything with them.
      for (const scope of [proofScope, systemScope])
        await rotateDataKey(db, scope, { root: fresh, actor, at: now() })
      await replaceRoot(db, { id: fresh.id, canary }, now())
      recordChange(db, actor, {
        action: 'vault.root_rotated',
        object: { type: 'vault_root', id: fresh.id },
        details: {
          previous: old.id,
          data_keys: dataKeys,
          slots_removed: slots.filter(({ fate }) => fate === 'removed').map(({ slot }) => slot.id),
        },
        at: now(),
      })
      return { rootId: fresh.id, dataKeys, slots }
    } finally {
      fresh.key.fill(0)
    }
  })
}

async function sealDataKeys(
  db: Db,
  old: RootKey,
  fresh: RootKey,
  onProgress: (dataKeys: number) => void,
): Promise<number> {
  let done = 0
  let after = ''
  for (;;) {
    const rows = await lockDataKeys(db, after, batchSize)
    const last = rows.at(-1)
    if (last === undefined) return done
    const wrapped = rows.map((row) => {
      const key = unwrapDataKey(old.key, row)
      // Its bytes in a backup could be opened with this root key only, so it is not thrown away.
      if (key === undefined) {
        throw new VaultRefusal(
          `Data key ${row.id} cannot be opened: restore its row from a backup before the root key is rotated.`,
        )
      }
      const wrapped_key = wrapDataKey(fresh.key, row, key)
      key.fill(0)
      return { id: row.id, wrapped_key }
    })
    await updateWrappedKeys(db, fresh.id, wrapped)
    after = last.id
    done += rows.length
    onProgress(done)
  }
}

async function sealSlot(
  db: Db,
  { slot, fate }: SlotPlan,
  slotKeys: readonly Buffer[],
  old: RootKey,
  fresh: RootKey,
): Promise<void> {
  if (fate === 'removed') return deleteSlot(db, slot.id)
  if (fate === 'wrapped_for_token') return wrapForTokenAgain(db, slot, old, fresh)
  const slotKey = slotKeys.find((key) => slotIdOf(key) === slot.id) as Buffer
  await updateSlot(db, slot.id, { wrapped_root_key: wrapRootKey(slotKey, fresh), root_id: fresh.id })
}

/** A new slot key, and therefore a new id. It has not been tested yet. */
async function wrapForTokenAgain(db: Db, slot: SlotRow, old: RootKey, fresh: RootKey): Promise<void> {
  const der = slot.sealed_public_key && openPublicKey(old.key, slot.id, slot.sealed_public_key)
  const publicKey = der && parsePublicKey(der)
  if (!publicKey || !slot.oaep_hash) {
    throw new VaultRefusal(
      `The public key of slot ${slot.id} was changed in the database: remove that slot (\`kontor vault remove-slot\`) and add it again.`,
    )
  }
  const slotKey = newSlotKey()
  const id = slotIdOf(slotKey)
  await updateSlot(db, slot.id, {
    id,
    wrapped_root_key: wrapRootKey(slotKey, fresh),
    wrapped_slot_key: wrapForToken(publicKey, slot.oaep_hash, slotKey),
    sealed_public_key: sealPublicKey(fresh.key, id, der),
    root_id: fresh.id,
    drilled_at: null,
  })
  slotKey.fill(0)
}
