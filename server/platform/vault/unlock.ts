import type { SealedReason } from '../../../contract/control/vault.ts'
import type { Db } from '../db/database.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { createRootKey, type RootKey, unwrapDataKey, unwrapRootKey } from './root-key.ts'
import { newSlotKey, parseSlotKey, readKeyFile, slotIdOf, writeKeyFile } from './slot-key.ts'
import { createToken, type Token, type TokenSettings } from './token.ts'
import { TokenFault } from './token-tool.ts'
import { findRoot, hasKeyRows, listSystemKeys, listTokenSlots, lockFirstStart } from './vault-store.ts'
import type { SlotKind } from './vault-tables.ts'

export type VaultConfig = {
  /** KONTOR_KEY_FILE: path of the key file; the first start creates it. */
  keyFile: string
  /** KONTOR_VAULT_KEY: the key in the environment, 64 hexadecimal digits. */
  key: string | undefined
  /** KONTOR_PKCS11_…: the token that opens a slot. */
  token?: TokenSettings | undefined
}

export type { SealedReason } from '../../../contract/control/vault.ts'

/** `slotId` is the slot that was opened. `tokenFault`: the token did not open the vault, but another key did. */
export type Unlocked = { root: RootKey; slotId: string; kind: SlotKind; tokenFault?: TokenFault | undefined }
export type Sealed = { sealed: SealedReason; error?: unknown }
type AvailableSlotKey = { kind: SlotKind; slotKey: Buffer }

/** Unwraps the root key with an available slot key. In an empty database, creates the root key and a first slot. */
export async function unlockRootKey(
  db: Db,
  config: VaultConfig,
  files: DurableFiles,
  token: Token,
): Promise<Unlocked | Sealed> {
  try {
    if ((await findRoot(db)) !== undefined) return await unlockWithAvailableKeys(db, config, token)
    return await db.transaction().execute(async (db) => {
      await lockFirstStart(db)
      // Another node may have created it while this one waited for the lock.
      if ((await findRoot(db)) !== undefined) return unlockWithAvailableKeys(db, config, token)
      if (await hasKeyRows(db)) return { sealed: 'root_missing' }
      return firstStart(db, config, files)
    })
  } catch (error) {
    return { sealed: 'database_unavailable', error }
  }
}

/**
 * For an existing vault; creates nothing. While a token is asked, the root key and thereby the slots may be replaced:
 * then it is asked again, for the slots of today.
 */
export async function unlockWithAvailableKeys(
  db: Db,
  config: VaultConfig,
  token: Token = createToken(config.token),
): Promise<Unlocked | Sealed> {
  for (let attempt = 1; ; attempt++) {
    const before = await findRoot(db)
    const result = await tryAvailableKeys(db, config, token)
    if ('root' in result || attempt === 3 || (await findRoot(db))?.id === before?.id) return result
  }
}

/** The token comes first, because its settings were made deliberately; if it fails, the other keys are tried. */
async function tryAvailableKeys(db: Db, config: VaultConfig, token: Token): Promise<Unlocked | Sealed> {
  const fromToken = token.isConfigured ? await slotKeyFromToken(db, token) : undefined
  let tokenFault = fromToken instanceof TokenFault ? fromToken : undefined
  const { available, unreadable } = await availableKeys(config)
  if (fromToken instanceof Buffer) available.unshift({ kind: 'pkcs11', slotKey: fromToken })
  try {
    for (const { kind, slotKey } of available) {
      const root = await unwrapRootKey(db, slotKey)
      if (root === undefined) continue
      if (kind !== 'pkcs11' || (await opensSystemKeys(db, root)))
        return { root, slotId: slotIdOf(slotKey), kind, tokenFault }
      root.key.fill(0)
      tokenFault = new TokenFault(
        'token_wrong',
        'Its slot does not fit the data keys: somebody may have replaced it.',
      )
    }
  } finally {
    for (const { slotKey } of available) slotKey.fill(0)
  }
  if (tokenFault) return { sealed: tokenFault.reason, error: tokenFault }
  if (available.length > 0) return { sealed: fromToken ? 'token_wrong' : 'key_wrong' }
  if (token.isConfigured) return { sealed: 'token_wrong' }
  return { sealed: unreadable ? 'key_unreadable' : 'key_missing' }
}

/**
 * Anybody can make a slot for a public key, with a root key of their own. Such a root key does not open the data keys that
 * are there, and must not be used to make new ones. Other slots cannot be made without their keys.
 */
async function opensSystemKeys(db: Db, root: RootKey): Promise<boolean> {
  const rows = await listSystemKeys(db)
  return rows.every((row) => {
    const key = unwrapDataKey(root.key, row)
    key?.fill(0)
    return key !== undefined
  })
}

/** Undefined before a slot was added for a token: then it is not asked. */
async function slotKeyFromToken(db: Db, token: Token): Promise<Buffer | TokenFault | undefined> {
  const slots = await listTokenSlots(db)
  if (slots.length === 0) return undefined
  try {
    return await token.slotKey(slots)
  } catch (error) {
    if (error instanceof TokenFault) return error
    throw error
  }
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
    const root = await createRootKey(db, first.kind, first.slotKey)
    return { root, slotId: slotIdOf(first.slotKey), kind: first.kind }
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
