import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { StatementDamaged } from '../readers/damaged.ts'
import { readStatement } from '../readers/read-statement.ts'
import { prepareImport } from './prepare-import.ts'
import type { ReadingResult, ReadingTask } from './reading-pool.ts'

serveTasks<ReadingTask, ReadingResult>(
  ({ content }) => {
    try {
      return { prepared: prepareImport(readStatement(content)) }
    } catch (error) {
      if (error instanceof StatementDamaged) return { fault: error.fault }
      throw error
    }
  },
  (result) => ('prepared' in result ? result.prepared.batches.map(({ buffer }) => buffer) : []),
)
