import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listScreeningHits } from '../../contract/operations/screening.ts'
import { type HitStatus, hitStatuses } from '../../contract/screening.ts'
import { call } from '../api/client.ts'

/** The badge of the menu ends at 99+. */
const countedAtMost = 100
const perPage = 100

/** How many hits that block wait for a decision, at most a hundred. */
export function useBlockingCount(): number {
  const { data } = useQuery({
    queryKey: ['screening-hits', 'blocking'],
    queryFn: ({ signal }) =>
      call(listScreeningHits, {
        query: { status: 'open', above_threshold: true, limit: countedAtMost },
        signal,
      }),
  })
  return data?.items.length ?? 0
}

/** What the queue is restricted to; in the address of the page, so that a hit knows its neighbours. */
export interface HitFilter {
  status: HitStatus
  list?: string | undefined
  above_threshold?: boolean | undefined
}

export function readFilter(params: URLSearchParams): HitFilter {
  const list = params.get('list')
  const above = params.get('above_threshold')
  return {
    status: hitStatuses.find((one) => one === params.get('status')) ?? 'open',
    ...(list && { list }),
    ...((above === 'true' || above === 'false') && { above_threshold: above === 'true' }),
  }
}

/** The part of the address that keeps the filter; nothing for the usual one. */
export function filterText({ status, list, above_threshold }: HitFilter): string {
  const params = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(list && { list }),
    ...(above_threshold !== undefined && { above_threshold: String(above_threshold) }),
  })
  return params.size > 0 ? `?${params}` : ''
}

/** The ids of the queue, in its order, as far as they are loaded. */
export function useHitQueue(filter: HitFilter) {
  const query = useInfiniteQuery({
    queryKey: ['screening-hits', 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listScreeningHits, {
        query: { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const ids = (query.data?.pages ?? []).flatMap(({ items }) => items.map(({ id }) => id))
  return { ids, hasMore: query.hasNextPage, loadMore: query.fetchNextPage }
}
