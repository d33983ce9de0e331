import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadSealed } from './sealed-stream.ts'

export type StoredBlob = { name: string; size: number; modifiedAt: Date }

/** A part of an upload that nobody finished: what a crash leaves behind. */
export type Leftover = { what: string; modifiedAt: Date; remove: () => Promise<void> }

/**
 * Where sealed content lives. Names are ids made by the service; content never changes under its name.
 * Whoever implements this promises: once `publish` resolves, the blob survives a power cut.
 */
export type BlobStore = {
  /** As it is configured and noted with each version; holds no credentials. */
  url: string
  /** Takes over a finished draft under this name. The draft is gone afterwards. */
  publish(name: string, draft: Draft): Promise<void>
  read(name: string): ReadSealed
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredBlob>
  leftovers(): AsyncIterable<Leftover>
  /** Where drafts are to be made, so that publishing can be a rename. */
  draftDirectory: string
  close(): void
}

/** No blob under this name. */
export class BlobMissing extends Error {
  override name = 'BlobMissing'
}

/** The store does not respond. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** Whether it is the store that failed (a full disk, a network that is away), and not what was done with it. */
export function isStorageError(error: unknown): boolean {
  return (
    error instanceof StoreAway || (error instanceof Error && ('syscall' in error || '$metadata' in error))
  )
}

export type Draft = {
  path: string
  size: number
  append(pieces: Buffer[]): Promise<void>
  read: ReadSealed
  /** All that was appended is on the disk itself. */
  sync(): Promise<void>
  discard(): Promise<void>
}

const draftSuffix = '.draft'
/** Small pieces are gathered to writes of this size. */
const writeSize = 256 * 1024

/** A file that sealed content is written to as it arrives. Only a finished one is published. */
export async function createDraft(directory: string, name: string): Promise<Draft> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, `${name}${draftSuffix}`)
  const file = await open(path, 'wx+', 0o600)
  let gathered: Buffer[] = []
  let gatheredSize = 0
  let written = 0
  let isOpen = true
  /** The disk works on one piece while the next one is gathered. */
  let writing: Promise<void> = Promise.resolve()

  async function writeGathered() {
    await writing
    const pieces = gathered
    const position = written
    written += gatheredSize
    gathered = []
    gatheredSize = 0
    writing = writeAll(file, pieces, position)
    // Whoever waits for it next is told; until then it must not count as unhandled.
    writing.catch(() => {})
  }

  async function flush() {
    await writeGathered()
    await writing
  }

  return {
    path,
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
    async sync() {
      await flush()
      await file.datasync()
    },
    async discard() {
      if (!isOpen) return
      isOpen = false
      gathered = []
      await writing.catch(() => {})
      await file.close()
      await rm(path, { force: true })
    },
  }
}

/** A short write (a full disk, a signal) is continued or fails; it is never taken for a whole one. */
async function writeAll(file: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (total === 0) return
  const { bytesWritten } = await file.writev(pieces, position)
  if (bytesWritten === total) return
  let rest = Buffer.concat(pieces).subarray(bytesWritten)
  let at = position + bytesWritten
  while (rest.length > 0) {
    const { bytesWritten: more } = await file.write(rest, 0, rest.length, at)
    rest = rest.subarray(more)
    at += more
  }
}

const readSize = 128 * 1024

export async function* readFile(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = Buffer.allocUnsafe(Math.min(readSize, to - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** Drafts that lie there: of uploads that run just now, and of those that a crash cut short. */
export async function* draftsIn(directory: string): AsyncGenerator<Leftover> {
  for (const name of await readdir(directory).catch(nothingIfMissing)) {
    if (!name.endsWith(draftSuffix)) continue
    const path = join(directory, name)
    const found = await stat(path).catch(undefinedIfMissing)
    if (found) yield { what: name, modifiedAt: found.mtime, remove: () => rm(path, { force: true }) }
  }
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Another process may remove what was just listed. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

export function nothingIfMissing(error: unknown): never[] {
  undefinedIfMissing(error)
  return []
}
