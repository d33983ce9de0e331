const hour = 3_600_000
const freeFailures = 5
const longestDelay = 900
const failuresPerHour = 100
/** A pair that has been quiet for so long starts again. */
export const pairForgottenAfter = 24 * hour

/** Failed sign-ins of one (account, address), one account, or one address. */
export type Counter = { failures: number; since: Date; last_failure_at: Date | null }
export type Counters = { pair: Counter; account: Counter; address: Counter; addressIsKnown: boolean }

/** Seconds after the given number of failures: five are free, then 1, 2, 4 … at most 900. */
export function delayAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(longestDelay, 2 ** (failures - freeFailures))
}

/** Seconds until the next attempt may be made; 0 when it may be made now. */
export function waitFor({ pair, account, address, addressIsKnown }: Counters, at: Date): number {
  const ends = [pairFreeAt(pair), hourFreeAt(address, at)]
  // Somebody who signed in from this address before is not locked out by what strangers do elsewhere.
  if (!addressIsKnown) ends.push(hourFreeAt(account, at))
  return Math.max(0, Math.ceil((Math.max(...ends) - at.getTime()) / 1000))
}

function pairFreeAt({ failures, last_failure_at }: Counter): number {
  return last_failure_at === null ? 0 : last_failure_at.getTime() + delayAfter(failures) * 1000
}

function hourFreeAt(counter: Counter, at: Date): number {
  const ends = counter.since.getTime() + hour
  return counter.failures >= failuresPerHour && at.getTime() < ends ? ends : 0
}

/** The counter with one more failure; a window that is over begins anew. */
export function failedOnce(counter: Counter, at: Date, window: number = hour): Counter {
  const isOver = at.getTime() - counter.since.getTime() >= window
  return {
    failures: isOver ? 1 : counter.failures + 1,
    since: isOver ? at : counter.since,
    last_failure_at: at,
  }
}
