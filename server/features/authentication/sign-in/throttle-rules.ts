const hour = 3_600_000
const freeFailures = 5
const longestDelay = 900
const failuresPerHour = 100
/** A pair without failures for this long is reset. */
const pairForgottenAfter = 24 * hour

/** Failed sign-ins of one (account, address), one account, or one address. */
export type Counter = { failures: number; since: Date; last_failure_at: Date | null }
export type Counters = { pair: Counter; account: Counter; address: Counter; addressIsKnown: boolean }

/** Delay in seconds after this number of failures: none for five, then 1, 2, 4 … up to 900. */
export function delayAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(longestDelay, 2 ** (failures - freeFailures))
}

/** Seconds until the next attempt is allowed; 0 if it is allowed now. */
export function waitFor({ pair, account, address, addressIsKnown }: Counters, at: Date): number {
  const ends = [pairFreeAt(pair), hourFreeAt(address, at)]
  // Failures from other addresses do not lock out somebody who has signed in from this address before.
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

/** The counter without times in the future, which are there after the clock was set back: waiting for them could take hours. */
export function notInFuture(counter: Counter, at: Date): Counter {
  const { failures, since, last_failure_at } = counter
  if (since <= at && (last_failure_at === null || last_failure_at <= at)) return counter
  return {
    failures,
    since: since <= at ? since : at,
    last_failure_at: last_failure_at === null || last_failure_at <= at ? last_failure_at : at,
  }
}

/** The counter with one more failure. If its hour has ended, a new one starts. */
export function failedOnce(counter: Counter, at: Date): Counter {
  return count(counter, at, at.getTime() - counter.since.getTime() >= hour)
}

/** The same for a pair, whose window ends with a day without failures: it does not end while guessing goes on. */
export function pairFailedOnce(counter: Counter, at: Date): Counter {
  const last = counter.last_failure_at ?? counter.since
  return count(counter, at, at.getTime() - last.getTime() >= pairForgottenAfter)
}

function count(counter: Counter, at: Date, isOver: boolean): Counter {
  return {
    failures: isOver ? 1 : counter.failures + 1,
    since: isOver ? at : counter.since,
    last_failure_at: at,
  }
}
