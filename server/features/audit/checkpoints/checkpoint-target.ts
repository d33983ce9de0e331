import type { Logger } from 'pino'
import type { CheckpointFile } from './checkpoint-file.ts'
import type { Checkpoint } from './checkpoints.ts'

const minute = 60_000
/** Later checkpoints also cover the rows of earlier ones, so the oldest may be dropped if a file fails for long. */
const maxWaiting = 10_000

export type CheckpointTarget = ReturnType<typeof createCheckpointTarget>

/**
 * A file that gets the checkpoints, with a position of its own: a file that fails neither stops the others nor makes
 * them repeat lines.
 */
export function createCheckpointTarget(
  path: string,
  { log, now, file }: { log: Logger; now: () => Date; file: CheckpointFile },
) {
  /** The row of the last line; undefined until the file was read, and again after a failure. */
  let position: number | undefined
  let waiting: Checkpoint[] = []
  let lastAdded = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let failing = false

  /** Also if the time is ahead: after the clock was set back, waiting for it could take hours. */
  const isMinuteAgo = (time: number) => now().getTime() >= time + minute || now().getTime() < time
  const isDue = (force: boolean) => force || isMinuteAgo(failedAt)

  /** After a failure the file itself shows which lines were written. */
  async function locate(): Promise<Checkpoint | undefined> {
    const last = await file.readLast(path)
    position = last?.seq ?? 0
    waiting = waiting.filter(({ seq }) => seq > (position as number))
    return last
  }

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const { message } = error as Error
      if (!failing) {
        log.error(
          { alert: 'audit_checkpoints_not_written', file: path, err: { message } },
          'Checkpoints of the audit log cannot be written to this file. They will be once it works again.',
        )
      }
      failing = true
      position = undefined
      failedAt = now().getTime()
      throw new Error(`Checkpoints cannot be written to ${path}: ${message}`)
    }
  }

  return {
    /** Finds the position if it is not known; returns the checkpoint there. A file that failed is read a minute later. */
    async prepare(force: boolean): Promise<Checkpoint | undefined> {
      if (position !== undefined || !isDue(force)) return undefined
      return guarded(locate)
    },

    /** The last row with a checkpoint in the file or waiting for it; undefined while the file cannot be read. */
    after: (): number | undefined => waiting.at(-1)?.seq ?? position,

    isMinuteOver: (): boolean => isMinuteAgo(lastAdded),

    /** For a chain that ends before the position. */
    moveBack(seq: number): void {
      position = seq
      waiting = waiting.filter((checkpoint) => checkpoint.seq <= seq)
    },

    add(checkpoints: readonly Checkpoint[]): void {
      if (checkpoints.length === 0) return
      waiting = [...waiting, ...checkpoints].slice(-maxWaiting)
      lastAdded = now().getTime()
    },

    /** Writes what waits. */
    async flush(force: boolean): Promise<void> {
      if (waiting.length === 0 || position === undefined || !isDue(force)) return
      await guarded(() => file.append(path, waiting))
      position = waiting.at(-1)?.seq
      waiting = []
      failing = false
      failedAt = Number.NEGATIVE_INFINITY
    },
  }
}
