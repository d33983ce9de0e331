import { expect, test } from 'vitest'
import { daysIn, isTimeZone } from '../../server/platform/days.ts'

test('a day begins at midnight of the time zone', () => {
  const { dayOf } = daysIn('Europe/Moscow')
  expect(dayOf(new Date('2026-12-31T20:59:59Z'))).toBe('2026-12-31')
  expect(dayOf(new Date('2026-12-31T21:30:00Z'))).toBe('2027-01-01')
  // Daylight saving: the day of the change has 23 hours.
  const berlin = daysIn('Europe/Berlin')
  expect(berlin.dayOf(new Date('2026-03-28T22:59:59Z'))).toBe('2026-03-28')
  expect(berlin.dayOf(new Date('2026-03-29T22:00:00Z'))).toBe('2026-03-30')
})

test.each(['Etc/GMT+12', 'America/New_York', 'UTC', 'Europe/Moscow', 'Pacific/Kiritimati'])(
  'a moment of a day is of that day in %s and in UTC',
  (timeZone) => {
    const { dayOf, momentOf } = daysIn(timeZone)
    for (const day of ['2026-01-01', '2026-03-29', '2026-07-31', '2028-02-29']) {
      const moment = momentOf(day)
      expect([dayOf(moment), moment.toISOString().slice(0, 10)]).toEqual([day, day])
    }
  },
)

test('a name that no calendar knows is no time zone', () => {
  expect(['Europe/Moscow', 'UTC', 'Europe/Moskau', 'MSK+3', ''].filter(isTimeZone)).toEqual([
    'Europe/Moscow',
    'UTC',
  ])
})
