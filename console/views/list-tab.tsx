import { Box } from '@mui/material'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { type RaRecord, useLocale } from 'react-admin'
import type { TProperties } from 'typebox'
import type { ListName } from '../../contract/lists/all.ts'
import type { List } from '../../contract/lists/list.ts'
import type { Language } from '../../contract/words/languages.ts'
import { SearchField } from '../shared/fields/search-field.tsx'
import type { Column } from '../shared/lists/column.ts'
import { CursorList } from '../shared/lists/cursor-list.tsx'
import { ExportMenu } from '../shared/lists/export-menu.tsx'
import { RecordTable } from '../shared/lists/record-table.tsx'
import { useClearedWith } from '../shared/lists/selection.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import type { ShownDays } from './days-between.tsx'
import { type ShownFilter, type ShownFilters, useFilters } from './declared-filters.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListBar, ListTitle } from './list-bar.tsx'
import { ListFoot } from './list-foot.tsx'
import type { Filters } from './list-place.ts'
import { PrintedFilters } from './printed-filters.tsx'
import { useColumnChoice } from './use-columns.ts'
import { useHead } from './use-head.ts'
import { filterSetter, useListState } from './use-list-state.ts'
import { ViewsMenu } from './views-menu.tsx'

interface Frame<Declared extends TProperties> {
  list: List<ListName, Declared>
  /** The resource of react-admin, and the first part of the keys of its queries; by default the name of the list. */
  resource?: string
  /** By default the title of the list. */
  title?: string
  /** Whether the list is the page, and its title that of the page. */
  isPage?: boolean
  filters: ShownFilters<Declared>
  days?: ShownDays
  /** The filters while the address names none. */
  usual?: Filters
  /** What the page restricts the list to. What is shown then is no view of the list. */
  fixed?: Filters
  /** Files that only this list has. */
  files?: ComponentProps<typeof ExportMenu>['more']
  /** What leads to other parts of the page, after its title. */
  lead?: ReactNode
  /** What is done here, after the file. */
  tools?: ReactNode
  /** Whether the rows can be added up as they are filtered. */
  withSums?: boolean
  /** In milliseconds, for what changes without an event. */
  refetchInterval?: number
}

/** A column is called by the head of its key unless it has a label. */
export type ListColumn<Row> = Omit<Column<Row>, 'label'> & { label?: string }

type Table<Row extends RaRecord> = Omit<
  ComponentProps<typeof RecordTable<Row>>,
  'label' | 'columns' | 'shown' | 'order' | 'foot'
> & { columns: readonly ListColumn<Row>[] }

/** The rows of a list in a table, in a tab or below something else; a page of its own is `ListPage`. */
export function ListTab<Declared extends TProperties, Row extends RaRecord>({
  columns: given,
  linkTo,
  empty,
  nothingFound,
  selection,
  rowName,
  bulk,
  pane,
  refetchInterval,
  ...frame
}: Frame<Declared> & Table<Row>) {
  const { list, resource = list.name, usual = {}, fixed = {} } = frame
  const title = useTitle(list, frame.title)
  const head = useHead(list)
  // Rows are drawn again only when their columns are others.
  const columns = useMemo(
    () => given.map((column) => ({ ...column, label: column.label ?? head(column.key) })),
    [given, head],
  )
  const [state, setState] = useListState(usual)
  const { filters, sort } = state
  const [shown, choose] = useColumnChoice(list.name, state, setState)
  useClearedWith(selection, { ...filters, ...fixed })
  // With no rows, a page that shows the usual says what it is for instead of that nothing was found.
  const entries = Object.entries(filters)
  const isUsual = ([name, value]: [string, string]) => usual[name] === value
  const always = { ...Object.fromEntries(entries.filter(isUsual)), ...fixed, ...(sort && { sort }) }
  const order =
    list.sorts.length > 1
      ? {
          isOldestFirst: sort === 'created_at',
          onOrder: (isOldest: boolean) => setState({ sort: isOldest ? 'created_at' : null }),
        }
      : undefined
  return (
    <ListFrame {...frame} columns={{ all: columns, shown, choose, order }}>
      {(foot) => (
        <CursorList
          resource={resource}
          filter={Object.fromEntries(entries.filter((entry) => !isUsual(entry)))}
          always={always}
          refetchInterval={refetchInterval}
          onFilter={() => setState({ filters: usual })}
        >
          <RecordTable
            label={title}
            columns={columns}
            shown={shown}
            linkTo={linkTo}
            order={order}
            empty={empty}
            nothingFound={nothingFound}
            selection={selection}
            rowName={rowName}
            bulk={bulk}
            pane={pane}
            foot={foot}
          />
        </CursorList>
      )}
    </ListFrame>
  )
}

function useTitle(list: Pick<List, 'title'>, given: string | undefined): string {
  const locale = useLocale() as Language
  return given ?? list.title[locale]
}

/** What every list has around its rows: one line with its filters, views, columns and file, and the totals at its foot. */
export function ListFrame<Declared extends TProperties>({
  list,
  resource = list.name,
  title: given,
  isPage = false,
  filters,
  days,
  usual,
  fixed,
  files = [],
  lead,
  tools,
  withSums = true,
  columns,
  children,
}: Frame<Declared> & {
  columns?: {
    all: ComponentProps<typeof ColumnsMenu>['columns']
    shown: readonly string[] | null
    choose: (keys: string[] | null) => void
    order?: ComponentProps<typeof ColumnsMenu>['order']
  }
  children: (foot: ReactNode) => ReactNode
}) {
  const [state, setState] = useListState(usual)
  const title = useTitle(list, given)
  const head = useHead(list)
  const set = filterSetter(state, setState)
  const declared = list.filters.properties
  const asked = { ...state.filters, ...fixed }
  const hasViews = fixed === undefined && Object.keys(declared).length > 0
  const { q: search } = filters as Record<string, ShownFilter | undefined>
  const shownFilters = useFilters(list, filters, days)
  const isCounted = Object.keys(asked).every((name) => name in declared)
  return (
    <>
      <ListBar
        tools={
          <>
            {hasViews && (
              <ViewsMenu
                list={list.name}
                state={{ ...state, columns: columns?.shown ?? state.columns }}
                onOpen={setState}
              />
            )}
            {columns && (
              <ColumnsMenu
                columns={columns.all}
                shown={columns.shown}
                order={columns.order}
                onChange={columns.choose}
              />
            )}
            <ExportMenu operation={list.file} query={asked} more={files} />
            {tools}
          </>
        }
      >
        {isPage && <ListTitle title={title} />}
        {lead}
        {search && (
          <Box sx={searchLook}>
            <SearchField
              isInLine
              label={search.label ?? head('q')}
              hasKey={!search.isWithoutKey}
              value={state.filters.q ?? ''}
              onSearch={(text) => set({ q: text || undefined })}
            />
          </Box>
        )}
        <FilterChips filters={shownFilters} values={state.filters} onChange={set} />
      </ListBar>
      <Box className="printed-list">
        <PrintedFilters title={title} filters={shownFilters} values={state.filters} />
        {children(
          isCounted && <ListFoot list={list} resource={resource} filters={asked} withSums={withSums} />,
        )}
      </Box>
    </>
  )
}

/** On a phone it is a glass that becomes a field, over the rest of the line, while somebody types. */
const searchLook = {
  flex: '0 1 240px',
  minWidth: { xs: 64, sm: 90 },
  '&:focus-within': {
    position: { xs: 'absolute', sm: 'static' },
    insetInline: 0,
    zIndex: { xs: 1 },
    bgcolor: 'background.default',
  },
} as const
