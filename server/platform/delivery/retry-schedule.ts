const second = 1000
const hour = 3600 * second

/** How long a delivery is retried before it is given up. */
export const retryWindow = 72 * hour

const firstDelay = 5 * second
const longestDelay = 12 * hour

/**
 * The time of the next attempt after a number of failures: 5 s, 15 s, 45 s … 12 h, plus up to a tenth, so that receivers
 * that failed at the same time are not called at the same time. The last attempt is at the end of the window.
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
