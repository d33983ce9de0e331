import { setImmediate } from 'node:timers/promises'

/** Lets others have the event loop if it was held for long; undefined if it was not. */
export type Turn = () => Promise<void> | undefined

/** Much less than what anybody would notice. */
const longestMs = 5

/** For long work in small steps, which asks before each of them: `await turn()`. Throws once `stopping` is aborted. */
export function createTurns(stopping?: AbortSignal): Turn {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestMs) return undefined
    stopping?.throwIfAborted()
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
