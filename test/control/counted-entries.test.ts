import { expect, test } from 'vitest'
import { addDecimals, compareDecimals } from '../../contract/money/decimal.ts'
import {
  type CountedEntry,
  dayMs,
  entriesSince,
  entryOf,
  totalOf,
  withEntries,
} from '../../server/features/control/acts/counted-entries.ts'
import { fc, runs } from '../support/cases/properties.ts'

const start = Date.parse('2026-03-01T12:00:00Z')

test('an act counts for exactly 24 hours, without what others have counted for it', () => {
  const entries = withEntries([], [entryOf(new Date(start), { RUB: '10.50' }, { RUB: '4' })], new Date(start))
  const at = (ms: number) => totalOf(entriesSince(entries, new Date(start + ms)), 'RUB')
  expect(at(dayMs - 1)).toEqual({ times: 1, sum: '6.50', resetsAt: new Date(start + dayMs).toISOString() })
  expect(at(dayMs)).toEqual({ times: 0, sum: '0', resetsAt: null })
  expect(totalOf(entries, 'USDT').sum).toBe('0')
})

test('a counter stays small, and never counts less than the acts of the last 24 hours', () => {
  const acts = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * 60_000 }), fc.nat(1_000)), {
    minLength: 1,
    maxLength: 400,
  })
  fc.assert(
    fc.property(acts, (acts) => {
      let entries: CountedEntry[] = []
      const done: { at: number; value: number }[] = []
      let now = start
      for (const [pause, value] of acts) {
        now += pause
        done.push({ at: now, value })
        entries = withEntries(entries, [entryOf(new Date(now), { RUB: String(value) })], new Date(now))
        expect(entries.length).toBeLessThanOrEqual(200)
      }
      const counted = totalOf(entriesSince(entries, new Date(now)), 'RUB')
      const real = done.filter(({ at }) => at > now - dayMs)
      expect(counted.times).toBeGreaterThanOrEqual(real.length)
      const sum = real.reduce((total, { value }) => addDecimals(total, String(value)), '0')
      expect(compareDecimals(counted.sum, sum)).toBeGreaterThanOrEqual(0)
      // Nothing counts a quarter of an hour longer than it would alone.
      const longest = done.filter(({ at }) => at > now - dayMs - 15 * 60_000)
      expect(counted.times).toBeLessThanOrEqual(longest.length)
    }),
    { numRuns: runs(20) },
  )
})
