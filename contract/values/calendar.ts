/** Days of the calendar, such as `2026-01-31`, without a time zone. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The last day of the month before the one of this day. */
export function endOfMonthBefore(day: string): string {
  return dayAfter(`${day.slice(0, 7)}-01`, -1)
}

/** Which day it is at a moment in a time zone, such as `Europe/Moscow`. */
export function calendarOf(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
  }
}
