export type Days = ReturnType<typeof daysIn>

/** The days of the calendar in a time zone, such as `2026-01-31`. The zone must be known to `isTimeZone`. */
export function daysIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

  function dayOf(at: Date): string {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  }

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
