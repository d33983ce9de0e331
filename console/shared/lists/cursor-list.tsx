import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListContextProvider, type ListControllerResult, useDataProvider } from 'react-admin'

import { mostPrinted, useBeforePrint } from '../pages/print.ts'
import { perPage, rowsOf } from './rows-query.ts'

const countOf = (data: { pages: { data: unknown[] }[] } | undefined) =>
  data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0

type Filter = Record<string, unknown>
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
  const query = useInfiniteQuery(rowsOf(dataProvider, resource, { ...filter, ...always }))
  useBeforePrint(async () => {
    let shown = query
    while (shown.hasNextPage && countOf(shown.data) < mostPrinted) {
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
