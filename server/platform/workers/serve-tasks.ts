import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

export type WorkerSettings = { lowPriority: boolean }
export type Reply<Result> = { result: Result } | { error: string }

/**
 * Called once by the module of a worker pool: runs `handle` for each task. The caller of the pool gets the message of an
 * error, so an error must not quote a secret. Buffers that `transferable` returns are moved to the caller, not copied.
 */
export function serveTasks<Task, Result>(
  handle: (task: Task) => Result | Promise<Result>,
  transferable: (result: Result) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (!port) throw new Error('This module runs in a worker thread.')
  if ((workerData as WorkerSettings).lowPriority) lowerPriority()

  port.on('message', async (task: Task) => {
    try {
      const result = await handle(task)
      port.postMessage({ result } satisfies Reply<Result>, transferable(result))
    } catch (error) {
      port.postMessage({
        error: error instanceof Error ? error.message : String(error),
      } satisfies Reply<Result>)
    }
  })
}

/**
 * On Linux a priority belongs to the thread; elsewhere this would lower the whole process. Not to the lowest priority: on
 * a machine that is always busy, the tasks would never end.
 */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  // A process that was started with an even lower priority may not raise it.
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL)
    setPriority(PRIORITY_BELOW_NORMAL)
}
