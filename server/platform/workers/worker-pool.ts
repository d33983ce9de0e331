import type { ResourceLimits, Worker } from 'node:worker_threads'
import type { Reply } from './serve-tasks.ts'
import { ownThreads, type Threads } from './threads.ts'

/**
 * Why a task has no result: it was refused (`full`, `closed`), its function threw (`failed`), or its thread was lost
 * (`timed_out`, `out_of_cpu_time`, `out_of_memory`, `crashed`).
 */
export type WorkerFault =
  | 'full'
  | 'closed'
  | 'failed'
  | 'timed_out'
  | 'out_of_cpu_time'
  | 'out_of_memory'
  | 'crashed'

export class WorkerPoolError extends Error {
  override name = 'WorkerPoolError'
  readonly fault: WorkerFault

  constructor(fault: WorkerFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type TaskOutcome = 'success' | Exclude<WorkerFault, 'full'>

/** Learns what happens in a pool, for metrics. */
export interface WorkerObserver {
  /** The numbers of tasks after one was added, started or ended. */
  changed(tasks: { waiting: number; running: number }): void
  /** A task was given to a thread after this wait. */
  started(waitSeconds: number): void
  ended(outcome: TaskOutcome, runSeconds: number): void
  /** A task was not accepted because the queue was full. */
  refused(): void
}

/** What a service gives to each of its pools. */
export interface PoolSurroundings {
  observer?: WorkerObserver | undefined
  /** Where threads come from; the pool's own unless given. */
  source?: Threads | undefined
}
/** The surroundings of the pool with this name, which is that of its metrics. */
export type ThreadPools = (pool: string) => PoolSurroundings

export interface WorkerPoolOptions extends PoolSurroundings {
  /** The module that runs in the threads; it calls `serveTasks`. */
  file: URL
  /** Threads at most. They start with the first tasks, not with the pool. */
  size: number
  /** Tasks that may wait for a thread; further ones are refused. */
  queueLimit: number
  /** Runs the threads below normal priority, so that requests go first. */
  lowPriority?: boolean
  /** Time for each task, from the moment a thread gets it. The start of a new thread counts. */
  timeoutMs?: number
  /** CPU time for each task. Unlike `timeoutMs`, it does not depend on how busy the machine is. */
  cpuMs?: number
  /** Memory of each thread. A task that exceeds it loses its thread, not the process. */
  resourceLimits?: ResourceLimits
}

export interface WorkerPool<Task, Result> {
  /**
   * Runs a task in a thread and rejects with a WorkerPoolError if there is no result. Buffers in `transfer` are moved to
   * the thread, not copied; those of a task that never reaches a thread are zeroed.
   */
  run(task: Task, transfer?: ArrayBuffer[]): Promise<Result>
  /** Refuses waiting and running tasks and ends the threads. */
  close(): Promise<void>
}

type Waiting<Task, Result> = {
  task: Task
  transfer: ArrayBuffer[]
  done: PromiseWithResolvers<Result>
  since: number
}
type Running<Result> = {
  done: PromiseWithResolvers<Result>
  timer: NodeJS.Timeout | undefined
  cpuLimit: NodeJS.Timeout | undefined
  since: number
}

/** Runs tasks in worker threads, one at a time in each. A thread that is lost takes only its own task with it. */
export function createWorkerPool<Task, Result>({
  file,
  size,
  queueLimit,
  lowPriority = false,
  timeoutMs,
  cpuMs,
  resourceLimits,
  observer,
  source = ownThreads,
}: WorkerPoolOptions): WorkerPool<Task, Result> {
  const queue: Waiting<Task, Result>[] = []
  /** Threads that have not ended yet, also those that are being terminated: `size` is a limit of memory. */
  const threads = new Set<Worker>()
  const idle: Worker[] = []
  const busy = new Map<Worker, Running<Result>>()
  let closed = false

  function startThread(): Worker {
    const worker = source.take(file, { lowPriority, resourceLimits })
    threads.add(worker)
    worker.on('message', (reply: Reply<Result>) => {
      const task = take(worker, 'result' in reply ? 'success' : 'failed')
      // The task has timed out, and its thread is being terminated.
      if (!task) return
      rest(worker)
      if ('result' in reply) task.done.resolve(reply.result)
      else task.done.reject(new WorkerPoolError('failed', reply.error))
      startNext()
    })
    worker.on('messageerror', (error) => lose(worker, lossOf(error)))
    worker.on('error', (error) => lose(worker, lossOf(error)))
    worker.on('exit', () => {
      threads.delete(worker)
      lose(worker, lossOf(undefined))
      startNext()
    })
    return worker
  }

  /** Ends the task of a thread and returns it, unless it was ended before. */
  function take(worker: Worker, outcome: TaskOutcome): Running<Result> | undefined {
    const task = busy.get(worker)
    if (!task) return undefined
    busy.delete(worker)
    clearTimeout(task.timer)
    clearInterval(task.cpuLimit)
    observer?.ended(outcome, secondsSince(task.since))
    observeTasks()
    return task
  }

  function observeTasks(): void {
    observer?.changed({ waiting: queue.length, running: busy.size })
  }

  function rest(worker: Worker): void {
    worker.unref()
    idle.push(worker)
  }

  /** Gives up a thread and rejects its task. Its place is free again when it has ended. */
  function lose(worker: Worker, error: WorkerPoolError): void {
    const index = idle.indexOf(worker)
    if (index >= 0) idle.splice(index, 1)
    // Only tasks that no thread has are refused as `full`.
    take(worker, error.fault as TaskOutcome)?.done.reject(error)
    void worker.terminate()
  }

  function startNext(): void {
    while (queue.length > 0) {
      const worker = idle.pop() ?? (threads.size < size ? startThread() : undefined)
      if (!worker) return
      assign(queue.shift() as Waiting<Task, Result>, worker)
    }
  }

  function limitCpu(worker: Worker, milliseconds: number): NodeJS.Timeout {
    const before = usedCpuMs(worker)
    const limit = setInterval(
      async () => {
        const used = (await usedCpuMs(worker)) - (await before)
        // A thread responds late when the machine is busy: it may have another task by now.
        if (used > milliseconds && busy.get(worker)?.cpuLimit === limit)
          lose(worker, outOfCpuTime(milliseconds))
      },
      Math.min(milliseconds, cpuCheckMs),
    )
    return limit
  }

  function assign({ task, transfer, done, since }: Waiting<Task, Result>, worker: Worker): void {
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => lose(worker, timeout(timeoutMs)), timeoutMs)
    const cpuLimit = cpuMs === undefined ? undefined : limitCpu(worker, cpuMs)
    busy.set(worker, { done, timer, cpuLimit, since: performance.now() })
    observer?.started(secondsSince(since))
    observeTasks()
    worker.ref()
    try {
      worker.postMessage(task, transfer)
    } catch (error) {
      take(worker, 'failed')
      rest(worker)
      done.reject(new WorkerPoolError('failed', 'The task cannot be sent to a thread.', { cause: error }))
    }
  }

  return {
    async run(task, transfer = []) {
      if (closed || queue.length >= queueLimit) {
        zero(transfer)
        if (!closed) observer?.refused()
        throw closed ? closure() : new WorkerPoolError('full', 'Too many tasks wait for a worker thread.')
      }
      const done = Promise.withResolvers<Result>()
      queue.push({ task, transfer, done, since: performance.now() })
      observeTasks()
      startNext()
      return done.promise
    },

    async close() {
      closed = true
      for (const { transfer, done } of queue.splice(0)) {
        zero(transfer)
        done.reject(closure())
      }
      observeTasks()
      const resting = idle.splice(0)
      for (const worker of resting) {
        threads.delete(worker)
        // By name: Node has listeners of its own, without which no message would arrive any more.
        for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event)
      }
      for (const worker of threads) lose(worker, closure())
      await Promise.all([...resting.map(source.release), ...[...threads].map((worker) => worker.terminate())])
    },
  }
}

function secondsSince(at: number): number {
  return (performance.now() - at) / 1000
}

function zero(buffers: ArrayBuffer[]): void {
  for (const buffer of buffers) new Uint8Array(buffer).fill(0)
}

function closure(): WorkerPoolError {
  return new WorkerPoolError('closed', 'The worker pool is closed.')
}

function timeout(milliseconds: number): WorkerPoolError {
  return new WorkerPoolError('timed_out', `The task did not end within ${milliseconds} ms.`)
}

function outOfCpuTime(milliseconds: number): WorkerPoolError {
  return new WorkerPoolError('out_of_cpu_time', `The task used more than ${milliseconds} ms of CPU time.`)
}

const cpuCheckMs = 500

/** The CPU time of a thread so far. It responds even while it computes. */
async function usedCpuMs(worker: Worker): Promise<number> {
  // Not running yet, or not any more.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1_000
}

function lossOf(error: unknown): WorkerPoolError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new WorkerPoolError('out_of_memory', 'The task needed more memory than its worker thread may use.')
    : new WorkerPoolError('crashed', 'The worker thread ended unexpectedly.', { cause: error })
}
