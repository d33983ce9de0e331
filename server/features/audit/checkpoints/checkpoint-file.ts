import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoints.ts'

/** Appends to the file and syncs it. A line that a crash left incomplete is ended first. */
export async function appendCheckpoints(path: string, checkpoints: readonly Checkpoint[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const handle = await open(path, 'a+', 0o640)
  try {
    const separator = (await endsInMidLine(handle)) ? '\n' : ''
    await handle.appendFile(separator + checkpoints.map(formatCheckpoint).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function endsInMidLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== 0x0a
}

/** The checkpoints of a file, oldest first; with `tailBytes`, only those at its end. A missing file has none. */
export async function readCheckpoints(
  path: string,
  { tailBytes }: { tailBytes?: number } = {},
): Promise<{ checkpoints: Checkpoint[]; unreadable: number }> {
  const size = await stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0
      throw error
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
