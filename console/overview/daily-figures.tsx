import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DailyItem } from '../../contract/work/reports.ts'
import { requestsOf } from '../reports/rows-of.ts'
import { useFormatDays } from '../reports/use-format-days.ts'
import { useFormatAmount } from '../shared/values/money.ts'

/** What the chart draws, newest first. */
export function DailyFigures({ id, days, asset }: { id: string; days: readonly DailyItem[]; asset: string }) {
  const translate = useTranslate()
  const dayText = useFormatDays()
  const amount = useFormatAmount()
  const label = translate('kontor.overview.daily_label', { asset })
  const rows = days.filter(({ requests, deliveries }) => requests + deliveries > 0).toReversed()
  return (
    <TableContainer id={id} tabIndex={0} role="region" aria-label={label} sx={{ maxHeight: 320 }}>
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{translate('kontor.overview.day')}</TableCell>
            <TableCell align="right">{translate('kontor.overview.requested')}</TableCell>
            <TableCell align="right">{translate('kontor.overview.delivered')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ day, requests, requested, deliveries, delivered }) => (
            <TableRow key={day} sx={{ '& td': { whiteSpace: 'nowrap' } }}>
              <TableCell>{dayText({ from: day, to: day })}</TableCell>
              <TableCell align="right">
                {requests > 0 ? (
                  <Link to={requestsOf({ asset, from: day, to: day })}>
                    {amount(requested, asset)} ({requests})
                  </Link>
                ) : (
                  '–'
                )}
              </TableCell>
              <TableCell align="right">
                {deliveries > 0 ? `${amount(delivered, asset)} (${deliveries})` : '–'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
