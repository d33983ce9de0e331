import { createWorkerPool, type WorkerObserver } from '../../../platform/workers/worker-pool.ts'
import type { PaperContent } from './paper-content.ts'

export type PdfPool = ReturnType<typeof createPdfPool>

/** Makes PDFs in a worker thread: the first one takes half a second of CPU time, most of it to read the font. */
export function createPdfPool({ observer }: { observer?: WorkerObserver } = {}) {
  const pool = createWorkerPool<PaperContent, Uint8Array<ArrayBuffer>>({
    file: new URL('./pdf-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 100,
    lowPriority: true,
    cpuMs: 30_000,
    timeoutMs: 60_000,
    observer,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return {
    async render(content: PaperContent): Promise<Buffer> {
      return Buffer.from((await pool.run(content)).buffer)
    },
    close: pool.close,
  }
}
