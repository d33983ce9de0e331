import { createWorkerPool, type PoolSurroundings } from '../workers/worker-pool.ts'
import type { SheetCell } from './sheet-xml.ts'

export interface SheetTask {
  /** As COPY writes them. */
  rows: Uint8Array<ArrayBuffer>
  cells: readonly SheetCell[]
  /** CRC-32 of the sheet so far. */
  checksum: number
}

export interface PackedRows {
  /** A part of a deflate stream, not the last one. */
  packed: Uint8Array<ArrayBuffer>
  /** Bytes before they were packed. */
  size: number
  /** With these rows. */
  checksum: number
  rows: number
}

export type SheetPool = ReturnType<typeof createSheetPool>

/** Writes and packs the rows of sheets in a thread: a million of them take ten seconds. Exports take turns, page by page. */
export function createSheetPool(surroundings: PoolSurroundings = {}) {
  return createWorkerPool<SheetTask, PackedRows>({
    file: new URL('./sheet-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 100,
    lowPriority: true,
    ...surroundings,
  })
}
