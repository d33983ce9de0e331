import { Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { TProperties } from 'typebox'
import type { ListName } from '../../contract/lists/all.ts'
import type { List } from '../../contract/lists/list.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { DeclaredFilters, type ShownFilters } from './declared-filters.tsx'
import { ListFoot } from './list-foot.tsx'
import { useListState } from './use-list-state.ts'
import { ViewsMenu } from './views-menu.tsx'

/** A page of a list: its saved views, its file, its filters, its rows and their totals. */
export function ListPage<Filters extends TProperties, Row extends RaRecord>({
  list,
  title,
  actions,
  filters,
  days,
  columns,
  linkTo,
  empty,
}: {
  list: List<ListName, Filters>
  title: string
  actions?: ReactNode
  filters: ShownFilters<Filters>
  days?: Parameters<typeof DeclaredFilters>[0]['days']
  columns: Column<Row>[]
  linkTo: (row: Row) => string
  empty: ReactNode
}) {
  const [state, setState] = useListState()
  return (
    <Page title={title} actions={actions}>
      <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <ViewsMenu list={list.name} state={state} onOpen={setState} />
        <ExportMenu operation={list.file} query={state.filters} />
      </Stack>
      <DeclaredFilters list={list} shown={filters} days={days} state={state} onChange={setState} />
      <CursorList
        resource={list.name}
        filter={state.filters}
        always={state.sort ? { sort: state.sort } : {}}
        onFilter={() => setState({ filters: {} })}
      >
        <RecordTable label={title} columns={columns} linkTo={linkTo} empty={empty} />
      </CursorList>
      <ListFoot list={list} filters={state.filters} />
    </Page>
  )
}
