import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ListContextProvider, type ListControllerResult, useDataProvider } from 'react-admin'
import { restOfTexts } from '../../i18n/i18n-provider.ts'
import { usePrintedRows } from '../pages/print.ts'
import { perPage, rowsOf } from './rows-query.ts'

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
  refetchInterval,
  children,
}: {
  resource: string
  /** What the person has chosen. */
  filter?: Filter
  /** What the page itself restricts the list to. */
  always?: Filter
  onFilter?: (filter: Filter) => void
  /** For what changes without an event. */
  refetchInterval?: number | undefined
  children: ReactNode
}) {
  const dataProvider = useDataProvider()
  const query = useInfiniteQuery({
    ...rowsOf(dataProvider, resource, { ...filter, ...always }),
    refetchInterval: refetchInterval ?? false,
  })
  usePrintedRows(query, ({ data }) => data)
  const isDrawn = query.data !== undefined
  // Rows are drawn without the texts of other pages, which are loaded as soon as they can be seen.
  useEffect(() => {
    if (!isDrawn) return
    const timer = setTimeout(() => void restOfTexts().catch(() => undefined))
    return () => clearTimeout(timer)
  }, [isDrawn])
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
