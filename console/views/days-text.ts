import { localMinute } from '../shared/time/local-minute.ts'

export interface Days {
  from?: string | undefined
  to?: string | undefined
}

const day = /(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})(?!\d)/g
/** What stands between two days, or beside the only one. */
const dash = /^\s*(?:[-–—]|\.{2,3}|…)\s*$/

/**
 * The days that somebody has typed, first and last: «01.01.2026 – 31.01.2026», «2026-01-01 - 2026-01-31», «– 31.01.2026»,
 * or one day alone. Of two days, the earlier is the first. Undefined if it is something else.
 */
export function readDays(text: string): Days | undefined {
  if (text.trim() === '') return {}
  const found = [...text.matchAll(day)]
  const days = found.map(dayOf)
  // What is left of the text when its days are taken out.
  const [before = '', between = '', after = ''] = text.replaceAll(day, '\0').split('\0')
  if (days.length === 0 || days.length > 2 || days.includes(undefined)) return undefined
  if (days.length === 2) {
    if (!dash.test(between) || `${before}${after}`.trim() !== '') return undefined
    const [from, to] = days.toSorted()
    return { from, to }
  }
  const [only] = days
  const [isUntil, isSince] = [dash.test(before), dash.test(between)]
  if ((before.trim() !== '' && !isUntil) || (between.trim() !== '' && !isSince) || (isUntil && isSince))
    return undefined
  return { ...(!isUntil && { from: only }), ...(!isSince && { to: only }) }
}

function dayOf([, year, month, date, date2, month2, year2]: RegExpMatchArray): string | undefined {
  const [y, m, d] = year ? [year, month, date] : [year2?.padStart(4, '20'), month2, date2]
  const iso = `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}`
  const time = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** The same days as they are typed in a language. */
export function writeDays({ from, to }: Days, locale: string): string {
  const write = (iso: string) => (locale === 'ru' ? iso.split('-').toReversed().join('.') : iso)
  if (from === to) return from ? write(from) : ''
  return [from && write(from), '–', to && write(to)].filter(Boolean).join(' ')
}

/** Days as a list of times has them: from the beginning of a local day until the end of another. */
export function daysOfTimes({ from, to }: Days): Days {
  return { from: localDay(from), to: localDay(to, -1) }
}

export function timesOfDays({ from, to }: Days): Days {
  return { from: startOf(from), to: startOf(to, 1) }
}

/** The beginning of a local day, or of one some days later. */
function startOf(day: string | undefined, days = 0): string | undefined {
  return moved(`${day}T00:00`, days)?.toISOString()
}

function localDay(instant: string | undefined, days = 0): string | undefined {
  const time = moved(instant ?? '', days)
  return time && localMinute(time).slice(0, 10)
}

function moved(text: string, days: number): Date | undefined {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return undefined
  time.setDate(time.getDate() + days)
  return time
}
