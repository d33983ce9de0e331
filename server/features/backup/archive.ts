import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { openRootKey, type WrappedRoot } from '../../platform/vault/root-key.ts'
import { openRecord, type Place, sealRecord } from '../../platform/vault/sealing.ts'
import type { TokenSlot } from '../../platform/vault/token.ts'
import { type OaepHash, oaepHashes } from '../../platform/vault/token-key.ts'

/**
 * A backup is a directory:
 *
 *   manifest.json        list of contents with hashes, authenticated with the key of the backup
 *   tables/<name>        rows in the text format of COPY, encrypted with the key of the backup
 *   documents            list of documents (one JSON object per line), encrypted with the key of the backup
 *   blobs/<xx>/<id>      blobs as in the store, each already encrypted with a key of its own
 *
 * The key of the backup is random and sealed with the root key of the vault. The manifest contains the slots of the
 * vault, which wrap the root key. A slot key (key file, environment, shares or token) opens the backup without a database.
 */
export interface Manifest {
  format: 1
  id: string
  created_at: string
  migrations: string[]
  tables: TableEntry[]
  documents: FileEntry & { count: number; bytes: number }
  vault: { root: { id: string; canary: string }; slots: ArchivedSlot[] }
  key: string
  mac: string
}

export interface ArchivedSlot {
  id: string
  wrapped_root_key: string
  /** Of slots that a token opens. */
  pkcs11?: { token: string; key: string; oaep_hash: OaepHash; wrapped_slot_key: string }
}

/** `size` is the size of the plaintext, `sha256` the hash of the file. */
export interface FileEntry {
  size: number
  sha256: string
}

export interface TableEntry extends FileEntry {
  name: string
  columns: string[]
  rows: number
}

export interface DocumentEntry {
  id: string
  size: number
  sha256: string
}

/** The archive is damaged or belongs to another vault. The message is one sentence for the operator. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}

const keyVersion = 1
export const manifestFile = 'manifest.json'

export function tableFile(name: string): string {
  return join('tables', name)
}

export const documentsFile = 'documents'

export function blobFile(id: string): string {
  return join('blobs', id.slice(-2), id)
}

/** Authenticated data of a file: a file moved to another name or backup cannot be opened. */
export function recordOf(backupId: string, file: string): Buffer {
  return Buffer.from(`backup/${backupId}/${file}`)
}

export function sealBackupKey(rootKey: Buffer, id: string, key: Buffer): string {
  return sealRecord(rootKey, keyVersion, keyPlace(id), key).toString('base64')
}

export function macOf(key: Buffer, manifest: Omit<Manifest, 'mac'>): string {
  const macKey = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'kontor backup manifest', 32))
  return createHmac('sha256', macKey).update(canonicalJson(manifest)).digest('hex')
}

/** The manifest, not yet authenticated. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(() => {
    throw new ArchiveRefused(`${directory} contains no ${manifestFile}: it is not a backup, or not complete.`)
  })
  const manifest = parse(text)
  if (manifest?.format !== 1) {
    throw new ArchiveRefused(`${manifestFile} cannot be read: it is damaged, or was made by a newer version.`)
  }
  return manifest
}

function parse(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Manifest
    const { id, migrations, tables, documents, vault, key, mac } = value
    const complete =
      [id, key, mac, vault.root.id, vault.root.canary].every((part) => typeof part === 'string') &&
      [migrations, tables, vault.slots].every(Array.isArray) &&
      typeof documents.size === 'number'
    return complete ? value : undefined
  } catch {
    return undefined
  }
}

/** The slots that a token opens. The manifest is not authenticated yet, so whatever looks odd is left out. */
export function tokenSlotsOf({ vault }: Manifest): TokenSlot[] {
  return vault.slots.flatMap(({ id, pkcs11 }) => {
    const texts = [id, pkcs11?.token, pkcs11?.key, pkcs11?.wrapped_slot_key]
    const isWhole =
      texts.every((text) => typeof text === 'string') && oaepHashes.includes(pkcs11?.oaep_hash as OaepHash)
    if (!isWhole || !pkcs11) return []
    const { token, key, oaep_hash, wrapped_slot_key } = pkcs11
    return [
      { id, token, token_key: key, oaep_hash, wrapped_slot_key: Buffer.from(wrapped_slot_key, 'base64') },
    ]
  })
}

/** Unwraps the key of the backup with one of the slot keys, and authenticates the manifest. The caller zeroes it. */
export function openArchive(manifest: Manifest, slotKeys: Buffer[]): Buffer {
  const wrapped: WrappedRoot = {
    root: { id: manifest.vault.root.id, canary: Buffer.from(manifest.vault.root.canary, 'base64') },
    slots: manifest.vault.slots.map(({ id, wrapped_root_key }) => ({
      id,
      wrapped_root_key: Buffer.from(wrapped_root_key, 'base64'),
    })),
  }
  for (const slotKey of slotKeys) {
    const rootKey = openRootKey(slotKey, wrapped)
    if (rootKey === undefined) continue
    const sealed = Buffer.from(manifest.key, 'base64')
    const key = openRecord(rootKey, keyVersion, keyPlace(manifest.id), sealed)
    rootKey.fill(0)
    if (key === undefined) throw damaged(manifestFile)
    const { mac, ...rest } = manifest
    const expected = Buffer.from(macOf(key, rest), 'hex')
    const actual = Buffer.from(mac, 'hex')
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw damaged(manifestFile)
    return key
  }
  throw new ArchiveRefused(
    'No available key opens the backup: it belongs to another vault, or the slot was added later.',
  )
}

export function damaged(file: string): ArchiveRefused {
  return new ArchiveRefused(`The backup is damaged: ${file} has changed.`)
}

function keyPlace(id: string): Place {
  return { organizationId: null, table: 'backups', record: id, field: 'key' }
}
