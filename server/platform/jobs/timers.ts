/** The part of the timers that the job runner needs. A simulation passes its own. */
export interface Timers {
  /** Calls back once and returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void
}

/** Timers of Node that do not keep the process running. */
export const systemTimers: Timers = {
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
