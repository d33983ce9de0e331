import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { BlobMissing } from '../../platform/blobs/blob-storage.ts'
import { findBlobStore, type ListedBlob, listBlobs } from '../../platform/blobs/listed-blobs.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { sealedSize } from '../../platform/blobs/sealed-stream.ts'
import { copyOut } from '../../platform/db/copy.ts'
import { newId } from '../../platform/db/ids.ts'
import { createDurableFiles, type DurableFiles } from '../../platform/files/durable-files.ts'
import { opensCanary } from '../../platform/vault/root-key.ts'
import { keyLength } from '../../platform/vault/sealing.ts'
import { readWrappedRoot } from '../../platform/vault/wrapped-root.ts'
import { blobTables } from '../stored-files/stored-files.ts'
import {
  type ArchivedSlot,
  ArchiveRefused,
  blobFile,
  documentsFile,
  type Manifest,
  macOf,
  manifestFile,
  sealBackupKey,
  type TableEntry,
  tableFile,
} from './archive.ts'
import { beginIncomplete, removeLeftovers } from './incomplete.ts'
import { type ArchivePlace, writeNew, writeSealed } from './sealed-file.ts'
import { columnsOf, identifier, listTables } from './tables.ts'

export type Progress = (step: 'database' | 'documents', done: number, total: number) => void

type Snapshot = Pick<Manifest, 'migrations' | 'vault' | 'tables'> & { documents: ListedBlob[] }

/**
 * Writes a backup while the service may be running. All tables are read in one snapshot. The blobs of its documents
 * exist and never change, so they are copied afterwards. The target gets its name when the backup is complete. What killed
 * backups left beside it is removed first.
 */
export async function createBackup({
  client,
  rootKey,
  stores,
  target,
  now,
  onProgress,
  onRemoved = () => {},
  beforeNamed,
  files = createDurableFiles(),
}: {
  client: pg.Client
  rootKey: Buffer
  stores: Pick<BlobStores, 'at'>
  target: string
  now: () => Date
  onProgress: Progress
  onRemoved?: (leftover: string) => void
  /** Records the backup. If it fails, there is none. */
  beforeNamed: (manifest: Manifest) => Promise<void>
  files?: DurableFiles
}): Promise<Manifest> {
  const final = resolve(target)
  if (await stat(final).catch(() => undefined)) throw new ArchiveRefused(`${target} already exists.`)
  for (const leftover of await removeLeftovers(client, final, files)) onRemoved(leftover)
  const id = newId()
  const key = randomBytes(keyLength)
  const { directory, demandLock, release } = await beginIncomplete(client, final, id)
  const place: ArchivePlace = { directory, id, key }
  try {
    const { documents: stored, ...snapshot } = await copyDatabase(client, rootKey, files, place, onProgress)
    let bytes = 0
    const list = await writeSealed(files, place, documentsFile, copyDocuments())
    async function* copyDocuments() {
      for (const [index, document] of stored.entries()) {
        onProgress('documents', index, stored.length)
        const { size, sha256 } = await copyDocument(client, stores, files, place, document)
        bytes += size
        yield Buffer.from(`${JSON.stringify({ id: document.id, size, sha256 })}\n`)
      }
      onProgress('documents', stored.length, stored.length)
    }
    const unsigned = {
      format: 1 as const,
      id,
      created_at: now().toISOString(),
      ...snapshot,
      documents: { ...list, count: stored.length, bytes },
      key: sealBackupKey(rootKey, id, key),
    }
    const manifest = { ...unsigned, mac: macOf(key, unsigned) }
    await files.writeFile(join(place.directory, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
    })
    await syncDirectories(files, place.directory, [
      ...snapshot.tables.map(({ name }) => tableFile(name)),
      ...stored.map(({ id }) => blobFile(id)),
    ])
    await beforeNamed(manifest)
    await demandLock()
    await files.move(place.directory, final)
    return manifest
  } catch (error) {
    // What cannot be deleted still has the name of an incomplete backup.
    await files.removeTree(place.directory).catch(() => {})
    throw error
  } finally {
    key.fill(0)
    await release()
  }
}

async function copyDatabase(
  client: pg.Client,
  rootKey: Buffer,
  files: DurableFiles,
  place: ArchivePlace,
  onProgress: Progress,
): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read, read only')
  try {
    const migrations = await client.query<{ name: string }>('select name from migrations order by name')
    const vault = await readWrappedRoot(client)
    const documents = await listBlobs(client, blobTables)
    if (!vault) throw new ArchiveRefused('There is no vault yet, so there is nothing to back up.')
    // The slots of the snapshot would not open what the previous root key seals.
    if (!opensCanary(rootKey, vault.root)) {
      throw new ArchiveRefused('The root key was rotated in the meantime: run the command again.')
    }
    const tables: TableEntry[] = []
    const all = await listTables(client)
    for (const [index, table] of all.entries()) {
      onProgress('database', index, all.length)
      let rows = 0
      async function* counted() {
        const text = `copy ${identifier(table.name)} (${columnsOf(table)}) to stdout`
        for await (const piece of copyOut(client, text)) {
          // COPY escapes line breaks inside values, so each line break ends a row.
          for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
          yield piece
        }
      }
      const entry = await writeSealed(files, place, tableFile(table.name), counted())
      tables.push({ ...table, ...entry, rows })
    }
    onProgress('database', all.length, all.length)
    await client.query('commit')
    return {
      migrations: migrations.rows.map(({ name }) => name),
      vault: {
        root: { id: vault.root.id, canary: vault.root.canary.toString('base64') },
        slots: vault.slots.map(archivedSlot),
      },
      tables,
      documents,
    }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function copyDocument(
  client: pg.Client,
  stores: Pick<BlobStores, 'at'>,
  files: DurableFiles,
  { directory }: ArchivePlace,
  { id, store, size }: ListedBlob,
): Promise<{ size: number; sha256: string }> {
  const path = join(directory, blobFile(id))
  const copy = (from: string) => writeNew(files, path, stores.at(from).read(id)(0, sealedSize(size)))
  try {
    return await copy(store)
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error
    // The blob was moved to another store after the snapshot.
    await files.remove(path)
    return copy((await findBlobStore(client, blobTables, id)) ?? store)
  }
}

function archivedSlot(
  slot: NonNullable<Awaited<ReturnType<typeof readWrappedRoot>>>['slots'][number],
): ArchivedSlot {
  const { id, token, token_key, oaep_hash, wrapped_slot_key } = slot
  const archived = { id, wrapped_root_key: slot.wrapped_root_key.toString('base64') }
  if (!token || !token_key || !oaep_hash || !wrapped_slot_key) return archived
  const wrapped = wrapped_slot_key.toString('base64')
  return { ...archived, pkcs11: { token, key: token_key, oaep_hash, wrapped_slot_key: wrapped } }
}

/** The directories of these files, each once. */
async function syncDirectories(files: DurableFiles, directory: string, paths: string[]): Promise<void> {
  for (const path of new Set(paths.map(dirname))) await files.syncDirectory(join(directory, path))
}
