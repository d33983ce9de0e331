import { readSync } from 'node:fs'
import { isStorageError } from '../../../platform/blobs/blob-storage.ts'
import { chunkSize, headerSize, openSealed, sealedSize } from '../../../platform/blobs/sealed-stream.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { ContentRefused } from './content-check.ts'
import { inspectContent } from './content-inspection.ts'
import type { InspectionResult, InspectionTask } from './inspection-pool.ts'

const sealedChunkSize = sealedSize(chunkSize) - headerSize

serveTasks(async ({ fd, key, record, size, allowed }: InspectionTask): Promise<InspectionResult> => {
  const seal = { key: Buffer.from(key.buffer), record: Buffer.from(record) }
  try {
    const contentType = await inspectContent(
      (start, end) => openSealed((from, to) => readDraft(fd, from, to), seal, size, { start, end }),
      size,
      allowed,
    )
    return { contentType }
  } catch (error) {
    if (error instanceof ContentRefused) return { fault: error.fault }
    if (isStorageError(error)) return { storageError: (error as Error).message }
    throw error
  } finally {
    key.fill(0)
  }
})

/**
 * The header, then chunk by chunk, into one buffer: each chunk is decrypted before the next one is read. The file is
 * open for the whole process. The main thread closes it, also when it ends this thread.
 */
async function* readDraft(fd: number, from: number, to: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(sealedChunkSize)
  for (let at = from; at < to; ) {
    // The header is needed for every chunk.
    const buffer = at === 0 ? Buffer.allocUnsafe(headerSize) : chunk
    const piece = readFully(fd, buffer.subarray(0, to - at), at)
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}

function readFully(fd: number, buffer: Buffer, position: number): Buffer {
  let done = 0
  while (done < buffer.length) {
    const bytesRead = readSync(fd, buffer, done, buffer.length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return buffer.subarray(0, done)
}
