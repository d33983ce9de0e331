import { Box } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import { CursorList } from '../shared/lists/cursor-list.tsx'
import { RecordTable } from '../shared/lists/record-table.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import type { Filter } from './declared-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListBar, ListTitle } from './list-bar.tsx'
import { PrintedFilters } from './printed-filters.tsx'
import { useColumnChoice } from './use-columns.ts'
import { filterSetter, useListState } from './use-list-state.ts'

/** A page of rows that is no declared list, without views and file: keys, webhooks, own companies. */
export function ResourcePage<Row extends RaRecord>({
  resource,
  title,
  filters = [],
  actions,
  notice,
  columns,
  ...table
}: Omit<ComponentProps<typeof RecordTable<Row>>, 'label' | 'shown' | 'order'> & {
  resource: string
  title: string
  filters?: readonly Filter[]
  actions?: ReactNode
  notice?: ReactNode
}) {
  const [state, setState] = useListState()
  const [shown, choose] = useColumnChoice(resource, state, setState)
  return (
    <Box sx={{ pt: 0.5 }}>
      {notice}
      <ListBar
        tools={
          <>
            <ColumnsMenu columns={columns} shown={shown} onChange={choose} />
            {actions}
          </>
        }
      >
        <ListTitle title={title} />
        <FilterChips filters={filters} values={state.filters} onChange={filterSetter(state, setState)} />
      </ListBar>
      <Box className="printed-list">
        <PrintedFilters title={title} filters={filters} values={state.filters} />
        <CursorList resource={resource} filter={state.filters} onFilter={() => setState({ filters: {} })}>
          <RecordTable {...table} label={title} columns={columns} shown={shown} />
        </CursorList>
      </Box>
    </Box>
  )
}
