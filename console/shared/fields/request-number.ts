/**
 * The number of a request however it is typed: only its last digits, without zeros, in small letters, or with «PR» on the
 * other keyboard layout. Undefined if it is no number.
 */
export function requestNumberOf(typed: string, year: number): string | undefined {
  const text = typed.replaceAll(/\s/g, '').toUpperCase()
  const [, ofYear = String(year), last = ''] = /^(?:(?:PR|РR|ЗК)-?)?(?:(\d{4})-)?(\d{1,9})$/.exec(text) ?? []
  return last === '' ? undefined : `PR-${ofYear}-${last.padStart(6, '0')}`
}
