import { read } from 'node:fs'
import { promisify } from 'node:util'
import { isStorageError, readFile } from '../../../platform/blobs/blob-storage.ts'
import { openSealed } from '../../../platform/blobs/sealed-stream.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { ContentRefused } from './content-check.ts'
import { inspectContent } from './content-inspection.ts'
import type { InspectionResult, InspectionTask } from './inspection-pool.ts'

const readAt = promisify(read)

serveTasks(async ({ fd, key, record, size, allowed }: InspectionTask): Promise<InspectionResult> => {
  const seal = { key: Buffer.from(key.buffer), record: Buffer.from(record) }
  // Files are open for the whole process. The main thread closes this one, also when it ends this thread.
  const file = {
    read: (buffer: Buffer, offset: number, length: number, position: number) =>
      readAt(fd, buffer, offset, length, position),
  }
  try {
    const contentType = await inspectContent(
      (start, end) => openSealed((from, to) => readFile(file, from, to), seal, size, { start, end }),
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
