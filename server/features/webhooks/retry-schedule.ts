const second = 1000
const hour = 3600 * second

/** An event is tried for so long, then parked. */
export const retryWindow = 72 * hour

const firstDelay = 5 * second
const longestDelay = 12 * hour

/**
 * When a delivery that has failed so many times is tried next: 5 s, 15 s, 45 s … 12 h, each up to a tenth longer so
 * that endpoints which fell together are not called together. The last try stands at the end of the window;
 * after it there is none.
 */
export function nextAttempt(
  attempts: number,
  firstAttemptAt: Date,
  now: Date,
  random: () => number,
): Date | undefined {
  const end = firstAttemptAt.getTime() + retryWindow
  if (now.getTime() >= end) return undefined
  const delay = Math.min(firstDelay * 3 ** (attempts - 1), longestDelay)
  return new Date(Math.min(now.getTime() + delay * (1 + random() / 10), end))
}
