import type { ListName } from '../../contract/lists/all.ts'
import type { ListSort } from '../../contract/lists/list.ts'
import type { ViewResponse } from '../../contract/lists/views.ts'

export type Filters = Readonly<Record<string, string>>

export interface ListState {
  filters: Filters
  sort: ListSort | null
  /** The keys of the columns in their order; null for those that the person has chosen, or that the list has. */
  columns: readonly string[] | null
}

/** Lists whose page is not called as they are. Each organization has its own address book: one is chosen there. */
const elsewhere: Partial<Record<ListName, string>> = { addresses: '/organizations', hits: '/screening-hits' }

/** The page of a list. */
export function listPage(list: ListName): string {
  return elsewhere[list] ?? `/${list}`
}

/**
 * The part of an address that says what a list shows. The filter is named even if it is empty: otherwise the page shows
 * what is usual, and react-admin keeps the last one.
 */
export function listSearch({ filters, sort, columns }: Partial<ListState>): string {
  const params = new URLSearchParams({
    filter: JSON.stringify(filters ?? {}),
    ...(sort === 'created_at' && { oldest: 'true' }),
    ...(columns && { columns: columns.join(',') }),
  })
  return `?${params}`
}

/** What an address says that a list shows; what is usual if it says nothing. */
export function readListState(search: string, usual: Filters = {}): ListState {
  const params = new URLSearchParams(search)
  return {
    filters: params.has('filter') ? readFilters(params.get('filter')) : usual,
    sort: params.get('oldest') ? 'created_at' : null,
    columns: params.get('columns')?.split(',').filter(Boolean) ?? null,
  }
}

/** An address that somebody has typed may have anything there. */
function readFilters(text: string | null): Filters {
  try {
    const filters: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(filters ?? {}).filter(([, value]) => typeof value === 'string' && value)
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** Where a view is shown. */
export function viewPlace(view: Pick<ViewResponse, 'list' | 'filters' | 'sort' | 'columns'>): string {
  const { organization_id, ...filters } = view.filters
  if (view.list === 'addresses' && organization_id !== undefined)
    return `/organizations/${organization_id}/show/addresses${listSearch({ ...view, filters })}`
  return listPage(view.list) + listSearch(view)
}
