import { useLocation, useNavigate } from 'react-router-dom'
import type { ListSort } from '../../contract/lists/list.ts'
import { listSearch } from './list-place.ts'

export interface ListState {
  filters: Record<string, string>
  sort: ListSort | null
}

/** What a list shows, kept in the address of the page as react-admin keeps it. */
export function useListState(): [ListState, (next: Partial<ListState>) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const state = readState(new URLSearchParams(search))
  return [
    state,
    (next) => {
      const { filters, sort } = { ...state, ...next }
      const kept = Object.entries(filters).filter(([, value]) => value)
      navigate(pathname + listSearch({ filters: Object.fromEntries(kept), sort }))
    },
  ]
}

/** Changes some of the filters; those that are undefined are taken away. */
export function filterSetter(
  { filters }: ListState,
  onChange: (next: Partial<ListState>) => void,
): (change: Record<string, string | undefined>) => void {
  return (change) => onChange({ filters: { ...filters, ...change } as Record<string, string> })
}

function readState(params: URLSearchParams): ListState {
  return { filters: readFilters(params.get('filter')), sort: params.get('oldest') ? 'created_at' : null }
}

/** An address that somebody has typed may have anything there. */
function readFilters(text: string | null): Record<string, string> {
  try {
    const filters: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(filters ?? {}).filter(([, value]) => typeof value === 'string' && value)
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
