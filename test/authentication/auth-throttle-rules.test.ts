import { expect, test } from 'vitest'
import {
  type Counter,
  delayAfter,
  failedOnce,
  notInFuture,
  pairFailedOnce,
  waitFor,
} from '../../server/features/authentication/sign-in/throttle-rules.ts'
import { createBoundedCache } from '../../server/platform/bounded-cache.ts'
import { fc } from '../support/cases/properties.ts'

const at = new Date('2026-11-15T12:00:00Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const none: Counter = { failures: 0, since: at, last_failure_at: null }
const after = (failures: number): Counter => ({ failures, since: at, last_failure_at: at })

test('after five failures the delay doubles, up to 900 seconds', () => {
  const delays = Array.from({ length: 18 }, (_, failures) => delayAfter(failures))
  expect(delays).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
})

test('the delay counts from the last failure', () => {
  const counters = { pair: after(8), account: none, address: none, addressIsKnown: false }
  expect(waitFor(counters, at)).toBe(8)
  expect(waitFor(counters, later(7.5))).toBe(1)
  expect(waitFor(counters, later(8))).toBe(0)
})

test('an account with 100 failures in the hour is blocked, except for known addresses', () => {
  const counters = { pair: none, account: after(100), address: none }
  expect(waitFor({ ...counters, addressIsKnown: false }, later(60))).toBe(3540)
  expect(waitFor({ ...counters, addressIsKnown: true }, later(60))).toBe(0)
  expect(waitFor({ ...counters, addressIsKnown: false }, later(3600))).toBe(0)
})

test('an address with 100 failures in the hour is blocked, known or not', () => {
  const counters = { pair: none, account: none, address: after(100), addressIsKnown: true }
  expect(waitFor(counters, at)).toBe(3600)
  expect(waitFor({ ...counters, address: after(99) }, at)).toBe(0)
})

test('a new window starts after the old one has ended', () => {
  expect(failedOnce(after(99), later(3599)).failures).toBe(100)
  expect(failedOnce(after(99), later(3600))).toEqual({
    failures: 1,
    since: later(3600),
    last_failure_at: later(3600),
  })
})

test('a pair is forgotten after a day without failures, not a day after its first one', () => {
  const guessing: Counter = { failures: 99, since: later(-86_400), last_failure_at: later(-900) }
  expect(pairFailedOnce(guessing, at)).toEqual({ ...guessing, failures: 100, last_failure_at: at })
  expect(pairFailedOnce({ ...guessing, last_failure_at: later(-86_400) }, at)).toEqual(after(1))
})

test('times ahead of a clock that was set back count as now', () => {
  const ahead: Counter = { failures: 8, since: later(7200), last_failure_at: later(7200) }
  expect(notInFuture(ahead, at)).toEqual(after(8))
  const rightful: Counter = { failures: 8, since: later(-60), last_failure_at: later(-1) }
  expect(notInFuture(rightful, at)).toBe(rightful)
  expect(notInFuture({ ...none, since: later(-60) }, at).last_failure_at).toBeNull()
})

test('no number of failures gives a delay of more than an hour or a negative one', () => {
  const counter = fc.record({
    failures: fc.nat(1_000_000),
    since: fc.date({ min: later(-10_000), max: at, noInvalidDate: true }),
    last_failure_at: fc.option(fc.date({ min: later(-10_000), max: at, noInvalidDate: true })),
  })
  fc.assert(
    fc.property(counter, counter, counter, fc.boolean(), (pair, account, address, addressIsKnown) => {
      const wait = waitFor({ pair, account, address, addressIsKnown }, at)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(3600)
    }),
  )
})

test('a bounded cache never exceeds its size and keeps entries in use', () => {
  const cache = createBoundedCache<number>(100)
  cache.set('used', -1)
  for (let n = 0; n < 1_000; n += 1) {
    cache.set(`k${n}`, n)
    expect(cache.get('used')).toBe(-1)
    expect(cache.size).toBeLessThanOrEqual(100)
  }
  expect(cache.get('k0')).toBeUndefined()
  cache.deleteWhere((value) => value === -1)
  expect(cache.get('used')).toBeUndefined()
})
