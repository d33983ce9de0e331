/**
 * JSON with sorted keys and no white space, so that the same content always gives the same bytes to hash (as RFC 8785
 * does; numbers here are integers, and strings are well-formed).
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

/** PostgreSQL keeps neither nul characters nor half surrogate pairs: both are made visible instead. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed().replaceAll('\0', '\ufffd'))
}
