import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import {
  Alert,
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Operation } from '../../contract/api/operation.ts'
import {
  type ResultGroup,
  type ResultsResponse,
  resultGroups,
  resultsFormats,
} from '../../contract/books/treasury.ts'
import { exportResults, readResults } from '../../contract/operations/books/treasury.ts'
import { call, request } from '../api/client.ts'
import { type Period, usePeriod } from '../reports/period.ts'
import { PeriodPicker } from '../reports/period-picker.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { Page } from '../shared/pages/page.tsx'
import { useBusinessDay } from '../shared/time/business-day.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Provisional } from './deal-result.tsx'

const columns = ['price', 'fee', 'cost', 'network_fee', 'result', 'price_elsewhere'] as const
type Earnings = Pick<ResultsResponse['total'], (typeof columns)[number]>

/** What deals earned: price and fee, less what the coins cost and what networks took. */
export default function ResultsPage() {
  const translate = useTranslate()
  const today = useBusinessDay()
  const [period, setPeriod] = usePeriod(today)
  const [by, setBy] = useState<ResultGroup>('day')
  const query = useQuery({
    queryKey: ['results', period, by],
    queryFn: ({ signal }) => call(readResults, { query: { ...period, by }, signal }),
    // While another period is loaded, the figures stay where they are.
    placeholderData: (previous) => previous,
  })
  return (
    <Page title={translate('kontor.results.title')} actions={<Files period={period} by={by} />}>
      <PeriodPicker period={period} today={today} onChange={setPeriod} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={by}
        onChange={(_, value: ResultGroup | null) => value && setBy(value)}
        aria-label={translate('kontor.results.by')}
        className="not-printed"
        sx={{ mb: 2 }}
      >
        {resultGroups.map((group) => (
          <ToggleButton key={group} value={group} sx={{ color: 'text.primary' }}>
            {translate(`kontor.results.groups.${group}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <QueryState query={query}>{(report) => <Results report={report} />}</QueryState>
    </Page>
  )
}

function Files({ period, by }: { period: Period; by: ResultGroup }) {
  const translate = useTranslate()
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const save = async (format: string) => {
    setBusy(true)
    try {
      const query = { ...period, by, format }
      const response = await request<Response>(exportResults as unknown as Operation, { query })
      await saveFile(response, `results-${period.from}-${period.to}.${format}`)
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return resultsFormats.map((format) => (
    <Button key={format} startIcon={<DownloadIcon />} disabled={isBusy} onClick={() => void save(format)}>
      {translate(`kontor.results.${format}`)}
    </Button>
  ))
}

function Results({ report }: { report: ResultsResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { by, items, total, uncovered, is_final, currency } = report
  const text = (name: string, values?: Record<string, unknown>) => translate(`kontor.results.${name}`, values)
  return (
    <>
      {uncovered.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text('uncovered', {
            amounts: uncovered.map(({ asset, amount }) => format(amount, asset)).join(', '),
          })}
        </Alert>
      )}
      {!is_final && (
        <Typography component="div" color="textSecondary" sx={{ mb: 1.5 }}>
          <Provisional /> {text('provisional_help')}
        </Typography>
      )}
      {items.length === 0 ? (
        <Typography color="textSecondary">{text('empty')}</Typography>
      ) : (
        <Box sx={{ overflowX: 'auto' }}>
          <Table size="small" aria-label={text('title')} sx={{ '& td, & th': { whiteSpace: 'nowrap' } }}>
            <TableHead>
              <TableRow>
                <TableCell>{text(`groups.${by}`)}</TableCell>
                {columns.map((name) => (
                  <TableCell key={name} align="right">
                    {text(`columns.${name}`)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {items.map((item) => (
                <TableRow key={item.key ?? ''}>
                  <TableCell component="th" scope="row">
                    <Name by={by} item={item} />
                  </TableCell>
                  <Amounts earnings={item} currency={currency} />
                </TableRow>
              ))}
              <TableRow sx={{ '& td, & th': { fontWeight: 'bold' } }}>
                <TableCell component="th" scope="row">
                  {text('total')}
                </TableCell>
                <Amounts earnings={total} currency={currency} />
              </TableRow>
            </TableBody>
          </Table>
        </Box>
      )}
    </>
  )
}

function Amounts({ earnings, currency }: { earnings: Earnings; currency: string }) {
  const format = useFormatAmount()
  return columns.map((name) => (
    <TableCell
      key={name}
      align="right"
      sx={name === 'result' && earnings.result.startsWith('-') ? { color: 'error.main' } : {}}
    >
      {format(earnings[name], currency)}
    </TableCell>
  ))
}

function Name({ by, item: { key, name } }: { by: ResultGroup; item: ResultsResponse['items'][number] }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  if (key === null) return translate(`kontor.results.none.${by}`)
  if (by === 'day') return formatDate(key)
  if (by === 'client') return <Link to={`/organizations/${key}/show`}>{name ?? key}</Link>
  return name ?? key
}
