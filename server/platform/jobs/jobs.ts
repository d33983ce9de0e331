import type { Logger } from 'pino'
import type { ObserveRun } from './job-metrics.ts'
import { systemTimers, type Timers } from './timers.ts'

/** Work that is repeated while the service runs. */
export interface Job {
  /** Names the job in logs and metrics. */
  name: string
  /** The pause between the end of a run and the next one. */
  intervalMs: number
  /** A run that takes long should return early once `stopping` is aborted. */
  run(stopping: AbortSignal): unknown
  /** Whether the first run is due at the start, not after the first interval. */
  runAtStart?: boolean
  /**
   * How long the job rests after a run although it was woken, so that what happens a hundred times per second does not
   * cost a run each time, on every node. Without it, the next run begins at once.
   */
  restMs?: number
  /** Lengthens each pause by up to this share, so that nodes started together do not run together. */
  jitter?: number
}

export interface JobHandle {
  /** Runs the job now, or once more if it is running or rests. Does nothing before the start and after the stop. */
  wake(): void
  /** Resolves when the job is not running and no run was asked for. */
  idle(): Promise<void>
}

export type Jobs = ReturnType<typeof createJobs>

/**
 * Runs periodic jobs. A process never runs the same job twice at once. A failed run is logged, and the next one comes
 * at its usual time.
 */
export function createJobs({
  log,
  now,
  timers = systemTimers,
  random = Math.random,
  isOutage = () => false,
  observe = () => {},
}: {
  log: Logger
  now: () => Date
  timers?: Timers | undefined
  random?: () => number
  /** Whether an error is an outage that other parts report: jobs would repeat it every second. */
  isOutage?: (error: unknown) => boolean
  observe?: ObserveRun
}) {
  const all: (JobHandle & { start(): void; cancel(): void })[] = []
  const stopping = new AbortController()
  let started = false
  const isRunning = () => started && !stopping.signal.aborted

  async function execute({ name, run }: Job): Promise<void> {
    const startedAt = now().getTime()
    let outcome: 'success' | 'failure' = 'success'
    try {
      await run(stopping.signal)
    } catch (error) {
      outcome = 'failure'
      logFailure(name, error)
    }
    // The wall clock may be set back during a run.
    observe(name, outcome, Math.max(0, now().getTime() - startedAt) / 1000)
  }

  function logFailure(job: string, error: unknown): void {
    // Not the error itself: an error of the database carries values of rows in its other fields.
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    const level = isOutage(error) ? 'debug' : 'warn'
    log[level]({ job, err: { name, message, stack } }, 'a periodic job failed')
  }

  return {
    /** Registers a job; its runs begin with `start()`. */
    every(job: Job): JobHandle {
      let cancelTimer = () => {}
      let current: Promise<void> | undefined
      let runAgain = false
      let rest: { over: Promise<void>; end(): void } | undefined

      function begin(): void {
        cancelTimer()
        rest?.end()
        runAgain = false
        current = execute(job).then(() => {
          current = undefined
          if (!isRunning()) return
          if (job.restMs) beginRest(job.restMs)
          else if (runAgain) return begin()
          schedule()
        })
      }
      function beginRest(milliseconds: number): void {
        const { promise, resolve } = Promise.withResolvers<void>()
        const cancel = timers.after(milliseconds, () => {
          rest = undefined
          if (runAgain && isRunning()) begin()
          resolve()
        })
        const end = () => {
          cancel()
          rest = undefined
          resolve()
        }
        rest = { over: promise, end }
      }
      function schedule(): void {
        cancelTimer = timers.after(job.intervalMs * (1 + (job.jitter ?? 0) * random()), begin)
      }

      const handle = {
        wake(): void {
          if (!isRunning()) return
          if (current || rest) runAgain = true
          else begin()
        },
        async idle(): Promise<void> {
          while (current || (rest && runAgain)) await (current ?? rest?.over)
        },
        start: () => (job.runAtStart ? begin() : schedule()),
        cancel(): void {
          cancelTimer()
          rest?.end()
        },
      }
      all.push(handle)
      return handle
    },

    /** Starts every registered job. */
    start(): void {
      // The service may be stopped while it still waits for the database.
      if (stopping.signal.aborted) return
      started = true
      for (const job of all) job.start()
    },

    /** Starts no more runs and waits for those that are under way. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const job of all) job.cancel()
      await Promise.all(all.map((job) => job.idle()))
    },
  }
}
