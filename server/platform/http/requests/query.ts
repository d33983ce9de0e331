const repeated = Symbol('the names of parameters that were sent more than once')

type Query = Record<string, string> & { [repeated]?: Set<string> }

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
  return query
}

/** The parameters that were sent more than once, of which only the last is in the query. */
export function repeatedParameters(query: unknown): string[] {
  return [...((query as Query)[repeated] ?? [])]
}
