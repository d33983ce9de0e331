import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { StatementLineListResponse, StatementLineResponse } from '../../contract/books/statements.ts'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import { listLinesOfStatement } from '../../contract/operations/books/statements.ts'
import { call } from '../api/client.ts'
import type { Filters } from '../views/list-place.ts'

const perPage = 50
/** The badge of the menu ends at 99+. */
const countedAtMost = 100

/** Lines in the order in which they came, of all statements or of one; pages are added below one another. */
export function useLines(filters: Filters, statementId: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['statement-lines', 'queue', { ...filters, statementId }],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filters, limit: perPage, ...(pageParam && { cursor: pageParam }) }
      return statementId
        ? call(listLinesOfStatement, { params: { statement_id: statementId }, query, signal })
        : call(statementLineList.read, { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
}

/** What is taken back is the decision that was seen, and not one that somebody has made since. */
export function decisionOf({ decided_at }: StatementLineResponse): { decided_at?: string } {
  return decided_at === null ? {} : { decided_at }
}

/** How many lines wait, at most a hundred. */
export function useWaitingCount(): number {
  const { data } = useQuery({
    queryKey: ['statement-lines', 'waiting'],
    queryFn: ({ signal }) =>
      call(statementLineList.read, { query: { status: 'new', limit: countedAtMost }, signal }),
  })
  return data?.items.length ?? 0
}

/** Shows a line as the service has answered, before the lists are loaded again. */
export function useKeepLine(): (line: StatementLineResponse) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (line) => {
      queryClient.setQueriesData<InfiniteData<StatementLineListResponse>>(
        { queryKey: ['statement-lines', 'queue'] },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === line.id ? line : item)),
            })),
          },
      )
      for (const key of ['certain-matches', 'statement-lines', 'statements', 'purchase-requests'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    },
    [queryClient],
  )
}
