import { Worker } from 'node:worker_threads'

export type WatchdogMessage = { stopping: true } | { step: string }
export type WatchdogData = { beats: SharedArrayBuffer; stopMs: number; stuckMs: number; tickMs: number }

const tickMs = 250
/** A stop that takes longer is cut off. Supervisors usually grant ten seconds. */
const stopMs = 9_500
/** No request may hold the event loop for more than a fraction of a second: after this time it is stuck for good. */
const stuckMs = 30_000

export type Watchdog = ReturnType<typeof startWatchdog>

/**
 * Ends the process if a stop takes too long or the event loop is stuck. It runs in a thread of its own, because a timer
 * of the event loop does not fire while that is stuck.
 */
export function startWatchdog(
  onError: (error: unknown) => void,
  limits: { stopMs?: number; stuckMs?: number } = {},
) {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  const workerData: WatchdogData = { beats, tickMs, stopMs, stuckMs, ...limits }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    workerData,
  })
  thread.on('error', onError)
  thread.unref()
  const beat = setInterval(() => Atomics.add(counter, 0, 1), tickMs).unref()
  const send = (message: WatchdogMessage) => thread.postMessage(message)
  return {
    /** The time for the stop begins with the first call. */
    stopping: () => send({ stopping: true }),
    /** What the stop waits for, to be named if it takes too long. */
    step: (step: string) => send({ step }),
    async end(): Promise<void> {
      clearInterval(beat)
      await thread.terminate()
    },
  }
}
