import { type ReactNode, use } from 'react'
import { ListBase } from 'react-admin'
import type { TObject } from 'typebox'
import type { Operation } from '../../contract/operation.ts'
import { CursorList, perPage } from '../shared/cursor-list.tsx'
import { FeaturesContext } from '../shared/features-context.ts'
import type { Filters, ListState } from './list-place.ts'

/**
 * The rows of a list. Some lists have an operation with pages and a total, and few filters: it is read while it has all
 * that are set. Otherwise the list is read from one page to the next.
 */
export function ListRows({
  resource,
  chosen,
  always,
  sort,
  onFilter,
  children,
}: {
  resource: string
  /** What the person has chosen, and what the page restricts the list to. */
  chosen: Filters
  always: Filters
  sort: ListState['sort']
  onFilter: (filters: Filters) => void
  children: ReactNode
}) {
  const operations = use(FeaturesContext).find(({ resources }) => resources?.[resource])?.resources?.[
    resource
  ]
  const names = Object.keys({ ...chosen, ...always })
  if (operations && sort === null && hasPages(operations.list, names)) {
    return (
      <ListBase resource={resource} filter={always} perPage={perPage} storeKey={false}>
        {children}
      </ListBase>
    )
  }
  return (
    <CursorList
      resource={resource}
      filter={chosen}
      always={{ ...always, ...(sort && { sort }) }}
      onFilter={() => onFilter({})}
    >
      {children}
    </CursorList>
  )
}

function hasPages({ query }: Operation, names: readonly string[]): boolean {
  const { properties } = query as unknown as TObject
  return 'offset' in properties && names.every((name) => name in properties)
}
