import { Stack } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import type { TProperties } from 'typebox'
import type { ListName } from '../../contract/lists/all.ts'
import type { List } from '../../contract/lists/list.ts'
import { ExportMenu } from '../shared/export-menu.tsx'
import { RecordTable } from '../shared/record-table.tsx'
import { TabList, TabPanel } from '../shared/tab-list.tsx'
import { DeclaredFilters, type ShownFilters, valuesOf } from './declared-filters.tsx'
import { ListFoot } from './list-foot.tsx'
import type { Filters } from './list-place.ts'
import { ListRows } from './list-rows.tsx'
import { filterSetter, useListState } from './use-list-state.ts'
import { ViewsMenu } from './views-menu.tsx'

interface Frame<Declared extends TProperties> {
  list: List<ListName, Declared>
  /** The resource of react-admin, and the first part of the keys of its queries; by default the name of the list. */
  resource?: string
  title: string
  filters: ShownFilters<Declared>
  days?: Parameters<typeof DeclaredFilters>[0]['days']
  /** A choice that is shown as tabs; `<texts>_<value>` are their texts, and `<texts>_all` that of all rows. */
  tabs?: { filter: keyof Declared & string; texts: string }
  /** The filters while the address names none. */
  usual?: Filters
  /** What the page restricts the list to. What is shown then is no view of the list. */
  fixed?: Filters
  /** Files that only this list has. */
  files?: ComponentProps<typeof ExportMenu>['more']
  /** Buttons beside the file. */
  tools?: ReactNode
  /** Whether the rows can be added up as they are filtered. */
  withSums?: boolean
}

/** The rows of a list in a table, in a tab or below something else; a page of its own is `ListPage`. */
export function ListTab<Declared extends TProperties, Row extends RaRecord>({
  above,
  columns,
  linkTo,
  empty,
  nothingFound,
  selection,
  rowName,
  ...frame
}: Frame<Declared> &
  Omit<ComponentProps<typeof RecordTable<Row>>, 'label'> & {
    /** What stands between the filters and the rows. */
    above?: ReactNode
  }) {
  const { list, resource = list.name, title, tabs, usual = {}, fixed = {} } = frame
  const [{ filters, sort }, setState] = useListState(usual)
  // With no rows, a page that shows the usual says what it is for instead of that nothing was found.
  const isOfPage = ([name, value]: [string, string]) => name === tabs?.filter || usual[name] === value
  const entries = Object.entries(filters)
  const ofPage = Object.fromEntries(entries.filter(isOfPage))
  return (
    <ListFrame {...frame}>
      {above}
      <ListRows
        resource={resource}
        chosen={Object.fromEntries(entries.filter((entry) => !isOfPage(entry)))}
        always={{ ...ofPage, ...fixed }}
        sort={sort}
        onFilter={() => setState({ filters: { ...usual, ...ofPage } })}
      >
        <RecordTable
          label={title}
          columns={columns}
          linkTo={linkTo}
          empty={empty}
          nothingFound={nothingFound}
          selection={selection}
          rowName={rowName}
        />
      </ListRows>
    </ListFrame>
  )
}

/** What every list has around its rows: its saved views, its file, its filters and its totals. */
export function ListFrame<Declared extends TProperties>({
  list,
  resource = list.name,
  title,
  filters,
  days,
  tabs,
  usual,
  fixed,
  files = [],
  tools,
  withSums = true,
  children,
}: Frame<Declared> & { children: ReactNode }) {
  const [state, setState] = useListState(usual)
  const set = filterSetter(state, setState)
  const declared = list.filters.properties
  const asked = { ...state.filters, ...fixed }
  const hasViews = fixed === undefined && Object.keys(declared).length > 0
  const body = (
    <>
      <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap' }}>
        {hasViews && <ViewsMenu list={list.name} state={state} onOpen={setState} />}
        <ExportMenu operation={list.file} query={asked} more={files} />
        {tools}
      </Stack>
      <DeclaredFilters list={list} shown={filters} days={days} state={state} onChange={setState} />
      {children}
      {Object.keys(asked).every((name) => name in declared) && (
        <ListFoot list={list} resource={resource} filters={asked} withSums={withSums} />
      )}
    </>
  )
  if (!tabs) return body
  const values = valuesOf(list, tabs.filter)
  const chosen = values.find((value) => value === state.filters[tabs.filter]) ?? 'all'
  return (
    <>
      <Stack direction="row" sx={{ mb: 2 }}>
        <TabList
          id={list.name}
          label={title}
          names={[...values, 'all']}
          chosen={chosen}
          texts={tabs.texts}
          onChoose={(value) => set({ [tabs.filter]: value === 'all' ? undefined : value })}
        />
      </Stack>
      <TabPanel id={list.name} chosen={chosen}>
        {body}
      </TabPanel>
    </>
  )
}
