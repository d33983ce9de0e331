import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createDurableFiles, type DurableFiles, writeAll } from '../files/durable-files.ts'
import type { OpenFile } from '../files/file-system.ts'
import { release } from '../release-buffer.ts'
import type { ReadSealed } from './sealed-stream.ts'

export type StoredBlob = { name: string; size: number; modifiedAt: Date }

/** Part of an unfinished upload, left behind by a crash. */
export type Leftover = { what: string; modifiedAt: Date; remove: () => Promise<void> }

/**
 * A store for encrypted blobs. Names are ids created by the service; the content of a blob never changes. Once `publish`
 * has resolved, the blob must survive a power failure.
 */
export type BlobStore = {
  /** The address as configured and stored with each version. It contains no credentials. */
  url: string
  createDraft(name: string): Promise<Draft>
  /** Stores a complete draft under this name. The draft no longer exists afterwards. */
  publish(name: string, draft: Draft): Promise<void>
  read(name: string): ReadSealed
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredBlob>
  leftovers(): AsyncIterable<Leftover>
  /** Directory for drafts, so that publishing can be a rename. */
  draftDirectory: string
  close(): void
}

/** There is no blob with this name. */
export class BlobMissing extends Error {
  override name = 'BlobMissing'
}

/** The store does not respond. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Whether the store itself failed, such as a full disk or a network error. */
export function isStorageError(error: unknown): boolean {
  return (
    error instanceof StoreUnavailable ||
    (error instanceof Error && ('syscall' in error || '$metadata' in error))
  )
}

export type Draft = {
  path: string
  /** The open file, which other threads may read until it is discarded. */
  fd: number
  size: number
  /** Takes the pieces over: their memory is given back once they are written. */
  append(pieces: Buffer[]): Promise<void>
  read: ReadSealed
  /** Writes everything that was appended, so that other readers of the file see it. */
  flush(): Promise<void>
  /** Syncs everything that was appended to disk. */
  sync(): Promise<void>
  /** Never fails: what cannot be deleted is a leftover. */
  discard(): Promise<void>
}

const draftSuffix = '.draft'
/** Small chunks are combined into writes of this size. */
const writeSize = 256 * 1024

/** A file to which encrypted content is written as it arrives. Only a complete one is published. */
export async function createDraft(
  directory: string,
  name: string,
  files: DurableFiles = createDurableFiles(),
): Promise<Draft> {
  await files.makeDirectory(directory)
  const path = join(directory, `${name}${draftSuffix}`)
  const file = await files.open(path, 'wx+', 0o600)
  let gathered: Buffer[] = []
  let gatheredSize = 0
  let written = 0
  let isOpen = true
  /** One chunk is written while the next one is collected. */
  let writing: Promise<void> = Promise.resolve()

  async function writeGathered() {
    await writing
    const pieces = gathered
    const position = written
    written += gatheredSize
    gathered = []
    gatheredSize = 0
    writing = writeAll(file, pieces, position).finally(() => pieces.forEach(release))
    // The next caller gets the error; this prevents an unhandled rejection.
    writing.catch(() => {})
  }

  async function flush() {
    await writeGathered()
    await writing
  }

  return {
    path,
    fd: file.fd,
    get size() {
      return written + gatheredSize
    },
    async append(pieces) {
      for (const piece of pieces) {
        gathered.push(piece)
        gatheredSize += piece.length
      }
      if (gatheredSize >= writeSize) await writeGathered()
    },
    async *read(from, to) {
      await flush()
      yield* readFile(file, from, to)
    },
    flush,
    async sync() {
      await flush()
      await file.sync()
    },
    async discard() {
      if (!isOpen) return
      isOpen = false
      gathered = []
      await writing.catch(() => {})
      await file.close().catch(() => {})
      await files.unlink(path).catch(() => {})
    },
  }
}

const readSize = 128 * 1024

export async function* readFile(
  file: Pick<OpenFile, 'read'>,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = Buffer.allocUnsafe(Math.min(readSize, to - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** Existing drafts: of running uploads, and of uploads that a crash interrupted. */
export async function* draftsIn(directory: string, files: DurableFiles): AsyncGenerator<Leftover> {
  for (const name of await readdir(directory).catch(nothingIfMissing)) {
    if (!name.endsWith(draftSuffix)) continue
    const path = join(directory, name)
    const found = await stat(path).catch(undefinedIfMissing)
    if (found) yield { what: name, modifiedAt: found.mtime, remove: () => files.remove(path) }
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Another process may delete a file that was just listed. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

export function nothingIfMissing(error: unknown): never[] {
  undefinedIfMissing(error)
  return []
}
