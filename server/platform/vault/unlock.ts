import type { Db } from '../db/database.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { createRootKey, unwrapRootKey } from './root-key.ts'
import { newSlotKey, parseSlotKey, readKeyFile, slotIdOf, writeKeyFile } from './slot-key.ts'
import { findRoot, hasKeyRows, lockFirstStart } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

export type VaultConfig = {
  /** KONTOR_KEY_FILE: path of the key file; the first start creates it. */
  keyFile: string
  /** KONTOR_VAULT_KEY: the key in the environment, 64 hexadecimal digits. */
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

/** `slotId` is the slot that was opened. */
export type Unlocked = { rootKey: Buffer; slotId: string; kind: SlotKind }
export type Sealed = { sealed: SealedReason; error?: unknown }
type AvailableSlotKey = { kind: SlotKind; slotKey: Buffer }

/** Unwraps the root key with an available slot key. In an empty database, creates the root key and a first slot. */
export async function unlockRootKey(
  db: Db,
  config: VaultConfig,
  files: DurableFiles,
): Promise<Unlocked | Sealed> {
  try {
    if ((await findRoot(db)) !== undefined) return await unlockWithAvailableKeys(db, config)
    return await db.transaction().execute(async (db) => {
      await lockFirstStart(db)
      // Another node may have created it while this one waited for the lock.
      if ((await findRoot(db)) !== undefined) return unlockWithAvailableKeys(db, config)
      if (await hasKeyRows(db)) return { sealed: 'root_missing' }
      return firstStart(db, config, files)
    })
  } catch (error) {
    return { sealed: 'database_unavailable', error }
  }
}

/** For an existing vault; creates nothing. */
export async function unlockWithAvailableKeys(db: Db, config: VaultConfig): Promise<Unlocked | Sealed> {
  const { available, unreadable } = await availableKeys(config)
  try {
    for (const { kind, slotKey } of available) {
      const rootKey = await unwrapRootKey(db, slotKey)
      if (rootKey !== undefined) return { rootKey, slotId: slotIdOf(slotKey), kind }
    }
  } finally {
    for (const { slotKey } of available) slotKey.fill(0)
  }
  if (available.length > 0) return { sealed: 'key_wrong' }
  return { sealed: unreadable ? 'key_unreadable' : 'key_missing' }
}

/**
 * The key is on disk before the rows that need it are committed. A crash in between leaves a file without a row, which
 * the next start uses. A row without its file is not possible.
 */
async function firstStart(db: Db, config: VaultConfig, files: DurableFiles): Promise<Unlocked | Sealed> {
  const { available, unreadable } = await availableKeys(config)
  // An unreadable key may be the key of a database that is being restored, so it is not ignored.
  if (available.length === 0 && unreadable) return { sealed: 'key_unreadable' }
  const first = await firstKey(available[0], config.keyFile, files)
  if ('error' in first) return { sealed: 'key_file_not_written', error: first.error }
  try {
    const rootKey = await createRootKey(db, first.kind, first.slotKey)
    return { rootKey, slotId: slotIdOf(first.slotKey), kind: first.kind }
  } finally {
    for (const { slotKey } of [first, ...available]) slotKey.fill(0)
  }
}

async function firstKey(
  found: AvailableSlotKey | undefined,
  path: string,
  files: DurableFiles,
): Promise<AvailableSlotKey | { error: unknown }> {
  const key = found ?? { kind: 'file', slotKey: newSlotKey() }
  try {
    if (found === undefined) await writeKeyFile(path, key.slotKey, files)
    // Left by a start that was interrupted, perhaps before it was on disk.
    else if (found.kind === 'file') await files.settle(path)
    return key
  } catch (error) {
    key.slotKey.fill(0)
    return { error }
  }
}

/** The key in the environment comes first, because it was set deliberately. The caller zeroes the keys. */
export async function availableKeys(
  config: VaultConfig,
): Promise<{ available: AvailableSlotKey[]; unreadable: boolean }> {
  const available: AvailableSlotKey[] = []
  let unreadable = false
  if (config.key !== undefined) {
    const slotKey = parseSlotKey(Buffer.from(config.key, 'utf8'))
    if (slotKey === undefined) unreadable = true
    else available.push({ kind: 'env', slotKey })
  }
  const fromFile = await readKeyFile(config.keyFile)
  if (fromFile === 'unreadable') unreadable = true
  else if (fromFile !== undefined) available.push({ kind: 'file', slotKey: fromFile })
  return { available, unreadable }
}
