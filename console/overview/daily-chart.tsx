import { Box, Button, Stack, Tab, Tabs } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { readDaily } from '../../contract/operations/work/reports.ts'
import type { DailyItem, DailyReport } from '../../contract/work/reports.ts'
import { call } from '../api/client.ts'
import { addDays, lastDays, utcDay } from '../reports/period.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { DailyBars } from './daily-bars.tsx'
import { DailyFigures } from './daily-figures.tsx'

const shownDays = 30

/** What was requested and delivered on each of the last days, of one asset: amounts of different assets have no common scale. */
export function DailyChart() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['reports', 'daily', shownDays],
    queryFn: ({ signal }) => call(readDaily, { query: lastDays(shownDays, utcDay()), signal }),
  })
  return (
    <Section title={translate('kontor.overview.daily')}>
      <QueryState query={query}>{(report) => <OfAssets report={report} />}</QueryState>
    </Section>
  )
}

function OfAssets({ report }: { report: DailyReport }) {
  const translate = useTranslate()
  const id = useId()
  const assets = assetsOf(report.items)
  const [chosen, choose] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const asset = assets.find((one) => one === chosen) ?? assets[0]
  if (asset === undefined)
    return <Box sx={{ color: 'text.secondary' }}>{translate('kontor.overview.daily_empty')}</Box>
  const days = daysOf(report).map(
    (day) => report.items.find((item) => item.day === day && item.asset === asset) ?? nothing(day, asset),
  )
  return (
    <>
      {assets.length > 1 && (
        <Tabs
          value={asset}
          onChange={(_, value: string) => choose(value)}
          aria-label={translate('kontor.overview.daily_asset')}
          variant="scrollable"
          sx={{ minHeight: 36, mb: 1, '& .MuiTab-root': { minHeight: 36, py: 0.5 } }}
        >
          {assets.map((one) => (
            <Tab key={one} value={one} label={one} />
          ))}
        </Tabs>
      )}
      <DailyBars days={days} asset={asset} />
      <Stack direction="row" sx={{ gap: 2, mt: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        {(['requested', 'delivered'] as const).map((name) => (
          <Stack key={name} direction="row" sx={{ gap: 0.75, alignItems: 'center', typography: 'body2' }}>
            <Box
              aria-hidden
              sx={{
                width: 12,
                height: 12,
                borderRadius: 0.5,
                bgcolor: 'primary.main',
                opacity: name === 'requested' ? 0.4 : 1,
              }}
            />
            {translate(`kontor.overview.${name}`)}
          </Stack>
        ))}
        <Button
          size="small"
          className="not-printed"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {translate('kontor.reports.figures')}
        </Button>
      </Stack>
      {isOpen && <DailyFigures id={id} days={days} asset={asset} />}
    </>
  )
}

/** The one with the most requests and deliveries first. */
function assetsOf(items: readonly DailyItem[]): string[] {
  const counts = new Map<string, number>()
  for (const { asset, requests, deliveries } of items)
    counts.set(asset, (counts.get(asset) ?? 0) + requests + deliveries)
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([asset]) => asset)
}

function daysOf({ from, to }: DailyReport): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

function nothing(day: string, asset: string): DailyItem {
  return {
    day,
    asset: asset as DailyItem['asset'],
    requests: 0,
    requested: '0',
    deliveries: 0,
    delivered: '0',
  }
}
