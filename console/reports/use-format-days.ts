import { useLocale } from 'react-admin'

/** Days of UTC as `5–11 Jan 2026`. */
export function useFormatDays(): (days: { from: string; to: string }) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return ({ from, to }) => format.formatRange(new Date(from), new Date(to))
}
