import type { Db } from '../db/database.ts'
import { createRootKey, unwrapRootKey } from './root-key.ts'
import { newSlotKey, parseSlotKey, readKeyFile, slotIdOf, writeKeyFile } from './slot-key.ts'
import { findRoot, hasKeyRows, lockFirstStart } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

export type VaultConfig = {
  /** KONTOR_KEY_FILE: where the file slot's key is, or where the first start puts it. */
  keyFile: string
  /** KONTOR_VAULT_KEY: the environment slot's key, 64 hexadecimal digits. */
  key: string | undefined
}

export type SealedReason =
  | 'not_unlocked'
  | 'key_missing'
  | 'key_unreadable'
  | 'key_wrong'
  | 'key_file_not_written'
  | 'root_missing'
  | 'database_unavailable'

/** `slotId` is the slot that opened it. */
export type Unlocked = { rootKey: Buffer; slotId: string; kind: SlotKind }
export type Sealed = { sealed: SealedReason; error?: unknown }
type SlotKeyAtHand = { kind: SlotKind; slotKey: Buffer }

/** The root key through whichever slot key is at hand; on an empty database, through a first slot made now. */
export async function unlockRootKey(db: Db, config: VaultConfig): Promise<Unlocked | Sealed> {
  try {
    if ((await findRoot(db)) !== undefined) return await unlockWithKeysAtHand(db, config)
    return await db.transaction().execute(async (db) => {
      await lockFirstStart(db)
      // Another node may have been first while this one waited.
      if ((await findRoot(db)) !== undefined) return unlockWithKeysAtHand(db, config)
      if (await hasKeyRows(db)) return { sealed: 'root_missing' }
      return firstStart(db, config)
    })
  } catch (error) {
    return { sealed: 'database_unavailable', error }
  }
}

/** For a vault that exists: makes nothing. */
export async function unlockWithKeysAtHand(db: Db, config: VaultConfig): Promise<Unlocked | Sealed> {
  const { atHand, unreadable } = await keysAtHand(config)
  try {
    for (const { kind, slotKey } of atHand) {
      const rootKey = await unwrapRootKey(db, slotKey)
      if (rootKey !== undefined) return { rootKey, slotId: slotIdOf(slotKey), kind }
    }
  } finally {
    for (const { slotKey } of atHand) slotKey.fill(0)
  }
  if (atHand.length > 0) return { sealed: 'key_wrong' }
  return { sealed: unreadable ? 'key_unreadable' : 'key_missing' }
}

/**
 * The key is on the disk before the rows that need it are committed. A crash in between leaves a file
 * without a row, which the next start uses; a row without its file can never come to be.
 */
async function firstStart(db: Db, config: VaultConfig): Promise<Unlocked | Sealed> {
  const { atHand, unreadable } = await keysAtHand(config)
  // What is there and cannot be read may be the key of a restored database: it is not passed over.
  if (atHand.length === 0 && unreadable) return { sealed: 'key_unreadable' }
  const first = atHand[0] ?? (await newKeyFile(config.keyFile))
  if ('error' in first) return { sealed: 'key_file_not_written', error: first.error }
  try {
    const rootKey = await createRootKey(db, first.kind, first.slotKey)
    return { rootKey, slotId: slotIdOf(first.slotKey), kind: first.kind }
  } finally {
    for (const { slotKey } of [first, ...atHand]) slotKey.fill(0)
  }
}

async function newKeyFile(path: string): Promise<SlotKeyAtHand | { error: unknown }> {
  const slotKey = newSlotKey()
  try {
    await writeKeyFile(path, slotKey)
    return { kind: 'file', slotKey }
  } catch (error) {
    slotKey.fill(0)
    return { error }
  }
}

/** The environment first: whoever sets it means it. The caller zeroes the keys. */
export async function keysAtHand(
  config: VaultConfig,
): Promise<{ atHand: SlotKeyAtHand[]; unreadable: boolean }> {
  const atHand: SlotKeyAtHand[] = []
  let unreadable = false
  if (config.key !== undefined) {
    const slotKey = parseSlotKey(Buffer.from(config.key, 'utf8'))
    if (slotKey === undefined) unreadable = true
    else atHand.push({ kind: 'env', slotKey })
  }
  const fromFile = await readKeyFile(config.keyFile)
  if (fromFile === 'unreadable') unreadable = true
  else if (fromFile !== undefined) atHand.push({ kind: 'file', slotKey: fromFile })
  return { atHand, unreadable }
}
