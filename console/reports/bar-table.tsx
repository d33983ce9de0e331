import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

export interface BarRow {
  key: string
  label: string
  /** The length of the bar. */
  value: number
  /** Where the line beyond the bar ends. */
  extent?: number | undefined
  /** The rows behind the figure, and what a screen reader says of the bar. Without, there is nothing to open. */
  link?: { to: string; name: string } | undefined
  cells: ReactNode[]
}

/** Figures as a table whose second column draws them. All bars have one scale. */
export function BarTable({
  label,
  columns,
  rows,
}: {
  /** The accessible name of the table. */
  label: string
  /** The headings of the first column and of the cells. */
  columns: [string, ...string[]]
  rows: readonly BarRow[]
}) {
  const [first, ...others] = columns
  const most = Math.max(1, ...rows.map(({ value, extent }) => Math.max(value, extent ?? 0)))
  return (
    <TableContainer>
      <Table size="small" aria-label={label} sx={{ '& th, & td': { px: { xs: 0.75, sm: 1.5 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            <TableCell sx={{ width: '45%' }}>
              <Box component="span" sx={visuallyHidden}>
                {label}
              </Box>
            </TableCell>
            {others.map((name) => (
              <TableCell key={name} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, label, link, cells, ...bar }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {label}
              </TableCell>
              <TableCell>
                {link ? (
                  <Box component={Link} to={link.to} aria-label={link.name} title={link.name} sx={barLink}>
                    <Bar {...bar} most={most} />
                  </Box>
                ) : (
                  <Bar {...bar} most={most} />
                )}
              </TableCell>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have the order of the columns
                <TableCell key={index} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const barLink = {
  display: 'block',
  color: 'primary.main',
  borderRadius: 0.5,
  '&:hover': { opacity: 0.8 },
} as const

function Bar({ value, extent, most }: { value: number; extent?: number | undefined; most: number }) {
  const width = value === 0 ? 0 : Math.max(0.8, (value / most) * 100)
  const end = extent === undefined ? 0 : (extent / most) * 100
  return (
    <Box
      component="svg"
      className="report-bar"
      aria-hidden
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      sx={{ display: 'block', width: '100%', minWidth: 48, height: 18, color: 'primary.main' }}
    >
      {end > width && (
        <line
          x1={width}
          x2={end}
          y1="8"
          y2="8"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {end > 0 && (
        <line
          x1={end}
          x2={end}
          y1="3"
          y2="13"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <rect width={width} height="16" fill="currentColor" />
    </Box>
  )
}
