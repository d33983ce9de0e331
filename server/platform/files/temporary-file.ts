import { createHash, randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A file without a name: it is gone as soon as it is closed, or the process has ended. */
export interface TemporaryFile {
  /** For `readSync` with a position, also in other threads of the process. */
  fd: number
  size: number
  sha256: Buffer
  close(): Promise<void>
}

/** Keeps on disk what comes in, so that it can be read several times without being in memory. */
export async function keepTemporarily(
  directory: string,
  content: AsyncIterable<Uint8Array>,
): Promise<TemporaryFile> {
  const path = join(directory, `.${randomBytes(8).toString('hex')}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      await writeAll(file, piece)
    }
    return { fd: file.fd, size, sha256: hash.digest(), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten
}
