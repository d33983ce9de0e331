import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type DurableFiles, writeAll } from './durable-files.ts'
import type { OpenFile } from './file-system.ts'

// The rows of a chunk are read at once, and must not hold the event loop.
const chunkSize = 16 * 1024

export interface UploadedFile {
  name: string
  /** For reading with a position, also in other threads of the process. */
  fd: number
  size: number
  sha256: string
  open(): AsyncIterable<Buffer>
}

/** The files together are larger than allowed. */
export class FilesTooLarge extends Error {
  override name = 'FilesTooLarge'
}

export type UploadedFiles = ReturnType<typeof createUploadedFiles>

/**
 * Files of one upload. Their names are removed as soon as they are open, so that nothing is left of them once they are
 * closed, also when the process is killed.
 */
export function createUploadedFiles(
  files: Pick<DurableFiles, 'open' | 'unlink' | 'makeDirectory'>,
  directory: string,
  mostBytes: number,
) {
  const opened: OpenFile[] = []
  let size = 0
  return {
    async take(content: Readable, name: string): Promise<UploadedFile> {
      await files.makeDirectory(directory)
      const path = join(directory, `${randomBytes(12).toString('hex')}.part`)
      const file = await files.open(path, 'wx+', 0o600)
      opened.push(file)
      await files.unlink(path)
      const hash = createHash('sha256')
      const before = size
      for await (const piece of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += piece.length
        if (size > mostBytes) throw new FilesTooLarge('The files are too large.')
        hash.update(piece)
        await writeAll(file, [piece])
      }
      return { name, fd: file.fd, size: size - before, sha256: hash.digest('hex'), open: () => read(file) }
    },
    async discard(): Promise<void> {
      await Promise.all(opened.map((file) => file.close()))
    },
  }
}

async function* read(file: OpenFile): AsyncGenerator<Buffer> {
  let position = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkSize)
    const { bytesRead } = await file.read(chunk, 0, chunkSize, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** What is shown of the name of a file: old browsers send a path. */
export function fileName(name: string): string {
  return name.split(/[\\/]/).at(-1)?.slice(0, 255) || 'file'
}
