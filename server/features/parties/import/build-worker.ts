import { connectClient } from '../../../platform/db/primary/primary-client.ts'
import { isStorageFull } from '../../../platform/storage-full.ts'
import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { buildGeneration } from './build-generation.ts'
import type { BuildReply, BuildTask } from './build-pool.ts'
import { ImportRefused } from './import-refused.ts'

serveTasks<BuildTask, BuildReply>(async ({ url, generation, files }) => {
  try {
    const connect = () => connectClient(url, 'kontor register import')
    return { built: await buildGeneration({ generation, files, connect, onProgress: () => {} }) }
  } catch (error) {
    if (error instanceof ImportRefused && error.code !== 'busy')
      return { refused: { code: error.code, message: error.message } }
    if (isStorageFull(error)) return { refused: { code: 'storage_full', message: 'There is no space left.' } }
    throw error
  }
})
