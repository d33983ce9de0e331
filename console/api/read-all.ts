const perPage = 200

interface Page<T> {
  items: T[]
  total: number
}

/** All rows of a short list. */
export async function readAll<T>(
  readPage: (query: { limit: number; offset: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const found: T[] = []
  for (let total = 1; found.length < total; ) {
    const page = await readPage({ limit: perPage, offset: found.length })
    if (page.items.length === 0) break
    found.push(...page.items)
    total = page.total
  }
  return found
}
