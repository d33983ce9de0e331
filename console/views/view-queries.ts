import { useQuery } from '@tanstack/react-query'
import type { ListName } from '../../contract/lists/all.ts'
import type { ViewResponse } from '../../contract/lists/views.ts'
import { listViews } from '../../contract/operations/work/views.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'
import type { ListState } from './list-place.ts'

/** The views of a list by name, one's own and those of others. */
export function useViews(list: ListName): ViewResponse[] {
  const { data } = useQuery({
    queryKey: ['views', list],
    queryFn: ({ signal }) =>
      readAllByCursor((query) => call(listViews, { query: { ...query, list }, signal })),
    staleTime: 60_000,
  })
  return data ?? []
}

export function isSame(
  view: Pick<ViewResponse, 'filters' | 'sort' | 'columns'>,
  { filters, sort, columns }: ListState,
): boolean {
  const names = Object.keys(view.filters)
  return (
    (view.sort === 'created_at') === (sort === 'created_at') &&
    // A view without columns shows everybody their own.
    (view.columns === null || view.columns.join() === (columns ?? []).join()) &&
    names.length === Object.keys(filters).length &&
    names.every((name) => view.filters[name] === filters[name])
  )
}

/** What a view keeps of what a list shows. */
export function bodyOfView({ filters, sort, columns }: ListState) {
  return { filters, sort, columns: columns && [...columns] }
}
