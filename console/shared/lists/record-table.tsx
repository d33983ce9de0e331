import { Alert, Box, Button, LinearProgress, TableSortLabel } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import {
  Fragment,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type RaRecord, useListContext, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useErrorText } from '../answers/error-text.ts'
import { mostPrinted, useOnPaper } from '../pages/print.ts'
import { AboveRow } from './above-row.tsx'
import { Choose, ChooseAll } from './choose-row.tsx'
import type { Column } from './column.ts'
import { chosenColumns, drawnWidths, fitColumns } from './columns.ts'
import { NothingFound } from './empty-state.tsx'
import { isPlain, type Opened, type PaneLook, RecordPane, usePane } from './record-pane.tsx'
import { footLook, tableLook } from './record-table-look.ts'
import { RestButton, RestOfRow, restWidth } from './rest-of-row.tsx'
import { type Selection, useRenewal } from './selection.ts'

export type { Column } from './column.ts'
export { AboveRow }

/** How rows are drawn. */
interface Drawn<T extends RaRecord> {
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<T>[]
  /** The page of a row; its first column is the link. */
  linkTo?: ((row: T) => string) | undefined
  /** With it, rows can be chosen; `rowName` says which one a box is for. */
  selection?: Selection<T> | undefined
  rowName?: ((row: T) => string) | undefined
}

export interface Ordered {
  isOldestFirst: boolean
  onOrder: (isOldestFirst: boolean) => void
}

interface Props<T extends RaRecord> extends Drawn<T> {
  /** Which columns are shown, in which order; null for the usual ones. */
  shown?: readonly string[] | null
  /** With it, the column that the list can be ordered by does it. */
  order?: Ordered | undefined
  /** What can be done with the rows that are chosen; lies over the header. */
  bulk?: ReactNode
  /** Shown if there are no rows even without filters. */
  empty: ReactNode
  /** Shown in addition if the filters match nothing. */
  nothingFound?: ReactNode
  /** How many rows there are, and their sums. */
  foot?: ReactNode
  pane?: PaneLook<T> | undefined
}

/** The rows of a list, one line each, and beside them the record that is open. Pages follow by scrolling. */
export function RecordTable<T extends RaRecord>({
  empty,
  nothingFound,
  foot,
  bulk,
  pane: look = {},
  ...drawn
}: Props<T>) {
  const { data, isPending, isFetching, error, filterValues, setFilters, refetch, meta } = useListContext<T>()
  const translate = useTranslate()
  const errorText = useErrorText()
  useRenewal(drawn.selection, data)
  const rows = data ?? []
  const loadMore: (() => void) | undefined = meta?.loadMore
  const pane = usePane(rows, drawn.linkTo, loadMore, look.prefetch)
  const filtered = Object.values(filterValues ?? {}).some((value) => value !== undefined && value !== '')

  if (error && !data) {
    const retry = <Button onClick={() => refetch()}>{translate('kontor.action.retry')}</Button>
    return (
      <Alert severity="error" action={retry}>
        {errorText(error)}
      </Alert>
    )
  }
  if (data?.length === 0 && !pane.place) {
    return filtered ? <NothingFound onClear={() => setFilters({}, [])}>{nothingFound}</NothingFound> : empty
  }
  return (
    <RecordPane pane={pane} label={drawn.label} isWide={look.isWide === true}>
      <Box sx={{ position: 'relative' }}>
        {(isPending || isFetching) && (
          <LinearProgress
            aria-label={drawn.label}
            sx={{ position: 'absolute', top: 0, insetInline: 0, zIndex: 3, height: 2 }}
          />
        )}
        {bulk}
        <RecordRows {...drawn} rows={rows} opened={pane} />
        {loadMore && <NextPage onSeen={loadMore} isLoading={isFetching === true} />}
        {foot && <Box sx={footLook}>{foot}</Box>}
        <MoreThanPrinted count={rows.length} hasMore={loadMore !== undefined} />
      </Box>
    </RecordPane>
  )
}

/** The rows alone, for what asks for them and goes through them itself. */
export function RecordRows<T extends RaRecord>({
  label,
  rows,
  columns,
  shown = null,
  linkTo,
  order,
  selection,
  rowName,
  opened,
  below,
}: Drawn<T> & {
  rows: readonly T[]
  shown?: readonly string[] | null
  order?: Ordered | undefined
  opened: Opened<T>
  /** Below a row that is open where it has no room beside the list. */
  below?: ((row: T) => ReactNode) | undefined
}) {
  const translate = useTranslate()
  const { ref, width: onScreen } = useWidth()
  // On paper the columns do not depend on the screen, and what lies beside them is left out.
  const width = useOnPaper() ? paperWidth : onScreen
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const room = width - (selection ? boxWidth : 0)
  const hasPage = linkTo !== undefined
  const { visible, rest, hasRest } = useMemo(() => {
    const asked = chosenColumns(columns, shown)
    const whole = fitColumns(asked, room)
    // What there is no room for is on the page of the record. Without a page it is below the row.
    const hasRest = !hasPage && width > 0 && whole.length < asked.length
    const visible = hasRest ? fitColumns(asked, room - restWidth) : whole
    return { visible, hasRest, rest: hasRest ? asked.filter((column) => !visible.includes(column)) : [] }
  }, [columns, shown, room, width, hasPage])
  const widths = drawnWidths(visible, room)
  const navigate = useNavigate()
  const latest: Acts<T> = {
    open(event, row) {
      opened.onClick(event, row)
      if (!linkTo || event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      navigate(linkTo(row))
    },
    choose: (row, isChosen) => selection?.set([row], isChosen),
    unfold: setUnfolded,
  }
  const acts = useRef(latest)
  acts.current = latest
  return (
    <Box ref={ref} sx={{ minWidth: 0 }}>
      <Box
        component="table"
        aria-label={label}
        sx={tableLook}
        onMouseOver={nameWhatIsCut}
        style={{ visibility: width === 0 ? 'hidden' : undefined }}
      >
        <colgroup>
          {selection && <col style={{ width: boxWidth }} />}
          {visible.map((column, index) => (
            <col key={column.key} style={{ width: widths[index] }} />
          ))}
          {hasRest && <col style={{ width: restWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th>
                <ChooseAll rows={rows} selection={selection} />
              </th>
            )}
            {visible.map(({ key, label, kind, align, isOrder }) => (
              <th
                key={key}
                scope="col"
                style={{ textAlign: align }}
                aria-sort={isOrder && order ? (order.isOldestFirst ? 'ascending' : 'descending') : undefined}
              >
                {isOrder && order ? (
                  <TableSortLabel
                    active
                    direction={order.isOldestFirst ? 'asc' : 'desc'}
                    onClick={() => order.onOrder(!order.isOldestFirst)}
                    title={translate(`kontor.list_filters.${order.isOldestFirst ? 'oldest' : 'newest'}`)}
                  >
                    {label}
                  </TableSortLabel>
                ) : kind === 'actions' ? (
                  // Wider than the button below it, which says the same.
                  <Box component="span" sx={visuallyHidden}>
                    {label}
                  </Box>
                ) : (
                  label
                )}
              </th>
            ))}
            {hasRest && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = String(row.id)
            return (
              <Fragment key={row.id}>
                <Row
                  row={row}
                  columns={visible}
                  place={linkTo?.(row)}
                  name={rowName?.(row)}
                  isOpen={opened.id === id}
                  isChosen={selection?.has(row)}
                  isUnfolded={hasRest ? unfolded === id : undefined}
                  acts={acts}
                />
                {below && opened.id === id && (
                  <tr className="not-printed">
                    <Box
                      component="td"
                      colSpan={visible.length + (selection ? 1 : 0)}
                      data-kind="rest"
                      sx={belowLook}
                    >
                      {below(row)}
                    </Box>
                  </tr>
                )}
                {hasRest && unfolded === id && (
                  <RestOfRow row={row} columns={rest} span={visible.length + (selection ? 2 : 1)} />
                )}
              </Fragment>
            )
          })}
        </tbody>
      </Box>
    </Box>
  )
}

interface Acts<T> {
  open: (event: MouseEvent, row: T) => void
  choose: (row: T, isChosen: boolean) => void
  unfold: (id: string | null) => void
}

/**
 * One line. It is drawn again only when something of it has changed: going down a list with the pane open draws two of
 * them, not all.
 */
const Row = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<T extends RaRecord>({
  row,
  columns,
  place,
  name,
  isOpen,
  isChosen,
  isUnfolded,
  acts,
}: {
  row: T
  columns: readonly Column<T>[]
  /** Of its page. */
  place: string | undefined
  name: string | undefined
  isOpen: boolean
  /** Undefined if rows cannot be chosen. */
  isChosen: boolean | undefined
  /** Undefined if all columns are shown. */
  isUnfolded: boolean | undefined
  acts: { current: Acts<T> }
}) {
  const id = String(row.id)
  return (
    <tr data-open={isOpen || undefined}>
      {isChosen !== undefined && (
        <td>
          <Choose
            name={name ?? id}
            isChosen={isChosen}
            onChoose={(isChosen) => acts.current.choose(row, isChosen)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-kind={column.kind ?? 'text'} style={{ textAlign: column.align }}>
          {index === 0 && place !== undefined ? (
            <a
              className="row-link"
              href={`#${place}`}
              data-row={id}
              aria-current={isOpen ? 'true' : undefined}
              onClick={(event) => acts.current.open(event, row)}
            >
              {column.render(row)}
            </a>
          ) : (
            column.render(row)
          )}
          {column.after && <AboveRow>{column.after(row)}</AboveRow>}
        </td>
      ))}
      {isUnfolded !== undefined && (
        <td>
          <RestButton
            name={name}
            isOpen={isUnfolded}
            onToggle={() => acts.current.unfold(isUnfolded ? null : id)}
          />
        </td>
      )}
    </tr>
  )
}

const boxWidth = 44
/** What the long side of A4 has room for, in the small type of a printed list. */
const paperWidth = 1270
const belowLook = { '&&': { whiteSpace: 'normal', p: 0 } } as const

/** The room that there is, before the first picture is drawn. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** What is cut or shortened is shown whole while the pointer rests on it. */
function nameWhatIsCut({ target }: MouseEvent) {
  const cell = (target as Element).closest?.('td')
  if (!cell) return
  const shortened = cell.querySelector<HTMLElement>('[data-whole]')?.dataset.whole
  if (shortened ?? cell.scrollWidth > cell.clientWidth) cell.title = shortened ?? cell.textContent ?? ''
}

/** On paper a list ends somewhere, and says so. */
export function MoreThanPrinted({ count, hasMore }: { count: number; hasMore: boolean }) {
  const translate = useTranslate()
  if (!hasMore && count <= mostPrinted) return null
  return (
    <Box className="only-printed" sx={{ pt: 1 }}>
      {translate('kontor.print.first_rows', { count: Math.min(count, mostPrinted) })}
    </Box>
  )
}

/** Asks for the next page as soon as its place comes into sight. */
export function NextPage({ onSeen, isLoading }: { onSeen: () => void; isLoading: boolean }) {
  const translate = useTranslate()
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef({ onSeen, isLoading })
  latest.current = { onSeen, isLoading }
  useEffect(() => {
    const element = ref.current
    if (!element || isLoading) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !latest.current.isLoading) latest.current.onSeen()
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isLoading])
  return (
    <Box ref={ref} className="not-printed" sx={{ height: 36, textAlign: 'center' }}>
      <Button size="small" onClick={onSeen} disabled={isLoading}>
        {translate('kontor.action.load_more')}
      </Button>
    </Box>
  )
}

/** What accompanies the text of a cell, in the same line. */
export function Second({ children }: { children: ReactNode }) {
  return <span className="second"> · {children}</span>
}
