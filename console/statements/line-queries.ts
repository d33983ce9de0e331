import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import { listLinesOfStatement } from '../../contract/operations/statements.ts'
import type {
  StatementDirection,
  StatementLineListResponse,
  StatementLineResponse,
  StatementLineStatus,
} from '../../contract/statements.ts'
import { call } from '../api/client.ts'

const perPage = 50
/** The badge of the menu ends at 99+. */
const countedAtMost = 100

export interface LineFilter {
  /** Only the lines of this statement. */
  statementId?: string
  status: StatementLineStatus
  direction?: StatementDirection | undefined
}

/** Lines in the order in which they came; pages are added below one another. */
export function useLines({ statementId, status, direction }: LineFilter) {
  return useInfiniteQuery({
    queryKey: ['statement-lines', 'queue', { statementId, status, direction }],
    queryFn: ({ pageParam, signal }) => {
      const query = { status, direction, limit: perPage, cursor: pageParam } as const
      return statementId
        ? call(listLinesOfStatement, { params: { statement_id: statementId }, query: defined(query), signal })
        : call(statementLineList.read, { query: defined(query), signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
}

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
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
      for (const key of ['statement-lines', 'statements', 'purchase-requests'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    },
    [queryClient],
  )
}
