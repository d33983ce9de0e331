import { isOutcomeUnknown, KontorError } from './errors.ts'
import type { Wire } from './wire.ts'

const firstDelayMs = 250
const longestDelayMs = 8_000
/** Who is told to come back later than this is told so instead of waiting. */
const longestWaitMs = 60_000

/**
 * Whether sending it again is right after this failure. 429 is refused before anything was done. After every other
 * failure the outcome is unknown, so it must be an operation that may run twice, or one whose key prevents that.
 */
export function mayRepeat({ keyed, repeatable }: Wire, error: unknown): boolean {
  if (error instanceof KontorError && error.status === 429) return true
  return (keyed || repeatable) === true && isOutcomeUnknown(error)
}

/**
 * Milliseconds before the next attempt; undefined if the service asks for more patience than a call should have. The
 * delay doubles, and a random share of it spreads callers that failed together.
 */
export function delayBefore(attempt: number, error: unknown, random: () => number): number | undefined {
  const most = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  const asked = error instanceof KontorError ? (error.retryAfter ?? 0) * 1000 : 0
  if (asked > longestWaitMs) return undefined
  return asked + random() * most
}
