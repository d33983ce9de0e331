import { useLocation, useNavigate } from 'react-router-dom'
import { type Filters, type ListState, listSearch, readListState } from './list-place.ts'

/**
 * What a list shows, kept in the address of the page as react-admin keeps it. An address that says nothing of filters
 * shows what is usual.
 */
export function useListState(usual: Filters = {}): [ListState, (next: Partial<ListState>) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const state = readListState(search, usual)
  return [
    state,
    (next) => {
      const { filters, ...shown } = { ...state, ...next }
      const kept = Object.entries(filters).filter(([, value]) => value)
      navigate(pathname + listSearch({ ...shown, filters: Object.fromEntries(kept) }))
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
