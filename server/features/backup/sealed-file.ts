import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFile as readPieces } from '../../platform/blobs/blob-storage.ts'
import { createSealer, openSealed, SealBroken, sealedSize } from '../../platform/blobs/sealed-stream.ts'
import { type DurableFiles, writeAll } from '../../platform/files/durable-files.ts'
import { ArchiveRefused, damaged, type FileEntry, recordOf } from './archive.ts'

export interface ArchivePlace {
  directory: string
  id: string
  key: Buffer
}

/** Encrypts a new file of the backup, writes it and syncs it. */
export async function writeSealed(
  files: DurableFiles,
  { directory, id, key }: ArchivePlace,
  file: string,
  content: AsyncIterable<Buffer>,
): Promise<FileEntry> {
  const sealer = createSealer({ key, record: recordOf(id, file) })
  let size = 0
  async function* sealed() {
    yield sealer.header
    for await (const piece of content) {
      size += piece.length
      yield* sealer.push(piece)
    }
    yield* sealer.final()
  }
  const { sha256 } = await writeNew(files, join(directory, file), sealed())
  return { size, sha256 }
}

/** Decrypts a file of the backup. Each chunk is returned only after it was authenticated. */
export async function* readSealed(
  { directory, id, key }: ArchivePlace,
  file: string,
  size: number,
): AsyncGenerator<Buffer> {
  const handle = await openFile(directory, file)
  try {
    const seal = { key, record: recordOf(id, file) }
    yield* openSealed((from, to) => readPieces(handle, from, to), seal, size)
  } catch (error) {
    throw error instanceof SealBroken ? damaged(file) : error
  } finally {
    await handle.close()
  }
}

/** The caller syncs the directory, after its last file. */
export async function writeNew(
  files: DurableFiles,
  path: string,
  content: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  await files.makeDirectory(dirname(path))
  const handle = await files.open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      await writeAll(handle, [piece])
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** Throws if a file is missing or has another length or hash. */
export async function verifyFile(
  directory: string,
  file: string,
  { length, sha256 }: { length: number; sha256: string },
): Promise<void> {
  const handle = await openFile(directory, file)
  try {
    if ((await handle.stat()).size !== length) throw damaged(file)
    const hash = createHash('sha256')
    for await (const piece of readPieces(handle, 0, length)) hash.update(piece)
    if (hash.digest('hex') !== sha256) throw damaged(file)
  } finally {
    await handle.close()
  }
}

export function lengthOf({ size }: FileEntry): number {
  return sealedSize(size)
}

async function openFile(directory: string, file: string) {
  return open(join(directory, file)).catch(() => {
    throw new ArchiveRefused(`The backup is not complete: ${file} is missing.`)
  })
}
