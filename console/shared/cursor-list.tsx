import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListContextProvider, type ListControllerResult, useDataProvider } from 'react-admin'

/** Rows of a page, of every list. */
export const perPage = 50

type Filter = Record<string, unknown>

/**
 * The list of a resource whose operation takes a cursor. Pages are added below one another; everything that shows a
 * list of react-admin, such as RecordTable, works inside.
 */
export function CursorList({
  resource,
  filter,
  always = {},
  onFilter,
  children,
}: {
  resource: string
  /** What the person has chosen. */
  filter: Filter
  /** What the page itself restricts the list to. */
  always?: Filter
  onFilter: (filter: Filter) => void
  children: ReactNode
}) {
  const dataProvider = useDataProvider()
  const query = useInfiniteQuery({
    queryKey: [resource, 'getInfiniteList', { ...filter, ...always }],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.getList(resource, {
        pagination: { page: 1, perPage },
        filter: { ...filter, ...always },
        meta: { cursor: pageParam, isByCursor: true },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => (meta?.nextCursor as string | null) ?? undefined,
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
    meta: query.hasNextPage ? { loadMore: () => query.fetchNextPage() } : {},
  }
  return (
    <ListContextProvider value={value as unknown as ListControllerResult}>{children}</ListContextProvider>
  )
}
