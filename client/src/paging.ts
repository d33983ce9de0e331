/** A page of a list: by `limit` and `offset`, or by `limit` and `cursor`. */
export interface Page<T> {
  items: T[]
  offset?: number
  limit?: number
  next_cursor?: string | null
}

/**
 * Every item of a list, page by page. A list by `offset` that changes meanwhile may repeat or miss an item; follow the
 * changes to stay complete. `first` is the first page, if somebody has asked for it already.
 */
export async function* itemsOf<T>(
  read: (query: Record<string, unknown>) => Promise<Page<T>>,
  query: Record<string, unknown> = {},
  first?: Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let page = await (first ?? read(query))
  for (;;) {
    yield* page.items
    const next = nextOf(page)
    if (next === undefined) return
    page = await read({ ...query, ...next })
  }
}

function nextOf({ items, offset, limit, next_cursor }: Page<unknown>): Record<string, unknown> | undefined {
  if (next_cursor !== undefined)
    return next_cursor === null ? undefined : { cursor: next_cursor, offset: undefined }
  if (offset === undefined || limit === undefined || items.length < limit) return undefined
  return { offset: offset + items.length }
}
