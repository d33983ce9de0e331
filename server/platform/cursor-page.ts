/** The page of rows of which one more than `limit` was read: whether there is a next page is known without counting. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** The same as a response of a list. */
export function cursorPageOf<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const { page, next_cursor } = cutPage(rows, limit, ({ id }) => id)
  return { items: page.map(toItem), next_cursor }
}
