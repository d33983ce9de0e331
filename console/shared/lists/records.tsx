import {
  Box,
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
import { type ReactNode, use } from 'react'
import type { RaRecord } from 'react-admin'
import { InPane } from '../pages/in-pane.ts'
import type { Column } from './column.ts'
import { fixedWidth } from './columns.ts'

interface Drawn<T extends RaRecord> {
  rows: readonly T[]
  columns: readonly Column<T>[]
  /** The accessible name of the table. */
  label: string
}

/** The few rows of a section: all that is known of each is shown, in a table or, where it is narrow, as cards. */
export function Records<T extends RaRecord>(drawn: Drawn<T>) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'))
  return isNarrow || use(InPane) ? <Cards {...drawn} /> : <Rows {...drawn} />
}

function Rows<T extends RaRecord>({ rows, columns, label }: Drawn<T>) {
  return (
    <TableContainer>
      <Table aria-label={label} sx={rowLook}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover>
              {columns.map((column) => (
                <TableCell
                  key={column.key}
                  align={column.align}
                  // Numbers, dates and amounts stay in one line.
                  sx={{ whiteSpace: fixedWidth(column) === undefined ? undefined : 'nowrap' }}
                >
                  {column.render(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const rowLook = {
  '& .MuiTableCell-root': { px: 1 },
  '& .MuiTableCell-root:first-of-type': { pl: 0 },
  '& .MuiTableCell-root:last-of-type': { pr: 0 },
  '& .MuiTableCell-head': { py: 0.75 },
  '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 },
}

function Cards<T extends RaRecord>({ rows, columns, label }: Drawn<T>) {
  const [first, ...others] = columns
  return (
    <Stack component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{
            py: 'calc(2 * var(--row-space, 8px))',
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box sx={{ mb: 1 }}>{first?.render(row)}</Box>
          {others.map((column) => (
            <Line key={column.key} label={column.label} value={column.render(row)} />
          ))}
        </Box>
      ))}
    </Stack>
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
