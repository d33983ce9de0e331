/** One row more than the page was read: whether there is a next page is known without counting. */
export function cursorPageOf<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  return { items: page.map(toItem), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}
