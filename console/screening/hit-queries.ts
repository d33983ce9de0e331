import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hitList } from '../../contract/lists/hits.ts'
import { call } from '../api/client.ts'
import type { Filters } from '../views/list-place.ts'

/** What waits for a decision, unless something else is asked for. */
export const usualHits: Filters = { status: 'open' }

/** The badge of the menu ends at 99+. */
const countedAtMost = 100
const perPage = 100

/** How many hits that block wait for a decision, at most a hundred. */
export function useBlockingCount(): number {
  const { data } = useQuery({
    queryKey: ['screening-hits', 'blocking'],
    queryFn: ({ signal }) =>
      call(hitList.read, {
        query: { status: 'open', above_threshold: true, limit: countedAtMost },
        signal,
      }),
  })
  return data?.items.length ?? 0
}

/** The ids of the queue, in its order, as far as they are loaded. */
export function useHitQueue(filters: Filters) {
  const query = useInfiniteQuery({
    queryKey: ['screening-hits', 'queue', filters],
    queryFn: ({ pageParam, signal }) =>
      call(hitList.read, {
        query: { ...filters, limit: perPage, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const ids = (query.data?.pages ?? []).flatMap(({ items }) => items.map(({ id }) => id))
  return { ids, hasMore: query.hasNextPage, loadMore: query.fetchNextPage }
}
