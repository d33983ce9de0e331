import { inMebibytes, mebibyte, memoryLimit } from '../../../platform/memory.ts'
import { createWorkerPool, type PoolSurroundings } from '../../../platform/workers/worker-pool.ts'
import type { Printed } from './render-paper.ts'

export type PdfPool = ReturnType<typeof createPdfPool>

const mostOfThread = 256 * mebibyte

/** Makes PDFs in a worker thread: the first one takes half a second of CPU time, most of it to read the font. */
export function createPdfPool(surroundings: PoolSurroundings = {}) {
  const pool = createWorkerPool<Printed, Uint8Array<ArrayBuffer>>({
    file: new URL('./pdf-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 100,
    lowPriority: true,
    cpuMs: 30_000,
    timeoutMs: 60_000,
    ...surroundings,
    resourceLimits: { maxOldGenerationSizeMb: inMebibytes(Math.min(mostOfThread, memoryLimit() / 4)) },
  })
  return {
    async render(content: Printed): Promise<Buffer> {
      return Buffer.from((await pool.run(content)).buffer)
    },
    close: pool.close,
  }
}
