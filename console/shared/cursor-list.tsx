import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListContextProvider, type ListControllerResult, useDataProvider } from 'react-admin'

import { mostPrinted, useBeforePrint } from './print.ts'

/** Rows of a page, of every list. */
export const perPage = 50

const rowsOf = (data: { pages: { data: unknown[] }[] } | undefined) =>
  data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0

type Filter = Record<string, unknown>
/** Where the next page begins: a cursor, or the number of the page where the operation has none. */
type Next = string | number | undefined

/**
 * The list of a resource. Pages are added below one another; everything that shows a list of react-admin, such as
 * RecordTable, works inside.
 */
export function CursorList({
  resource,
  filter = {},
  always = {},
  onFilter = () => undefined,
  children,
}: {
  resource: string
  /** What the person has chosen. */
  filter?: Filter
  /** What the page itself restricts the list to. */
  always?: Filter
  onFilter?: (filter: Filter) => void
  children: ReactNode
}) {
  const dataProvider = useDataProvider()
  const query = useInfiniteQuery({
    queryKey: [resource, 'getInfiniteList', { ...filter, ...always }],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.getList(resource, {
        pagination: { page: typeof pageParam === 'number' ? pageParam : 1, perPage },
        filter: { ...filter, ...always },
        meta: { cursor: typeof pageParam === 'string' ? pageParam : undefined },
        signal,
      }),
    initialPageParam: undefined as Next,
    getNextPageParam: ({ meta, total }, pages): Next => {
      if (meta?.nextCursor) return String(meta.nextCursor)
      return total !== undefined && total > pages.length * perPage ? pages.length + 1 : undefined
    },
  })
  useBeforePrint(async () => {
    let shown = query
    while (shown.hasNextPage && rowsOf(shown.data) < mostPrinted) {
      const next = await query.fetchNextPage()
      if (next.isError) return
      shown = next
    }
  })
  const value = {
    resource,
    data: query.data?.pages.flatMap(({ data }) => data),
    isPending: query.isPending,
    isFetching: query.isFetching,
    isLoading: query.isLoading,
    error: query.error,
    refetch: query.refetch,
    perPage,
    page: 1,
    filterValues: filter,
    setFilters: onFilter,
    meta: query.hasNextPage ? { loadMore: () => void query.fetchNextPage() } : {},
  }
  return (
    <ListContextProvider value={value as unknown as ListControllerResult}>{children}</ListContextProvider>
  )
}
