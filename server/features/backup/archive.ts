import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../../platform/canonical-json.ts'
import { openRootKey, type WrappedRoot } from '../../platform/vault/root-key.ts'
import { openRecord, type Place, sealRecord } from '../../platform/vault/sealing.ts'

/**
 * A backup is a directory:
 *
 *   manifest.json        what is in it, with hashes; authenticated under the backup's key
 *   tables/<name>        rows in PostgreSQL's text COPY format, sealed under the backup's key
 *   documents            the list of documents (a JSON line each), sealed under the backup's key
 *   blobs/<xx>/<id>      documents as the store holds them: sealed already, each under a key of its own
 *
 * The backup's key is random and sealed under the vault's root key. The manifest carries the vault's slots, which wrap
 * the root key: whoever has a slot's key (the key file, the environment's, enough shares) opens it without a database.
 */
export interface Manifest {
  format: 1
  id: string
  created_at: string
  migrations: string[]
  tables: TableEntry[]
  documents: FileEntry & { count: number; bytes: number }
  vault: { root: { id: string; canary: string }; slots: { id: string; wrapped_root_key: string }[] }
  key: string
  mac: string
}

/** `size` is that of the content, `sha256` of the file as it lies there. */
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

/** The archive is damaged, foreign, or not what it says; the message is one sentence for the operator. */
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

/** What a sealed file of the backup stands for: moved to another name or backup it does not open. */
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

/** The manifest as it lies there, not yet proved by any key. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestFile), 'utf8').catch(() => {
    throw new ArchiveRefused(`${directory} holds no ${manifestFile}: it is no backup, or not a complete one.`)
  })
  const manifest = parse(text)
  if (manifest?.format !== 1) {
    throw new ArchiveRefused(`The ${manifestFile} cannot be read: it is damaged, or of a newer version.`)
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

/** The backup's key, by one of these keys of slots; the caller zeroes it. Proves the manifest with it. */
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
    const given = Buffer.from(mac, 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw damaged(manifestFile)
    return key
  }
  throw new ArchiveRefused(
    'No key at hand opens this backup: it is of another vault, or its slot was not there yet.',
  )
}

export function damaged(file: string): ArchiveRefused {
  return new ArchiveRefused(`The backup is damaged: ${file} is not what was written.`)
}

function keyPlace(id: string): Place {
  return { organizationId: null, table: 'backups', record: id, field: 'key' }
}
