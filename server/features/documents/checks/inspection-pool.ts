import { availableParallelism } from 'node:os'
import type { Fault } from '../../../../contract/api/faults.ts'
import { StoreUnavailable } from '../../../platform/blobs/blob-storage.ts'
import type { SealKey } from '../../../platform/blobs/sealed-stream.ts'
import { unavailable } from '../../../platform/errors.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import { ContentRefused, refused } from './content-check.ts'

export type InspectionTask = {
  /** The encrypted draft, open for reading. */
  fd: number
  key: Uint8Array<ArrayBuffer>
  record: Uint8Array
  /** Size of the content, without encryption. */
  size: number
  allowed: readonly string[]
}

export type InspectionResult = { contentType: string } | { fault: Fault } | { storageError: string }

/** CPU time. A real document of 20 MiB takes less than a second. */
const inspectionMs = 10_000
/** On a machine that is so busy, the upload may succeed later. */
const waitMs = 60_000

export type InspectionPool = ReturnType<typeof createInspectionPool>

/**
 * Inspects uploaded files in worker threads: they come from strangers, and a crafted one can take seconds or much memory.
 * A thread reads the encrypted draft itself. A file over the budget of CPU time or memory is refused, and its thread is
 * replaced.
 */
export function createInspectionPool({
  size = Math.max(1, Math.min(2, availableParallelism() - 1)),
  cpuMs = inspectionMs,
  ...surroundings
}: {
  size?: number
  cpuMs?: number | undefined
} & PoolSurroundings = {}) {
  const pool = createWorkerPool<InspectionTask, InspectionResult>({
    file: new URL('./inspection-worker.ts', import.meta.url),
    size,
    queueLimit: 100,
    lowPriority: true,
    cpuMs,
    timeoutMs: waitMs,
    ...surroundings,
    // A small young generation is collected often, and with it the buffers of chunks that were read.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 },
  })

  return {
    /** The type of the content. Throws ContentRefused. */
    async inspect(
      draft: { fd: number },
      seal: SealKey,
      { size, allowed }: Pick<InspectionTask, 'size' | 'allowed'>,
    ): Promise<string> {
      const key = new Uint8Array(seal.key)
      const task = { fd: draft.fd, key, record: seal.record, size, allowed }
      const result = await pool.run(task, [key.buffer]).catch(explain)
      if ('fault' in result) throw new ContentRefused(result.fault)
      if ('storageError' in result) throw new StoreUnavailable(result.storageError)
      return result.contentType
    },
    close: pool.close,
  }
}

function explain(error: unknown): never {
  if (!(error instanceof WorkerPoolError)) throw error
  if (error.fault === 'out_of_cpu_time' || error.fault === 'out_of_memory')
    throw refused('inspection_over_budget')
  if (error.fault === 'timed_out')
    throw unavailable('overloaded', 'The machine is too busy to check the file just now.', 10)
  if (error.fault === 'full') throw unavailable('overloaded', 'Too many files are being checked just now.', 5)
  if (error.fault === 'closed') throw unavailable('shutting_down', 'The service is shutting down.', 2)
  throw new Error('The inspection of a file failed.', { cause: error })
}
