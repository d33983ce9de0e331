import type { Timers } from '../../../server/platform/jobs/timers.ts'

/** Timers that fire only when a test advances the time. */
export function createManualTimers() {
  const waiting = new Set<{ at: number; callback: () => void }>()
  let time = 0

  const timers: Timers = {
    after(milliseconds, callback) {
      const timer = { at: time + milliseconds, callback }
      waiting.add(timer)
      return () => waiting.delete(timer)
    },
  }
  return {
    ...timers,
    now: () => new Date(time),
    /** When the timers that wait are due. */
    due: () => [...waiting].map(({ at }) => at).toSorted((a, b) => a - b),
    /** Fires every timer that is due by then, in order. Timers set by a callback fire too, if it sets them at once. */
    advance(milliseconds: number): void {
      const until = time + milliseconds
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (!next) break
        waiting.delete(next)
        time = next.at
        next.callback()
      }
      time = until
    },
  }
}
