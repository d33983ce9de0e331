import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WorkItem } from '../../contract/work/work.ts'
import type { QueueFilter } from './queue-filter.ts'
import { listQueue } from './work-queries.ts'

const perPage = 100
/** How many items before the end of what is loaded the next page is asked for. */
const ahead = 10

/**
 * The documents that waited when the review began, in order. It does not change while somebody works through it: what a
 * colleague decides meanwhile keeps its place and says so.
 */
export function useReviewQueue(filter: QueueFilter, first: string | null) {
  const [at, setAt] = useState<number | null>(null)
  const query = useInfiniteQuery({
    // «edited»: not reloaded by events.
    queryKey: ['work-review', 'edited', filter],
    queryFn: ({ pageParam, signal }) =>
      listQueue('documents', { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const items: WorkItem[] = data?.pages.flatMap(({ items }) => items) ?? []
  const found = first === null ? 0 : items.findIndex(({ id }) => id === first)
  // The one that was asked for may be pages away; if it no longer waits, the review begins at the beginning.
  const isReady = data !== undefined && (found >= 0 || !hasNextPage)
  const place = at ?? (isReady ? Math.max(found, 0) : null)
  const wantsMore = place === null ? data !== undefined : place >= items.length - ahead

  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [wantsMore, hasNextPage, isFetchingNextPage, fetchNextPage])

  return {
    query,
    items,
    /** Null until it is known where to begin. */
    at: place,
    /** Whether everything that waited is loaded. */
    isComplete: data !== undefined && !hasNextPage,
    go: (to: number) => setAt(Math.min(Math.max(to, 0), items.length)),
    restart: () => {
      setAt(0)
      return query.refetch()
    },
  }
}
