import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { WorkerSettings } from './serve-tasks.ts'

export interface ThreadOptions {
  lowPriority: boolean
  resourceLimits?: ResourceLimits | undefined
}

/** Where pools get their threads, and what becomes of those that have no task when a pool is closed. */
export interface Threads {
  take(file: URL, options: ThreadOptions): Worker
  release(worker: Worker): Promise<unknown>
}

/** All that threads have of the environment: where compiled code is kept. Without it, each would compile all of it again. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** Threads live as long as their pool. */
export const ownThreads: Threads = {
  take(file, { lowPriority, resourceLimits }) {
    return new Worker(file, {
      // Threads need no secrets of the environment and no options of the command line.
      env: compileCache,
      execArgv: [],
      workerData: { lowPriority } satisfies WorkerSettings,
      ...(resourceLimits && { resourceLimits }),
    })
  },
  release: (worker) => worker.terminate(),
}
