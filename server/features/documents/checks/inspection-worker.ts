import { type FileHandle, open } from 'node:fs/promises'
import { isStorageError, readFile } from '../../../platform/blobs/blob-storage.ts'
import { openSealed } from '../../../platform/blobs/sealed-stream.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { ContentRefused } from './content-check.ts'
import { inspectContent } from './content-inspection.ts'
import type { InspectionResult, InspectionTask } from './inspection-pool.ts'

serveTasks(async ({ path, key, record, size, allowed }: InspectionTask): Promise<InspectionResult> => {
  const seal = { key: Buffer.from(key.buffer), record: Buffer.from(record) }
  let file: FileHandle | undefined
  try {
    const draft = await open(path, 'r')
    file = draft
    const read = (from: number, to: number) => readFile(draft, from, to)
    const contentType = await inspectContent(
      (start, end) => openSealed(read, seal, size, { start, end }),
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
    await file?.close()
  }
})
