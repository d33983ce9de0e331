import { readSync } from 'node:fs'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { StatementDamaged } from '../readers/damaged.ts'
import type { Bytes } from '../readers/text.ts'
import { type Batch, prepareBatches, prepareImport } from './prepare-import.ts'
import type { ReadingResult, ReadingTask } from './reading-pool.ts'

/** Files whose batches are being asked for, by the number of the reading. */
const readings = new Map<number, { batches: Generator<Batch>; next: number }>()

serveTasks<ReadingTask, ReadingResult>(
  (task) => {
    try {
      return run(task)
    } catch (error) {
      if (error instanceof StatementDamaged) return { fault: error.fault }
      throw error
    }
  },
  (result) => ('batch' in result && result.batch ? [result.batch.json.buffer] : []),
)

function run(task: ReadingTask): ReadingResult {
  if (task.kind === 'prepare') return { prepared: prepareImport(bytesOf(task.fd)) }
  if (task.kind === 'end') {
    readings.delete(task.reading)
    return { batch: null }
  }
  if (task.batch === 0) readings.set(task.reading, { batches: prepareBatches(bytesOf(task.fd)), next: 0 })
  const reading = readings.get(task.reading)
  // The thread that began to read it was lost.
  if (reading?.next !== task.batch) throw new Error('The reading of the statement was interrupted.')
  reading.next += 1
  const { done, value } = reading.batches.next()
  return { batch: done ? null : value }
}

const pieceBytes = 64 * 1024

/** The bytes of a file, from its beginning each time, whatever others have read of it. */
function bytesOf(fd: number): Bytes {
  return function* () {
    const buffer = new Uint8Array(pieceBytes)
    let position = 0
    for (;;) {
      const length = readSync(fd, buffer, 0, pieceBytes, position)
      if (length === 0) return
      position += length
      yield buffer.subarray(0, length)
    }
  }
}
