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

interface CursorPage<T> {
  items: T[]
  next_cursor: string | null
}

/** All rows of a short list whose operation takes a cursor. */
export async function readAllByCursor<T>(
  readPage: (query: { limit: number; cursor?: string }) => Promise<CursorPage<T>>,
): Promise<T[]> {
  const found: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readPage({ limit: perPage, ...(cursor && { cursor }) })
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}
