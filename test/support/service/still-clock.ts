import { afterEach, beforeEach } from 'vitest'
import type { TestServer } from './harness.ts'

const start = Date.parse('2026-11-15T12:00:00Z')

/**
 * Each test has a day of its own, so that no counter of one reaches another; within it the clock stands still. Returns a
 * function that sets the clock to so many seconds after the start of the test.
 */
export function useStillClock(server: TestServer): (offset: number) => Date {
  let day = 0
  function at(offset: number): Date {
    server.clock.at = new Date(start + (day * 86_400 + offset) * 1000)
    return server.clock.at
  }
  beforeEach(() => {
    day += 2
    at(0)
  })
  afterEach(() => {
    server.clock.at = null
  })
  return at
}
