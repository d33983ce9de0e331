/** Whole hours or minutes. Russian has the short form, which needs no grammatical case. */
export function formatDuration(seconds: number, locale: string): string {
  const [value, unit] = seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : [Math.round(seconds / 60), 'minute']
  const unitDisplay = locale.startsWith('ru') ? 'short' : 'long'
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value)
  return text.replaceAll(' ', '\u00a0')
}
