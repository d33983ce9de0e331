import { useGetIdentity, useStore } from 'react-admin'
import type { ListState } from './list-place.ts'

/**
 * Which columns of a list are shown: what the address says, as a view is opened; otherwise what the person has chosen
 * last. That is kept in the browser, for each person who uses it.
 */
export function useColumnChoice(
  list: string,
  { columns }: Pick<ListState, 'columns'>,
  onChange: (next: Partial<ListState>) => void,
): [shown: readonly string[] | null, choose: (keys: string[] | null) => void] {
  const { identity } = useGetIdentity()
  const [kept, setKept] = useStore<string[] | null>(`columns.${list}.${identity?.id ?? ''}`, null)
  return [
    columns ?? kept,
    (keys) => {
      setKept(keys)
      onChange({ columns: keys })
    },
  ]
}
