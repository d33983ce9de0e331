import type { BirthDate } from './entry.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads a birth date as lists write it: `1948-12-10`, `10 Dec 1948`, `10.12.1948`, `Dec 1948`, `1948`, `1955 to 1958`,
 * `circa 1950`, `1950s`. Undefined if it is none of these.
 */
export function parseBirthDate(text: string): BirthDate | undefined {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  const circa = /^(circa|ca\.?|c\.|approximately|about|between|~)|\(?approx/i.test(plain)
  const bare = plain
    .replace(/^(circa|ca\.?|c\.|approximately|about|between|~)\s*/i, '')
    .replace(/\s*\(?approx.*$/i, '')
  const [, first, last] =
    /^(.+?)\s*(?: to | and | - |–|\.\.|\/(?=\d{4}$)|(?<=^\d{4})-(?=\d{4}$))\s*(.+)$/i.exec(bare) ?? []
  if (first !== undefined && last !== undefined) {
    const [from, to] = [parsePoint(first), parsePoint(last)]
    return from && to && from.from <= to.to ? { from: from.from, to: to.to, circa } : undefined
  }
  const point = parsePoint(bare)
  return point && { ...point, circa }
}

function parsePoint(text: string): { from: string; to: string } | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/.exec(text)
  if (iso) return day(iso[1], iso[2], iso[3])
  const dotted = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text)
  if (dotted) return day(dotted[3], dotted[2], dotted[1])
  const named = /^(?:(\d{1,2}) )?([a-z]{3})[a-z]*\.? (\d{4})$/i.exec(text)
  if (named) {
    const month = months.indexOf((named[2] as string).toLowerCase()) + 1
    if (month === 0) return undefined
    return named[1] === undefined ? monthOf(named[3], month) : day(named[3], String(month), named[1])
  }
  const yearAndMonth = /^(\d{4})-(\d{1,2})$/.exec(text)
  if (yearAndMonth) return monthOf(yearAndMonth[1], Number(yearAndMonth[2]))
  const decade = /^(\d{3})0s$/.exec(text)
  if (decade) return { from: `${decade[1]}0-01-01`, to: `${decade[1]}9-12-31` }
  const year = /^(1[89]\d\d|20\d\d)$/.exec(text)
  return year ? { from: `${year[1]}-01-01`, to: `${year[1]}-12-31` } : undefined
}

function monthOf(year: string | undefined, month: number): { from: string; to: string } | undefined {
  if (month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(Number(year), month, 0)).getUTCDate()
  const prefix = `${year}-${String(month).padStart(2, '0')}`
  return { from: `${prefix}-01`, to: `${prefix}-${last}` }
}

function day(year = '', month = '', dayOfMonth = ''): { from: string; to: string } | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  // A day that does not exist (30 February) leaves the year, which is what is compared first.
  const exists = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)
  if (exists) return { from: date, to: date }
  return /^(1[89]|20)\d\d$/.test(year) ? { from: `${year}-01-01`, to: `${year}-12-31` } : undefined
}
