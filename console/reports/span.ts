const units = [
  ['day', 2 * 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
  ['second', 0, 1],
] as const

/** A length of time in its largest useful unit: `45 min`, `5.5 hr`, `3 days`. */
export function formatSpan(seconds: number, locale: string): string {
  const [unit, , size] = units.find(([, least]) => seconds >= least) ?? ['second', 0, 1]
  const value = seconds / size
  const maximumFractionDigits = value < 10 && unit !== 'second' ? 1 : 0
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits,
  })
  return format.format(value)
}
