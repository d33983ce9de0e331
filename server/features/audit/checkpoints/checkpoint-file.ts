import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { errorCode } from '../../../platform/error-code.ts'
import type { DurableFiles } from '../../../platform/files/durable-files.ts'
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoints.ts'

/** How checkpoints are read from a file and appended to it. */
export interface CheckpointFile {
  readLast(path: string): Promise<Checkpoint | undefined>
  append(path: string, checkpoints: readonly Checkpoint[]): Promise<void>
}

/** Enough for the last checkpoints. */
export const tailBytes = 65_536

export function createCheckpointFile(files: DurableFiles): CheckpointFile {
  return {
    async readLast(path) {
      await files.settle(path).catch(unlessMissing)
      return (await readCheckpoints(path, { tailBytes })).checkpoints.at(-1)
    },
    append: (path, checkpoints) =>
      files.appendLines(path, checkpoints.map(formatCheckpoint).join(''), { mode: 0o640 }),
  }
}

/** The checkpoints of a file, oldest first; with `tailBytes`, only those at its end. A missing file has none. */
export async function readCheckpoints(
  path: string,
  { tailBytes }: { tailBytes?: number } = {},
): Promise<{ checkpoints: Checkpoint[]; unreadable: number }> {
  const size = await stat(path).then(
    ({ size }) => size,
    (error) => {
      unlessMissing(error)
      return 0
    },
  )
  if (size === 0) return { checkpoints: [], unreadable: 0 }
  const start = tailBytes === undefined ? 0 : Math.max(0, size - tailBytes)
  const checkpoints: Checkpoint[] = []
  let unreadable = 0
  let first = start > 0
  for await (const line of createInterface({ input: createReadStream(path, { start }) })) {
    const checkpoint = parseCheckpoint(line)
    if (checkpoint) checkpoints.push(checkpoint)
    // If reading starts inside the file, the first line is usually incomplete.
    else if (!first && line !== '') unreadable += 1
    first = false
  }
  return { checkpoints, unreadable }
}

function unlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error
}
