import { Button } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RaRecord, useTranslate } from 'react-admin'
import { QueryState } from '../shared/answers/query-state.tsx'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'

/** Rows that are read in pages and belong to no list: those that the books compute. */
export function PagedRecords<Row extends RaRecord>({
  queryKey,
  read,
  ...drawn
}: {
  queryKey: readonly unknown[]
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<{ rows: Row[]; next: string | null }>
  columns: readonly Column<Row>[]
  label: string
}) {
  const translate = useTranslate()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  })
  return (
    <QueryState query={query}>
      {({ pages }) => (
        <>
          <Records {...drawn} rows={pages.flatMap(({ rows }) => rows)} />
          {query.hasNextPage && (
            <Button fullWidth disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {translate('kontor.action.load_more')}
            </Button>
          )}
        </>
      )}
    </QueryState>
  )
}
