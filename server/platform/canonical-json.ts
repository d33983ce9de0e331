/**
 * JSON with sorted keys and without white space, so that equal content has the same hash (as in RFC 8785; here, numbers
 * are integers and strings are well-formed).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${text(key)}:${canonicalJson(field)}`)
    return `{${fields.join(',')}}`
  }
  return typeof value === 'string' ? text(value) : JSON.stringify(value)
}

/** PostgreSQL stores neither NUL characters nor lone surrogates: both are replaced with U+FFFD. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed().replaceAll('\0', '\ufffd'))
}
