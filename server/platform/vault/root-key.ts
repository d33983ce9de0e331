import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { keyLength, openRecord, type Place, sealRecord } from './sealing.ts'
import { slotIdOf } from './slot-key.ts'
import { findRoot, findSlot, insertRoot, insertSlot } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

/** A database has one root key for its whole life, so its version is always 1. */
const rootVersion = 1
const canaryText = 'kontor vault canary'

/** What is stored about the root key. It is useless without a slot key. */
export type WrappedRoot = {
  root: { id: string; canary: Buffer }
  slots: { id: string; wrapped_root_key: Buffer }[]
}

/** Unwraps the root key and checks it with the canary. Returns undefined if the key opens no slot of this vault. */
export async function unwrapRootKey(db: Db, slotKey: Buffer): Promise<Buffer | undefined> {
  const slot = await findSlot(db, slotIdOf(slotKey))
  const root = await findRoot(db)
  return slot && root && openRootKey(slotKey, { root, slots: [slot] })
}

/** The same, with rows that were already read. */
export function openRootKey(slotKey: Buffer, { root, slots }: WrappedRoot): Buffer | undefined {
  const slot = slots.find(({ id }) => id === slotIdOf(slotKey))
  if (slot === undefined) return undefined
  const rootKey = openRecord(slotKey, rootVersion, slotPlace(slot.id), slot.wrapped_root_key)
  if (rootKey === undefined) return undefined
  const canary = openRecord(rootKey, rootVersion, canaryPlace(root.id), root.canary)
  if (canary?.toString('utf8') === canaryText) return rootKey
  rootKey.fill(0)
  return undefined
}

/** Creates the root key of a new vault: root row, canary and first slot, in the caller's transaction. */
export async function createRootKey(db: Db, kind: SlotKind, slotKey: Buffer): Promise<Buffer> {
  const rootKey = randomBytes(keyLength)
  const id = newId()
  const canary = sealRecord(rootKey, rootVersion, canaryPlace(id), Buffer.from(canaryText))
  await insertRoot(db, { id, canary })
  await addSlot(db, kind, slotKey, rootKey)
  return rootKey
}

/** Adds a slot for the same root key. Data and other slots do not change. */
export async function addSlot(
  db: Db,
  kind: SlotKind,
  slotKey: Buffer,
  rootKey: Buffer,
  printed?: { shares: number; threshold: number },
): Promise<string> {
  const id = slotIdOf(slotKey)
  const wrapped_root_key = sealRecord(slotKey, rootVersion, slotPlace(id), rootKey)
  await insertSlot(db, { id, kind, wrapped_root_key, ...printed })
  return id
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

function canaryPlace(id: string): Place {
  return { organizationId: null, table: 'vault_root', record: id, field: 'canary' }
}

/** Includes scope and version, so that a wrapped key copied to the row of another scope cannot be opened. */
function dataKeyPlace({ id, scope, version }: { id: string; scope: string; version: number }): Place {
  return { organizationId: scope, table: 'data_keys', record: `${id}/${version}`, field: 'wrapped_key' }
}
