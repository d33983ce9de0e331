import type { ReactNode } from 'react'
import { ListBase } from 'react-admin'
import { CursorList } from '../shared/cursor-list.tsx'
import type { ListState } from './use-list-state.ts'

/**
 * A list of the specification, which has pages, a total and few filters; with other filters the one of the extension,
 * which is read from one page to the next.
 */
export function FilteredList({
  resource,
  plain,
  state: { filters, sort },
  onChange,
  children,
}: {
  resource: string
  /** The filters that the list of the specification has. */
  plain: readonly string[]
  state: ListState
  onChange: (state: Partial<ListState>) => void
  children: ReactNode
}) {
  const isPlain = sort === null && Object.keys(filters).every((name) => plain.includes(name))
  return isPlain ? (
    <ListBase resource={resource} perPage={25} storeKey={false}>
      {children}
    </ListBase>
  ) : (
    <CursorList
      resource={resource}
      filter={filters}
      always={sort ? { sort } : {}}
      isFiltered
      onFilter={() => onChange({ filters: {} })}
    >
      {children}
    </CursorList>
  )
}
