import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { VolumeItem, VolumesReport } from '../../contract/work/reports.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { weeksOf } from './period.ts'
import { requestsOf } from './rows-of.ts'
import { useFormatDays } from './use-format-days.ts'
import { WeekChart } from './week-chart.tsx'

/** One chart for each asset and currency: amounts of different currencies have no common scale. */
export function Volumes({ report }: { report: VolumesReport }) {
  const pairs = Map.groupBy(report.items, ({ asset, fiat_currency }) => `${asset} ${fiat_currency}`)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {[...pairs].map(([pair, items]) => (
        <Pair key={pair} report={report} items={items} />
      ))}
    </Box>
  )
}

function Pair({ report, items }: { report: VolumesReport; items: readonly VolumeItem[] }) {
  const translate = useTranslate()
  const locale = useLocale()
  const days = useFormatDays()
  const amount = useFormatAmount()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [{ asset, fiat_currency: currency }] = items as [VolumeItem]
  const name = translate('kontor.reports.pair', { asset, currency })
  const weeks = weeksOf(report)
  const of = (week: string) => items.find((item) => item.week === week)
  const most = Math.max(...items.map(({ total_amount }) => Number(total_amount)))
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <div>
      <Typography variant="subtitle1" component="h3">
        {name}
      </Typography>
      <WeekChart
        label={`${translate('kontor.reports.volumes')}: ${name}`}
        highest={`${compact.format(most)} ${currency}`}
        ticks={[report, { from: report.to, to: report.to }].map(({ from }) => days({ from, to: from }))}
        weeks={weeks.map((week) => {
          const item = of(week)
          if (!item) return { week }
          const { from, to, delivered } = item
          const filter = { asset, fiat_currency: currency, from, to }
          const text = (key: string, count: number, total: string) =>
            translate(`kontor.reports.${key}`, { days: days(item), count, total: amount(total, currency) })
          return {
            week,
            all: {
              value: Number(item.total_amount),
              name: text('bar', item.requests, item.total_amount),
              to: requestsOf(filter),
            },
            done: {
              value: Number(delivered.total_amount),
              name: text('bar_delivered', delivered.requests, delivered.total_amount),
              to: requestsOf({ ...filter, status: 'completed' }),
            },
          }
        })}
      />
      <Button
        size="small"
        className="not-printed"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`${translate('kontor.reports.figures')}: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {translate('kontor.reports.figures')}
      </Button>
      {isOpen && <Figures id={id} label={name} items={items} />}
    </div>
  )
}

function Figures({ id, label, items }: { id: string; label: string; items: readonly VolumeItem[] }) {
  const translate = useTranslate()
  const days = useFormatDays()
  const amount = useFormatAmount()
  const columns = ['week', 'requests', 'amount', 'total', 'delivered']
  return (
    <TableContainer id={id} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column} align={column === 'week' ? 'left' : 'right'}>
                {translate(`kontor.reports.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => {
            const { week, from, to, asset, fiat_currency, delivered } = item
            return (
              <TableRow key={week} sx={{ '& td': { whiteSpace: 'nowrap' } }}>
                <TableCell>{days(item)}</TableCell>
                <TableCell align="right">
                  <Link to={requestsOf({ asset, fiat_currency, from, to })}>{item.requests}</Link>
                </TableCell>
                <TableCell align="right">{amount(item.crypto_amount, asset)}</TableCell>
                <TableCell align="right">{amount(item.total_amount, fiat_currency)}</TableCell>
                <TableCell align="right">{amount(delivered.total_amount, fiat_currency)}</TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
