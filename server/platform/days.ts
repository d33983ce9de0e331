import { calendarOf } from '../../contract/values/calendar.ts'

export type Days = ReturnType<typeof daysIn>

/** The days of the calendar in a time zone, such as `2026-01-31`. The zone must be known to `isTimeZone`. */
export function daysIn(timeZone: string) {
  const dayOf = calendarOf(timeZone)
  return {
    timeZone,
    dayOf,

    /** A moment of a day for what has no time, such as a line of a statement: it is of that day here and in UTC. */
    momentOf(day: string): Date {
      const midnight = new Date(`${day}T00:00:00Z`)
      return dayOf(midnight) === day ? midnight : new Date(`${day}T12:00:00Z`)
    },
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
