import { createHash } from 'node:crypto'
import {
  countBlobRows,
  type FoundBlob,
  findBlobRow,
  knownBlobs,
  listBlobRows,
  listBlobStores,
  moveBlobRow,
} from '../../platform/blobs/blob-rows.ts'
import { BlobMissing, type BlobStore, type Leftover } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { SealBroken, sealedSize } from '../../platform/blobs/sealed-stream.ts'
import type { Db } from '../../platform/db/database.ts'
import { Unreadable, type Vault } from '../../platform/vault/vault.ts'
import { blobTables, storedFilesOf } from './stored-files.ts'

export type Progress = (progress: { done: number; total: number }) => void

const batchSize = 200

export type Orphan = { store: string; what: string; remove: () => Promise<void> }

/**
 * Finds blobs that no row names, and drafts and parts of unfinished uploads. Only those older than `before`, because
 * newer ones may belong to running uploads.
 */
export async function findOrphans(
  db: Db,
  stores: BlobStores,
  before: Date,
): Promise<{ orphans: Orphan[]; known: number }> {
  const orphans: Orphan[] = []
  let known = 0
  for (const blobs of await storesInUse(db, stores)) {
    for await (const names of inBatches(oldBlobs(blobs, before))) {
      const belonging = await knownBlobs(db, blobTables, blobs.url, names)
      known += belonging.size
      for (const name of names.filter((name) => !belonging.has(name))) {
        orphans.push({ store: blobs.url, what: name, remove: () => blobs.remove(name) })
      }
    }
    for await (const { what, modifiedAt, remove } of blobs.leftovers() as AsyncIterable<Leftover>) {
      if (modifiedAt < before) orphans.push({ store: blobs.url, what, remove })
    }
  }
  return { orphans, known }
}

/** The store of new files, and all others that rows refer to. */
async function storesInUse(db: Db, stores: BlobStores): Promise<BlobStore[]> {
  const urls = new Set([stores.current.url, ...(await listBlobStores(db, blobTables))])
  return [...urls].map((url) => stores.at(url))
}

/** Files with other names do not belong to the service and are ignored. */
async function* oldBlobs(blobs: BlobStore, before: Date): AsyncGenerator<string> {
  for await (const { name, modifiedAt } of blobs.list()) {
    if (modifiedAt < before && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) yield name
  }
}

async function* inBatches(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

export type Finding = { file: FoundBlob; problem: string }

/** Reads the content of all stored files and compares it with the stored hashes. */
export async function verifyDocuments(
  db: Db,
  { vault, stores, after }: { vault: Pick<Vault, 'open'>; stores: BlobStores; after?: string | undefined },
  onProgress: Progress,
): Promise<{ count: number; findings: Finding[] }> {
  const total = await countBlobRows(db, blobTables, { after })
  const findings: Finding[] = []
  let count = 0
  onProgress({ done: 0, total })
  for await (const file of everyFile(db, { after })) {
    const problem = await problemOf(db, { vault, stores }, file)
    if (problem) findings.push({ file, problem })
    count += 1
    onProgress({ done: count, total: Math.max(total, count) })
  }
  return { count, findings }
}

async function problemOf(
  db: Db,
  tools: { vault: Pick<Vault, 'open'>; stores: BlobStores },
  file: FoundBlob,
): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const piece of storedFilesOf(file.table).openContent(db, tools, file)) hash.update(piece)
    return hash.digest().equals(file.sha256)
      ? undefined
      : 'the hash of the content differs from that in its row'
  } catch (error) {
    if (error instanceof BlobMissing) {
      // It may have been moved to another store in the meantime.
      const again = await findBlobRow(db, blobTables, file.id)
      if (again && again.store !== file.store) return problemOf(db, tools, again)
      return `the blob is missing in ${file.store}`
    }
    if (error instanceof SealBroken) return `the content cannot be decrypted: ${error.message}`
    if (error instanceof Unreadable) return 'the content key cannot be opened'
    throw error
  }
}

/** Moves all blobs to one store, one by one, so that it can be interrupted and repeated. */
export async function moveDocuments(
  db: Db,
  { stores, to }: { stores: BlobStores; to: BlobStore },
  onProgress: Progress,
  signal?: AbortSignal,
): Promise<{ moved: number; bytes: number }> {
  const total = await countBlobRows(db, blobTables, { notIn: to.url })
  let moved = 0
  let bytes = 0
  onProgress({ done: 0, total })
  for await (const file of everyFile(db, { notIn: to.url })) {
    if (signal?.aborted) break
    const from = stores.at(file.store)
    await copyBlob(from, to, file)
    // The row is updated before the original is deleted, so that readers always find the blob.
    if (await moveBlobRow(db, file, to.url)) await from.remove(file.id)
    moved += 1
    bytes += file.size
    onProgress({ done: moved, total: Math.max(total, moved) })
  }
  return { moved, bytes }
}

async function copyBlob(from: BlobStore, to: BlobStore, { id, size }: FoundBlob): Promise<void> {
  const length = sealedSize(size)
  const draft = await to.createDraft(id)
  try {
    const sent = createHash('sha256')
    for await (const piece of from.read(id)(0, length)) {
      sent.update(piece)
      await draft.append([piece])
    }
    if (draft.size !== length) throw new SealBroken(`The blob ${id} is truncated.`)
    await to.publish(id, draft)
    const arrived = createHash('sha256')
    for await (const piece of to.read(id)(0, length)) arrived.update(piece)
    if (!arrived.digest().equals(sent.digest())) {
      throw new Error(`The copy of the blob ${id} in ${to.url} differs from the original.`)
    }
  } finally {
    await draft.discard()
  }
}

async function* everyFile(
  db: Db,
  { after, notIn }: { after?: string | undefined; notIn?: string },
): AsyncGenerator<FoundBlob> {
  let last = after
  for (;;) {
    const batch = await listBlobRows(db, blobTables, { after: last, limit: batchSize, notIn })
    yield* batch
    last = batch.at(-1)?.id
    if (last === undefined) return
  }
}
