import type { Fault } from '../../../../contract/api/faults.ts'
import { unavailable } from '../../../platform/errors.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import { damaged, StatementDamaged } from '../readers/damaged.ts'
import type { Batch, PreparedImport } from './prepare-import.ts'

export type ReadingTask =
  | { kind: 'prepare'; fd: number }
  | { kind: 'batch'; fd: number; reading: number; batch: number }
  | { kind: 'end'; reading: number }
export type ReadingResult = { prepared: PreparedImport } | { batch: Batch | null } | { fault: Fault }

/** CPU time. A statement of 20 MiB takes about three seconds. */
const readingMs = 20_000
/** On a machine that is so busy, the import may succeed later. */
const waitMs = 60_000

export type ReadingPool = ReturnType<typeof createReadingPool>

/**
 * Reads statements in a worker thread: one of 20 MiB would hold the event loop for seconds. The thread has little memory:
 * it never has more of a file than a piece and a batch of lines.
 */
export function createReadingPool(surroundings: PoolSurroundings = {}) {
  const pool = createWorkerPool<ReadingTask, ReadingResult>({
    file: new URL('./reading-worker.ts', import.meta.url),
    // One thread: it keeps the place in each file whose batches are being asked for.
    size: 1,
    queueLimit: 20,
    cpuMs: readingMs,
    timeoutMs: waitMs,
    ...surroundings,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  })
  let readings = 0

  async function run(task: ReadingTask): Promise<Exclude<ReadingResult, { fault: Fault }>> {
    const result = await pool.run(task).catch(explain)
    if ('fault' in result) throw new StatementDamaged(result.fault)
    return result
  }

  return {
    /** Reads a whole file and keeps no line of it. Throws StatementDamaged. */
    async prepare({ fd }: { fd: number }): Promise<PreparedImport> {
      return ((await run({ kind: 'prepare', fd })) as { prepared: PreparedImport }).prepared
    },

    /** The lines of a file that was prepared. The next batch is read when it is asked for. */
    async *batches({ fd }: { fd: number }): AsyncGenerator<Batch> {
      readings += 1
      const reading = readings
      try {
        for (let batch = 0; ; batch += 1) {
          const result = (await run({ kind: 'batch', fd, reading, batch })) as { batch: Batch | null }
          if (result.batch === null) return
          yield result.batch
        }
      } finally {
        await run({ kind: 'end', reading }).catch(() => {})
      }
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
