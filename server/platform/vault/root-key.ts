import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { keyLength, openRecord, type Place, sealRecord } from './sealing.ts'
import { slotIdOf } from './slot-key.ts'
import { findRoot, findSlot, insertRoot, insertSlot } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

/** There is one root key for the life of a database, so what it seals always names version 1. */
const rootVersion = 1
const canaryText = 'kontor vault canary'

/** What a database keeps of its root key: nothing that opens it without a slot's key. */
export type WrappedRoot = {
  root: { id: string; canary: Buffer }
  slots: { id: string; wrapped_root_key: Buffer }[]
}

/** The root key behind a slot key, proved by the canary; undefined where this key opens no slot of this vault. */
export async function unwrapRootKey(db: Db, slotKey: Buffer): Promise<Buffer | undefined> {
  const slot = await findSlot(db, slotIdOf(slotKey))
  const root = await findRoot(db)
  return slot && root && openRootKey(slotKey, { root, slots: [slot] })
}

/** The same, from rows that were read before. */
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

/** Makes the root key of a vault that has none yet: root row, canary and first slot in the caller's transaction. */
export async function createRootKey(db: Db, kind: SlotKind, slotKey: Buffer): Promise<Buffer> {
  const rootKey = randomBytes(keyLength)
  const id = newId()
  const canary = sealRecord(rootKey, rootVersion, canaryPlace(id), Buffer.from(canaryText))
  await insertRoot(db, { id, canary })
  await addSlot(db, kind, slotKey, rootKey)
  return rootKey
}

/** One more way to the same root key; touches no data and no other slot. */
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

/** Scope and version stand in the place too: a wrapped key moved to another scope's row does not open. */
function dataKeyPlace({ id, scope, version }: { id: string; scope: string; version: number }): Place {
  return { organizationId: scope, table: 'data_keys', record: `${id}/${version}`, field: 'wrapped_key' }
}
