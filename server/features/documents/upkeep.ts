import { createHash } from 'node:crypto'
import { BlobMissing, type BlobStore, type Leftover } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { SealBroken, sealedSize } from '../../platform/blobs/sealed-stream.ts'
import type { Db } from '../../platform/db/database.ts'
import { Unreadable, type Vault } from '../../platform/vault/vault.ts'
import { openContent } from './document-content.ts'
import * as store from './document-store.ts'

export type Progress = (progress: { done: number; total: number }) => void

const batchSize = 200

export type Orphan = { store: string; what: string; remove: () => Promise<void> }

/**
 * Finds blobs without a version, and drafts and parts of unfinished uploads. Only those older than `before`, because
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
      const belonging = await store.knownBlobs(db, blobs.url, names)
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

/** The store of new uploads, and all others that versions refer to. */
async function storesInUse(db: Db, stores: BlobStores): Promise<BlobStore[]> {
  const urls = new Set([stores.current.url, ...(await store.listStores(db))])
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

export type Finding = { version: store.DocumentVersion; problem: string }

/** Reads the content of all versions and compares it with the stored hashes. */
export async function verifyDocuments(
  db: Db,
  { vault, stores, after }: { vault: Pick<Vault, 'open'>; stores: BlobStores; after?: string | undefined },
  onProgress: Progress,
): Promise<{ count: number; findings: Finding[] }> {
  const total = await store.totalStored(db, { after })
  const findings: Finding[] = []
  let count = 0
  onProgress({ done: 0, total })
  for await (const version of everyVersion(db, { after })) {
    const problem = await problemOf(db, { vault, stores }, version)
    if (problem) findings.push({ version, problem })
    count += 1
    onProgress({ done: count, total: Math.max(total, count) })
  }
  return { count, findings }
}

async function problemOf(
  db: Db,
  tools: { vault: Pick<Vault, 'open'>; stores: BlobStores },
  version: store.DocumentVersion,
): Promise<string | undefined> {
  try {
    const hash = createHash('sha256')
    for await (const piece of openContent(db, tools, version)) hash.update(piece)
    return hash.digest().equals(version.sha256)
      ? undefined
      : 'the hash of the content differs from that in its row'
  } catch (error) {
    if (error instanceof BlobMissing) {
      // It may have been moved to another store in the meantime.
      const again = await store.findVersion(db, version.organization_id, version.kind, version.version)
      if (again && again.store !== version.store) return problemOf(db, tools, again)
      return `the blob is missing in ${version.store}`
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
  const total = await store.totalStored(db, { notIn: to.url })
  let moved = 0
  let bytes = 0
  onProgress({ done: 0, total })
  for await (const version of everyVersion(db, { notIn: to.url })) {
    if (signal?.aborted) break
    const from = stores.at(version.store)
    await copyBlob(from, to, version)
    // The row is updated before the original is deleted, so that readers always find the blob.
    if (await store.moveVersion(db, version.id, version.store, to.url)) await from.remove(version.id)
    moved += 1
    bytes += version.size
    onProgress({ done: moved, total: Math.max(total, moved) })
  }
  return { moved, bytes }
}

async function copyBlob(from: BlobStore, to: BlobStore, { id, size }: store.DocumentVersion): Promise<void> {
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

async function* everyVersion(
  db: Db,
  { after, notIn }: { after?: string | undefined; notIn?: string },
): AsyncGenerator<store.DocumentVersion> {
  let last = after
  for (;;) {
    const batch = await store.listStored(db, { after: last, limit: batchSize, notIn })
    yield* batch
    last = batch.at(-1)?.id
    if (last === undefined) return
  }
}
