import {
  Alert,
  Box,
  Button,
  Card,
  Checkbox,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material'
import type { ReactNode } from 'react'
import { type RaRecord, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { EmptyState } from './empty-state.tsx'
import { useErrorText } from './error-text.ts'
import { Pager } from './pager.tsx'
import { type Selection, useRenewal } from './selection.ts'

export interface Column<T> {
  key: string
  label: string
  render: (row: T) => ReactNode
  align?: 'right'
}

interface Props<T extends RaRecord> {
  /** The accessible name of the table. */
  label: string
  columns: Column<T>[]
  /** The link of a row, in its first column. */
  linkTo?: ((row: T) => string) | undefined
  /** Shown if there are no rows even without filters. */
  empty: ReactNode
  /** Shown in addition if the filters match nothing. */
  nothingFound?: ReactNode
  /** With it, rows can be chosen; `rowName` says which one a box is for. */
  selection?: Selection<T> | undefined
  rowName?: ((row: T) => string) | undefined
}

/** The rows of a list: a table on wide screens, cards on narrow ones. */
export function RecordTable<T extends RaRecord>({
  label,
  columns,
  linkTo,
  empty,
  nothingFound,
  selection,
  rowName,
}: Props<T>) {
  const { data, isPending, isFetching, error, filterValues, setFilters, refetch } = useListContext<T>()
  const translate = useTranslate()
  const errorText = useErrorText()
  useRenewal(selection, data)
  const filtered = Object.values(filterValues ?? {}).some((value) => value !== undefined && value !== '')

  if (error && !data) {
    const retry = <Button onClick={() => refetch()}>{translate('kontor.action.retry')}</Button>
    return (
      <Alert severity="error" action={retry}>
        {errorText(error)}
      </Alert>
    )
  }
  if (data?.length === 0) {
    return (
      <Card>
        {filtered ? (
          <EmptyState
            title={translate('kontor.empty.nothing_found')}
            help={translate('kontor.empty.try_other')}
          >
            {nothingFound}
            <Button onClick={() => setFilters({}, [])}>{translate('kontor.action.clear_filters')}</Button>
          </EmptyState>
        ) : (
          empty
        )}
      </Card>
    )
  }
  return (
    <Card sx={{ overflow: 'hidden' }}>
      <Box sx={{ height: 4 }} role="presentation">
        {(isPending || isFetching) && <LinearProgress aria-label={label} />}
      </Box>
      <Records
        rows={data ?? []}
        columns={columns}
        linkTo={linkTo}
        label={label}
        selection={selection}
        rowName={rowName}
      />
      <Pager />
    </Card>
  )
}

interface Drawn<T extends RaRecord> {
  rows: T[]
  columns: Column<T>[]
  linkTo?: ((row: T) => string) | undefined
  label: string
  selection?: Selection<T> | undefined
  rowName?: ((row: T) => string) | undefined
  /** Inside a section, which has margins of its own. */
  dense?: boolean
}

/** Rows that are not a list of react-admin, such as those of a section. */
export function Records<T extends RaRecord>(drawn: Drawn<T>) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  return narrow ? <Cards {...drawn} /> : <Rows {...drawn} />
}

function Rows<T extends RaRecord>({
  rows,
  columns,
  linkTo,
  label,
  selection,
  rowName,
  dense = false,
}: Drawn<T>) {
  return (
    <TableContainer>
      <Table aria-label={label} sx={dense ? denseCells : {}}>
        <TableHead>
          <TableRow>
            {selection && (
              <TableCell padding="checkbox">
                <ChooseAll rows={rows} selection={selection} />
              </TableCell>
            )}
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover sx={{ position: 'relative' }}>
              {selection && (
                <TableCell padding="checkbox">
                  <Choose row={row} selection={selection} rowName={rowName} />
                </TableCell>
              )}
              {columns.map((column, index) => (
                <TableCell key={column.key} align={column.align}>
                  {index === 0 && linkTo ? (
                    <RowLink to={linkTo(row)}>{column.render(row)}</RowLink>
                  ) : (
                    column.render(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const denseCells = {
  '& .MuiTableCell-root': { px: 1 },
  '& .MuiTableCell-root:first-of-type': { pl: 0 },
  '& .MuiTableCell-root:last-of-type': { pr: 0 },
  '& .MuiTableCell-head': { py: 0.75 },
  '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 },
}

function Cards<T extends RaRecord>({
  rows,
  columns,
  linkTo,
  label,
  selection,
  rowName,
  dense = false,
}: Drawn<T>) {
  const [first, ...others] = columns
  return (
    <Stack component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{
            position: 'relative',
            py: 'calc(2 * var(--row-space, 8px))',
            px: dense ? 0 : 2,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          {selection && (
            <Box sx={{ position: 'absolute', top: 8, right: dense ? 0 : 8 }}>
              <Choose row={row} selection={selection} rowName={rowName} />
            </Box>
          )}
          <Box sx={{ mb: 1 }}>
            {linkTo ? <RowLink to={linkTo(row)}>{first?.render(row)}</RowLink> : first?.render(row)}
          </Box>
          {others.map((column) => (
            <Line key={column.key} label={column.label} value={column.render(row)} />
          ))}
        </Box>
      ))}
    </Stack>
  )
}

interface Choosing<T extends RaRecord> {
  selection: Selection<T>
  rowName?: ((row: T) => string) | undefined
}

function Choose<T extends RaRecord>({ row, selection, rowName }: Choosing<T> & { row: T }) {
  const translate = useTranslate()
  const name = translate('kontor.selection.choose', { name: rowName?.(row) ?? String(row.id) })
  return (
    <AboveRow>
      <Checkbox
        checked={selection.has(row)}
        onChange={(event) => selection.set([row], event.target.checked)}
        slotProps={{ input: { 'aria-label': name } }}
      />
    </AboveRow>
  )
}

function ChooseAll<T extends RaRecord>({ rows, selection }: Choosing<T> & { rows: T[] }) {
  const translate = useTranslate()
  const chosen = rows.filter((row) => selection.has(row)).length
  return (
    <Checkbox
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={(event) => selection.set(rows, event.target.checked)}
      slotProps={{ input: { 'aria-label': translate('kontor.selection.choose_all') } }}
    />
  )
}

/** A card omits empty values. */
function Line({ label, value }: { label: string; value: ReactNode }) {
  if (value === '' || value === null || value === undefined || value === false) return null
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, py: 0.25, alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ typography: 'body2', textAlign: 'right', overflowWrap: 'anywhere' }}>{value}</Box>
    </Stack>
  )
}

/** The link covers the whole row for the mouse but is one tab stop. Buttons in the row are above it. */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: 600,
        '&::after': { content: '""', position: 'absolute', inset: 0 },
        '&:focus-visible': { outline: 'none' },
        '&:focus-visible::after': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      {children}
    </Box>
  )
}

/** Clickable elements inside a row that is a link. */
export function AboveRow({ children }: { children: ReactNode }) {
  return <Box sx={{ position: 'relative', zIndex: 1, display: 'inline-flex', gap: 0.5 }}>{children}</Box>
}
