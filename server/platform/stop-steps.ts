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
}: {
  log: Logger
  totalMs?: number
  onStep?: (what: string) => void
}): StopStep {
  const end = performance.now() + totalMs
  const late = Symbol()
  return async (what, milliseconds, work) => {
    onStep(what)
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, Math.max(0, Math.min(milliseconds, end - performance.now())), late)
    })
    try {
      if ((await Promise.race([work(), limit])) === late) {
        log.warn({ step: what }, `stopping does not wait any longer for ${what}`)
      }
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      log.warn({ step: what, err: { name, message } }, `${what} could not be stopped in order`)
    } finally {
      clearTimeout(timer)
    }
  }
}
