const repeated = Symbol('the names of parameters that were sent more than once')
const garbled = Symbol('the names of parameters whose bytes are no UTF-8')

type Query = Record<string, string> & { [repeated]?: Set<string>; [garbled]?: string[] }

/**
 * The last of repeated parameters counts, and no key can reach a prototype. PostgreSQL refuses nul characters, so they
 * are replaced by a character that matches nothing either.
 */
export function parseQuery(text: string): Query {
  const query: Query = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    if (key in query) {
      query[repeated] ??= new Set()
      query[repeated].add(key)
    }
    query[key] = value.replaceAll('\0', '\ufffd')
  }
  if (text.includes('%') && !isUtf8(text))
    query[garbled] = Object.keys(query).filter((key) => query[key]?.includes('\ufffd'))
  return query
}

/** The parameters that have a character for bytes that are no UTF-8, which matches nothing. */
export function garbledParameters(query: unknown): string[] {
  return (query as Query)[garbled] ?? []
}

/** The parameters that were sent more than once, of which only the last is in the query. */
export function repeatedParameters(query: unknown): string[] {
  return [...((query as Query)[repeated] ?? [])]
}

/** A percent sign that begins no byte stands for itself. */
function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25'))
    return true
  } catch {
    return false
  }
}
