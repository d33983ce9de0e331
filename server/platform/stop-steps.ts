import type { Logger } from 'pino'

/** Runs one step of a stop: what it waits for, at most how long, and the work. */
export type StopStep = (what: string, milliseconds: number, work: () => unknown) => Promise<void>

/**
 * The steps of a stop, one after the other. A step that hangs or fails is reported and left behind, so that the others
 * still run; all of them together take at most `totalMs`.
 */
export function createStopSteps({
  log,
  totalMs = Number.POSITIVE_INFINITY,
  onStep = () => {},
  elapsed = () => performance.now(),
  after = afterTimeout,
}: {
  log: Logger
  totalMs?: number
  onStep?: (what: string) => void
  /** Milliseconds that have passed, whatever the clock says. */
  elapsed?: () => number
  /** Calls back once and returns a function that cancels the call. */
  after?: (milliseconds: number, callback: () => void) => () => void
}): StopStep {
  const end = elapsed() + totalMs
  const late = Symbol()
  return async (what, milliseconds, work) => {
    onStep(what)
    let cancel = () => {}
    const limit = new Promise((resolve) => {
      cancel = after(Math.max(0, Math.min(milliseconds, end - elapsed())), () => resolve(late))
    })
    try {
      if ((await Promise.race([work(), limit])) === late) {
        log.warn({ step: what }, `stopping does not wait any longer for ${what}`)
      }
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      log.warn({ step: what, err: { name, message } }, `${what} could not be stopped in order`)
    } finally {
      cancel()
    }
  }
}

/** Unlike the timers of jobs, these keep the process running until the stop is over. */
function afterTimeout(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}
