import { infiniteQueryOptions } from '@tanstack/react-query'
import type { DataProvider } from 'react-admin'

/** Rows of a page, of every list. */
export const perPage = 50

/** Where the next page begins: a cursor, or the number of the page where the operation has none. */
type Next = string | number | undefined

/** The rows of a list, page by page. */
export function rowsOf(dataProvider: DataProvider, resource: string, filter: Record<string, unknown>) {
  return infiniteQueryOptions({
    queryKey: [resource, 'getInfiniteList', filter],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.getList(resource, {
        pagination: { page: typeof pageParam === 'number' ? pageParam : 1, perPage },
        filter,
        meta: { cursor: typeof pageParam === 'string' ? pageParam : undefined },
        signal,
      }),
    initialPageParam: undefined as Next,
    getNextPageParam: ({ meta, total }, pages): Next => {
      if (meta?.nextCursor) return String(meta.nextCursor)
      return total !== undefined && total > pages.length * perPage ? pages.length + 1 : undefined
    },
  })
}
