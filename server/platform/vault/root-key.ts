import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { keyLength, openRecord, type Place, sealRecord } from './sealing.ts'
import { slotIdOf } from './slot-key.ts'
import { findSlotWithRoot, insertRoot, insertSlot, type NewSlot } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

/** Rows name their root key by its id, so the version in the header of what it seals is always 1. */
const rootVersion = 1
const canaryText = 'kontor vault canary'

export type RootKey = { id: string; key: Buffer }

/** What is stored about the root key. It is useless without a slot key. */
export type WrappedRoot = {
  root: { id: string; canary: Buffer }
  slots: { id: string; wrapped_root_key: Buffer }[]
}

/**
 * Unwraps the root key and checks it with the canary. Returns undefined if the key opens no slot of this vault. Slot and
 * root are read together: a rotation in between would make them look as if they did not belong together.
 */
export async function unwrapRootKey(db: Db, slotKey: Buffer): Promise<RootKey | undefined> {
  const found = await findSlotWithRoot(db, slotIdOf(slotKey))
  if (found === undefined) return undefined
  const root = { id: found.root_id, canary: found.canary }
  const key = openRootKey(slotKey, { root, slots: [found] })
  return key && { id: root.id, key }
}

/** The same, with rows that were already read. */
export function openRootKey(slotKey: Buffer, { root, slots }: WrappedRoot): Buffer | undefined {
  const slot = slots.find(({ id }) => id === slotIdOf(slotKey))
  if (slot === undefined) return undefined
  const rootKey = openRecord(slotKey, rootVersion, slotPlace(slot.id), slot.wrapped_root_key)
  if (rootKey === undefined) return undefined
  if (opensCanary(rootKey, root)) return rootKey
  rootKey.fill(0)
  return undefined
}

export function opensCanary(rootKey: Buffer, { id, canary }: WrappedRoot['root']): boolean {
  return openRecord(rootKey, rootVersion, canaryPlace(id), canary)?.toString('utf8') === canaryText
}

/** A new root key with its canary. */
export function newRootKey(): RootKey & { canary: Buffer } {
  const key = randomBytes(keyLength)
  const id = newId()
  return { id, key, canary: sealRecord(key, rootVersion, canaryPlace(id), Buffer.from(canaryText)) }
}

/** Creates the root key of a new vault: root row, canary and first slot, in the caller's transaction. */
export async function createRootKey(db: Db, kind: SlotKind, slotKey: Buffer): Promise<RootKey> {
  const { canary, ...root } = newRootKey()
  await insertRoot(db, { id: root.id, canary })
  await addSlot(db, kind, slotKey, root)
  return root
}

/** Adds a slot for the same root key. Data and other slots do not change. */
export async function addSlot(
  db: Db,
  kind: SlotKind,
  slotKey: Buffer,
  root: RootKey,
  about?: Partial<NewSlot>,
): Promise<string> {
  const id = slotIdOf(slotKey)
  const wrapped_root_key = wrapRootKey(slotKey, root)
  await insertSlot(db, { ...about, id, kind, wrapped_root_key, root_id: root.id })
  return id
}

export function wrapRootKey(slotKey: Buffer, root: RootKey): Buffer {
  return sealRecord(slotKey, rootVersion, slotPlace(slotIdOf(slotKey)), root.key)
}

/** Sealed, because a rotation encrypts for the public key that it finds in the slot. */
export function sealPublicKey(rootKey: Buffer, slotId: string, publicKey: Buffer): Buffer {
  return sealRecord(rootKey, rootVersion, publicKeyPlace(slotId), publicKey)
}

export function openPublicKey(rootKey: Buffer, slotId: string, sealed: Buffer): Buffer | undefined {
  return openRecord(rootKey, rootVersion, publicKeyPlace(slotId), sealed)
}

export function wrapDataKey(
  rootKey: Buffer,
  dataKey: { id: string; scope: string; version: number },
  key: Buffer,
): Buffer {
  return sealRecord(rootKey, rootVersion, dataKeyPlace(dataKey), key)
}

export function unwrapDataKey(
  rootKey: Buffer,
  dataKey: { id: string; scope: string; version: number; wrapped_key: Buffer },
): Buffer | undefined {
  return openRecord(rootKey, rootVersion, dataKeyPlace(dataKey), dataKey.wrapped_key)
}

function slotPlace(id: string): Place {
  return { organizationId: null, table: 'vault_slots', record: id, field: 'wrapped_root_key' }
}

function publicKeyPlace(id: string): Place {
  return { organizationId: null, table: 'vault_slots', record: id, field: 'sealed_public_key' }
}

function canaryPlace(id: string): Place {
  return { organizationId: null, table: 'vault_root', record: id, field: 'canary' }
}

/** Includes scope and version, so that a wrapped key copied to the row of another scope cannot be opened. */
function dataKeyPlace({ id, scope, version }: { id: string; scope: string; version: number }): Place {
  return { organizationId: scope, table: 'data_keys', record: `${id}/${version}`, field: 'wrapped_key' }
}
