import type { RegisterFailure } from '../../../../contract/organizations/party-register.ts'
import { inMebibytes, mebibyte, memoryLimit } from '../../../platform/memory.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import type { Built } from './build-generation.ts'
import { ImportRefused } from './import-refused.ts'
import type { OpenedFile } from './sources.ts'

export interface BuildTask {
  url: string
  generation: number
  files: OpenedFile[]
}
export type BuildReply = { built: Built } | { refused: { code: RegisterFailure; message: string } }

const mostOfThread = 512 * mebibyte

/** Reads a register in a thread: it takes minutes of computing, and no file may take the memory of the service. */
export function createBuildPool({
  memory = memoryLimit(),
  ...surroundings
}: { memory?: number } & PoolSurroundings) {
  const pool = createWorkerPool<BuildTask, BuildReply>({
    file: new URL('./build-worker.ts', import.meta.url),
    size: 1,
    queueLimit: 1,
    lowPriority: true,
    ...surroundings,
    resourceLimits: { maxOldGenerationSizeMb: inMebibytes(Math.min(mostOfThread, memory / 4)) },
  })
  return {
    async build(task: BuildTask): Promise<Built> {
      const reply = await pool.run(task).catch((error: unknown) => {
        throw asRefusal(error)
      })
      if ('built' in reply) return reply.built
      throw new ImportRefused(reply.refused.code, reply.refused.message)
    },
    close: pool.close,
  }
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof WorkerPoolError)) return error
  if (error.fault === 'out_of_memory')
    return new ImportRefused('out_of_memory', 'The files need more memory than an import may use.')
  if (error.fault === 'closed') return new ImportRefused('interrupted', 'The service was stopped.')
  return error
}
