import type { Worker } from 'node:worker_threads'
import { ownThreads, type Threads } from '../../../server/platform/workers/threads.ts'

const resting = new Map<string, Worker[]>()
const kinds = new WeakMap<Worker, string>()

/**
 * Threads that outlive the service that started them: to load the code of wallets again in each file would be a quarter
 * of all tests. A thread keeps nothing of a task. They run at normal priority, as nobody else's requests go first.
 */
export const keptThreads: Threads = {
  take(file, { resourceLimits }) {
    const kind = `${file} ${JSON.stringify(resourceLimits)}`
    const kept = resting.get(kind)?.pop()
    if (kept) return kept.removeAllListeners('exit')
    const worker = ownThreads.take(file, { lowPriority: false, resourceLimits })
    kinds.set(worker, kind)
    return worker
  },
  async release(worker) {
    const kind = kinds.get(worker) as string
    const others = resting.get(kind) ?? []
    resting.set(kind, [...others, worker])
    // It has no pool that would learn of it.
    worker.once('exit', () => resting.set(kind, resting.get(kind)?.filter((one) => one !== worker) ?? []))
  },
}
