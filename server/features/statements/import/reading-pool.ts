import type { Fault } from '../../../../contract/faults.ts'
import { unavailable } from '../../../platform/errors.ts'
import {
  createWorkerPool,
  type WorkerObserver,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import { damaged, StatementDamaged } from '../readers/damaged.ts'
import type { PreparedImport } from './prepare-import.ts'

export type ReadingTask = { content: Uint8Array<ArrayBuffer> }
export type ReadingResult = { prepared: PreparedImport } | { fault: Fault }

/** CPU time. A statement of 20 MiB takes about two seconds. */
const readingMs = 20_000
/** On a machine that is so busy, the import may succeed later. */
const waitMs = 60_000

export type ReadingPool = ReturnType<typeof createReadingPool>

/** Reads statements in a worker thread: one of 20 MiB would hold the event loop for seconds. */
export function createReadingPool({ observer }: { observer?: WorkerObserver } = {}) {
  const pool = createWorkerPool<ReadingTask, ReadingResult>({
    file: new URL('./reading-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 20,
    cpuMs: readingMs,
    timeoutMs: waitMs,
    observer,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  return {
    /** Takes the content with it. Throws StatementDamaged. */
    async read(content: Uint8Array<ArrayBuffer>): Promise<PreparedImport> {
      const result = await pool.run({ content }, [content.buffer]).catch(explain)
      if ('fault' in result) throw new StatementDamaged(result.fault)
      return result.prepared
    },
    close: pool.close,
  }
}

function explain(error: unknown): never {
  if (!(error instanceof WorkerPoolError)) throw error
  if (error.fault === 'out_of_cpu_time' || error.fault === 'out_of_memory')
    throw damaged('inspection_over_budget')
  if (error.fault === 'timed_out')
    throw unavailable('overloaded', 'The machine is too busy to read the statement just now.', 10)
  if (error.fault === 'full')
    throw unavailable('overloaded', 'Too many statements are being read just now.', 5)
  if (error.fault === 'closed') throw unavailable('shutting_down', 'The service is shutting down.', 2)
  throw new Error('Reading a statement failed.', { cause: error })
}
