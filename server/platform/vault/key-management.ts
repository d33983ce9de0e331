import { randomBytes } from 'node:crypto'
import type { AuditAction } from '../../../contract/events/audit.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/change.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { organizationOf } from './purposes.ts'
import { addSlot, type RootKey, sealPublicKey, unwrapRootKey, wrapDataKey } from './root-key.ts'
import { keyLength } from './sealing.ts'
import { splitSlotKey } from './shares.ts'
import { newSlotKey, slotIdOf } from './slot-key.ts'
import type { TokenSlot } from './token.ts'
import {
  deleteSlot,
  findSlot,
  holdRoot,
  insertDataKey,
  lockActiveDataKey,
  lockRoot,
  retireDataKey,
  setDrilled,
} from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

/** A change of slots that is not possible. The message is shown on the terminal. */
export class VaultRefusal extends Error {
  override name = 'VaultRefusal'
}

/** Changes slots and data keys for a caller that has the root key. Each change is recorded in the audit log. */
export function createKeyManagement({ db: pool, actor, now }: { db: Db; actor: Actor; now: () => Date }) {
  async function audited(
    action: AuditAction,
    object: { type: string; id: string },
    details: Record<string, unknown>,
    change: (db: Db) => Promise<void>,
  ): Promise<void> {
    await pool.transaction().execute(async (db) => {
      await change(db)
      recordChange(db, actor, { action, object, details, at: now() })
    })
  }

  return {
    /** Adds a slot for this key. */
    async add(kind: SlotKind, slotKey: Buffer, root: RootKey): Promise<string> {
      const id = slotIdOf(slotKey)
      if ((await findSlot(pool, id)) !== undefined) throw new VaultRefusal('This key already has a slot.')
      await audited('vault.slot_added', { type: 'vault_slot', id }, { kind }, async (db) => {
        await demandRoot(db, root)
        await addSlot(db, kind, slotKey, root)
      })
      return id
    },

    /** Adds a slot whose key only the token unwraps. */
    async addToken(slotKey: Buffer, slot: TokenSlot, publicKey: Buffer, root: RootKey): Promise<void> {
      const { id, ...about } = slot
      const details = { kind: 'pkcs11', token: slot.token, key: slot.token_key, oaep_hash: slot.oaep_hash }
      await audited('vault.slot_added', { type: 'vault_slot', id }, details, async (db) => {
        await demandRoot(db, root)
        const sealed_public_key = sealPublicKey(root.key, id, publicKey)
        await addSlot(db, 'pkcs11', slotKey, root, { ...about, sealed_public_key })
      })
    },

    /** Adds a break-glass slot. Its key exists only in the shares that are returned. */
    async split(root: RootKey, shares: number, threshold: number): Promise<{ id: string; texts: string[] }> {
      const slotKey = newSlotKey()
      try {
        const id = slotIdOf(slotKey)
        const texts = await splitSlotKey(slotKey, shares, threshold)
        const details = { kind: 'shares', shares, threshold }
        await audited('vault.slot_added', { type: 'vault_slot', id }, details, async (db) => {
          await demandRoot(db, root)
          await addSlot(db, 'shares', slotKey, root, { shares, threshold })
        })
        return { id, texts }
      } finally {
        slotKey.fill(0)
      }
    },

    /** Proves that a key opens the vault and records the time. */
    async drill(slotKey: Buffer): Promise<string> {
      const root = await unwrapRootKey(pool, slotKey)
      if (root === undefined) throw new VaultRefusal('This key opens no slot of this vault.')
      root.key.fill(0)
      const id = slotIdOf(slotKey)
      await audited('vault.drilled', { type: 'vault_slot', id }, {}, (db) => setDrilled(db, id, now()))
      return id
    },

    /** Removes a slot. The caller must have opened the vault with another slot, which proves that one remains. */
    async remove(id: string, openedWith: string): Promise<void> {
      if (id === openedWith) {
        throw new VaultRefusal(
          'This slot was used to open the vault: open it with another slot to remove this one.',
        )
      }
      await audited('vault.slot_removed', { type: 'vault_slot', id }, {}, async (db) => {
        await lockRoot(db)
        if ((await findSlot(db, id)) === undefined) throw new VaultRefusal('There is no such slot.')
        if ((await findSlot(db, openedWith)) === undefined) {
          throw new VaultRefusal('The slot that was used to open the vault has just been removed.')
        }
        await deleteSlot(db, id)
      })
    },

    /** Creates the next version of a data key. Records sealed with the previous one stay readable until they are rewrapped. */
    async rotate(scope: string, root: RootKey): Promise<number | undefined> {
      return pool.transaction().execute(async (db) => {
        await demandRoot(db, root)
        return rotateDataKey(db, scope, { root, actor, at: now() })
      })
    },
  }
}

/** The next version of the data key of a scope, under this root key. Undefined if the scope has no key. */
export async function rotateDataKey(
  db: Db,
  scope: string,
  { root, actor, at }: { root: RootKey; actor: Actor; at: Date },
): Promise<number | undefined> {
  const active = await lockActiveDataKey(db, scope)
  if (active === undefined) return undefined
  const fresh = { id: newId(), scope, version: active.version + 1 }
  const key = randomBytes(keyLength)
  const wrapped_key = wrapDataKey(root.key, fresh, key)
  key.fill(0)
  await retireDataKey(db, active.id, at)
  await insertDataKey(db, { ...fresh, wrapped_key, root_id: root.id, state: 'active' })
  recordChange(db, actor, {
    action: 'vault.key_rotated',
    object: { type: 'data_key', id: fresh.id },
    organizationId: organizationOf(scope),
    details: { version: fresh.version },
    at,
  })
  return fresh.version
}

/** Nothing is sealed with a root key that was replaced since the vault was opened. */
async function demandRoot(db: Db, root: RootKey): Promise<void> {
  if ((await holdRoot(db)) !== root.id) throw new VaultRefusal(rootWasRotated)
}

export const rootWasRotated = 'The root key was rotated in the meantime: run the command again.'
