import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { createDurableFiles, type DurableFiles } from '../files/durable-files.ts'
import type { Job } from '../jobs/jobs.ts'
import { createKeyCache } from './key-cache.ts'
import { keyedHash } from './keyed-hash.ts'
import { createScopes, type SealedColumn, systemScope } from './purposes.ts'
import { type RootKey, unwrapDataKey, wrapDataKey } from './root-key.ts'
import { sealedMessages } from './sealed-reasons.ts'
import { formats, keyLength, openRecord, type Place, sealedWith, sealRecord } from './sealing.ts'
import { isReadableByOthers } from './slot-key.ts'
import { createToken } from './token.ts'
import { TokenFault } from './token-tool.ts'
import {
  type Sealed,
  type SealedReason,
  type Unlocked,
  unlockRootKey,
  unlockWithAvailableKeys,
  type VaultConfig,
} from './unlock.ts'
import { retryMilliseconds, vaultSealed } from './vault-sealed.ts'
import {
  type DataKeyRow,
  findActiveDataKey,
  findDataKey,
  findRoot,
  holdRoot,
  insertDataKeyUnderRoot,
  listKeyVersions,
} from './vault-store.ts'

export type Vault = ReturnType<typeof createVault>
export type { Place } from './sealing.ts'
export type { VaultConfig } from './unlock.ts'

/** A record or key that is not authentic in its place: it was changed, moved or damaged. Callers treat it as a defect. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** An organization has several; to open one again costs a decryption. */
const cachedKeys = 5_000

/**
 * Seals records with the data key that their organization has for this column (without an organization: with that of the
 * system), which the root key wraps. The vault starts sealed. unlock() opens it if a key is available and never throws,
 * because a service without the key still serves everything that does not need it. Its job tries again while it is sealed,
 * so that a key restored later is used.
 *
 * The root key may be rotated while the service runs. Rows name the root key that seals them, so a vault that meets
 * another one than its own opens itself again, with the same keys; its job looks for it, too.
 */
export function createVault({
  db: pool,
  columns,
  config,
  log,
  files = createDurableFiles(),
}: {
  db: Db
  columns: readonly SealedColumn[]
  config: VaultConfig
  log: Logger
  files?: DurableFiles
}) {
  const scopeOf = createScopes(columns)
  const cache = createKeyCache(cachedKeys)
  /** Remembers a PIN that was refused. */
  const token = createToken(config.token)
  let root: RootKey | undefined
  let openedWith: string | undefined
  let sealedBecause: SealedReason | undefined = 'not_unlocked'
  let unlocking: Promise<'open' | 'sealed'> | undefined
  let stopped = false

  function state(): 'open' | 'sealed' {
    return root === undefined ? 'sealed' : 'open'
  }

  async function tryUnlock(): Promise<'open' | 'sealed'> {
    if (root !== undefined) return 'open'
    await take(await unlockRootKey(pool, config, files, token))
    return state()
  }

  async function take(result: Unlocked | Sealed): Promise<void> {
    if ('sealed' in result) return becomeSealed(result)
    const isNew = root === undefined
    root?.key.fill(0)
    root = result.root
    openedWith = result.slotId
    sealedBecause = undefined
    log.info({ slot: result.kind }, isNew ? 'The vault is open.' : 'The vault uses the new root key.')
    if (result.tokenFault) {
      const { reason } = result.tokenFault
      log.warn({ reason, ...causeOf(result.tokenFault) }, sealedMessages[reason])
    }
    if (result.kind === 'file' && (await isReadableByOthers(config.keyFile))) {
      log.warn(
        { file: config.keyFile },
        'Other users of this machine can read the key file: change its permissions to 0600.',
      )
    }
  }

  function becomeSealed({ sealed: reason, error }: Sealed): void {
    root?.key.fill(0)
    root = undefined
    openedWith = undefined
    cache.clear()
    if (reason === sealedBecause) return
    sealedBecause = reason
    log.error({ alert: 'vault_sealed', reason, ...causeOf(error) }, sealedMessages[reason])
  }

  /** The root key was rotated: takes the new one, or seals this node if none of its keys opens it. */
  async function renew(db: Db): Promise<void> {
    const result = await unlockWithAvailableKeys(db, config, token)
    if (!stopped) return take(result)
    if ('root' in result) result.root.key.fill(0)
  }

  /** Concurrent calls share one attempt. */
  function unlock(): Promise<'open' | 'sealed'> {
    unlocking ??= tryUnlock().finally(() => {
      unlocking = undefined
    })
    return unlocking
  }

  function requireRoot(): RootKey {
    if (root !== undefined) return root
    throw vaultSealed()
  }

  /**
   * The row is always read in the caller's transaction; only the unwrapped key is cached, under everything that is
   * authenticated with it. A key created in a transaction that is rolled back is therefore never used again, and a row
   * copied to another scope does not find a cached key.
   */
  async function unwrap(db: Db, row: DataKeyRow): Promise<Buffer> {
    const name = `${row.id}/${row.version}/${row.scope}`
    const known = cache.get(name)
    if (known !== undefined) return known
    // First the row: to find it may renew the root key.
    const own = await underOwnRoot(db, row)
    const key = unwrapDataKey(requireRoot().key, own)
    if (key === undefined) {
      log.error(
        { alert: 'vault_unreadable', table: 'data_keys', record: row.id },
        'A data key cannot be opened.',
      )
      throw new Unreadable('A data key cannot be opened with the root key.')
    }
    cache.put(name, key)
    return key
  }

  /** The row as it is sealed with the root key of this vault, whichever of them is behind. */
  async function underOwnRoot(db: Db, row: DataKeyRow): Promise<DataKeyRow> {
    let current: DataKeyRow | undefined = row
    for (let attempt = 0; attempt < 3 && current !== undefined; attempt++) {
      if (current.root_id === requireRoot().id) return current
      if ((await findRoot(db))?.id !== requireRoot().id) await renew(db)
      current = await findDataKey(db, row.scope, row.version)
    }
    return row
  }

  /** The root key for something new. A rotation waits until the caller's transaction ends. */
  async function heldRoot(db: Db): Promise<RootKey> {
    const id = await holdRoot(db)
    if (id !== requireRoot().id) await renew(db)
    return requireRoot()
  }

  async function activeKey(db: Db, scope: string): Promise<DataKeyRow> {
    const known = await findActiveDataKey(db, scope)
    if (known !== undefined) return known
    const fresh = { id: newId(), scope, version: 1 }
    const key = randomBytes(keyLength)
    // Nothing is awaited between the root key and its use: stop() may zero it, and no key may be wrapped with zeros.
    const insertedUnder = ({ id: root_id, key: rootKey }: RootKey) =>
      insertDataKeyUnderRoot(db, { ...fresh, wrapped_key: wrapDataKey(rootKey, fresh, key), root_id })
    try {
      const made =
        (await insertedUnder(requireRoot())) ??
        (await findActiveDataKey(db, scope)) ??
        // The root key was rotated. Nobody rotates it again while it is held.
        (await insertedUnder(await heldRoot(db))) ??
        (await findActiveDataKey(db, scope))
      if (made === undefined) throw new Error('No data key is active after one was created.')
      return made
    } finally {
      key.fill(0)
    }
  }

  /** The active key for new data, or the given version for existing data. The caller zeroes it. */
  async function dataKey(db: Db, scope: string, version?: number): Promise<{ version: number; key: Buffer }> {
    requireRoot()
    if (version === undefined) {
      const row = await activeKey(db, scope)
      return { version: row.version, key: await unwrap(db, row) }
    }
    const row = await findDataKey(db, scope, version)
    if (row === undefined) throw new Unreadable('There is no data key of this version.')
    return { version: row.version, key: await unwrap(db, row) }
  }

  /**
   * A keyed hash under the active key of the scope, or under the version that an earlier hash names: a hash that was
   * stored before a rotation can still be compared.
   */
  async function hash(
    db: Db,
    label: string,
    message: string,
    keyVersion?: number,
  ): Promise<{ keyVersion: number; hash: Buffer }> {
    const { version, key } = await dataKey(db, systemScope, keyVersion)
    try {
      return { keyVersion: version, hash: keyedHash(key, label, message) }
    } finally {
      key.fill(0)
    }
  }

  async function seal(db: Db, place: Place, plaintext: Buffer): Promise<Buffer> {
    const scope = scopeOf(place)
    if (scope === undefined) throw new TypeError(`${place.table}.${place.field} is not listed as sealed.`)
    const format = scope === systemScope ? formats.single : formats.byPurpose
    const { version, key } = await dataKey(db, scope)
    try {
      return sealRecord(key, version, place, plaintext, format)
    } finally {
      key.fill(0)
    }
  }

  async function open(db: Db, place: Place, sealed: Buffer): Promise<Buffer> {
    requireRoot()
    const header = sealedWith(sealed)
    const scope = header?.format === formats.single ? singleScopeOf(place) : scopeOf(place)
    const row = header && scope !== undefined ? await findDataKey(db, scope, header.version) : undefined
    const key = row && (await unwrap(db, row))
    const plaintext = row && key && openRecord(key, row.version, place, sealed)
    key?.fill(0)
    if (plaintext === undefined) {
      log.error({ alert: 'vault_unreadable', ...place }, 'A sealed record cannot be opened.')
      throw new Unreadable('A sealed record cannot be opened.')
    }
    return plaintext
  }

  const job: Job = {
    name: 'vault-unlock',
    intervalMs: retryMilliseconds,
    async run() {
      if (stopped) return
      if (root === undefined) return void (await unlock())
      const current = await findRoot(pool)
      if (current !== undefined && current.id !== root?.id) await renew(pool)
    },
  }

  return {
    state,
    /** Why the vault is sealed; undefined while it is open. */
    sealedBecause: () => sealedBecause,
    /** The slot that was used to open the vault. */
    openedWith: () => openedWith,
    unlock,
    /** Fails with 503 `vault_sealed`. Called before work that needs the vault. */
    requireOpen(): void {
      requireRoot()
    },
    seal,
    open,
    hash,
    dataKey,
    /** The versions that the key of a scope has had, newest first. */
    keyVersions: listKeyVersions,
    /** Each data key is read and opened anew when it is needed next. */
    forgetKeys: () => cache.clear(),
    job,
    /** Zeroes all keys. Nothing can be sealed or opened afterwards. */
    async stop(): Promise<void> {
      stopped = true
      await unlocking
      root?.key.fill(0)
      root = undefined
      openedWith = undefined
      sealedBecause = 'not_unlocked'
      cache.clear()
    },
  }
}

/** What a token said is enough: where in our code it was heard is no help. */
function causeOf(error: unknown): { token_said: string } | { err: unknown } {
  return error instanceof TokenFault ? { token_said: error.message } : { err: error }
}

/** Of the system, or, up to 1.1.0, of an organization for everything. */
function singleScopeOf({ organizationId }: Place): string {
  return organizationId ?? systemScope
}
