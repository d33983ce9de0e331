const dayMs = 86_400_000

/** `260131` as `2026-01-31`. Banks that count months of 30 days write 30 February: the last day of the month. */
export function mtDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  return year === undefined ? undefined : dayOf(2000 + Number(year), Number(month), Number(day))
}

/** `0102` in the year that brings it nearest to the value date: entries of January may have one of December. */
export function entryDay(text: string, valueDay: string): string | undefined {
  const year = Number(valueDay.slice(0, 4))
  const [month, day] = [Number(text.slice(0, 2)), Number(text.slice(2))]
  const days = [year, year - 1, year + 1].map((candidate) => dayOf(candidate, month, day))
  const distance = (candidate: string) => Math.abs(Date.parse(candidate) - Date.parse(valueDay)) / dayMs
  return days.filter((candidate) => candidate !== undefined).sort((a, b) => distance(a) - distance(b))[0]
}

function dayOf(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isAfterFebruary = month === 2 && day <= 30
  if (day > last && !isAfterFebruary) return undefined
  const two = (number: number) => String(number).padStart(2, '0')
  return `${year}-${two(month)}-${two(Math.min(day, last))}`
}
