import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'react-admin'
import type { PositionHistoryResponse } from '../../contract/books/treasury.ts'
import { readPositionHistory } from '../../contract/operations/books/treasury.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

type Item = PositionHistoryResponse['items'][number]
type Day = Item['days'][number]

const lines = ['held', 'owed'] as const
const colors = { held: 'primary.main', owed: 'warning.main' } as const
const height = 100

/** What was held and owed on each of the last days, a chart for each asset: assets have no common scale. */
export function PositionChart() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['position', 'history'],
    queryFn: ({ signal }) => call(readPositionHistory, { signal }),
  })
  return (
    <Section title={translate('kontor.position.history')}>
      <QueryState query={query}>
        {({ items }) => (
          <Box
            sx={{
              display: 'grid',
              gap: 3,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {items.map((item) => (
              <AssetChart key={item.asset} item={item} />
            ))}
          </Box>
        )}
      </QueryState>
    </Section>
  )
}

function AssetChart({ item: { asset, days } }: { item: Item }) {
  const translate = useTranslate()
  const locale = useLocale()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  const values = days.flatMap(({ held, owed }) => [Number(held), Number(owed)])
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)]
  const span = most - least || 1
  const place = (amount: string) => ((most - Number(amount)) / span) * height
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const said = (day: Day) =>
    translate('kontor.position.of_day', {
      day: formatDate(day.day),
      held: format(day.held, asset),
      owed: format(day.owed, asset),
    })
  return (
    <Box sx={{ breakInside: 'avoid' }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography variant="subtitle1" component="h3">
          {asset}
        </Typography>
        {lines.map((line) => (
          <Typography key={line} variant="caption" color="textSecondary">
            <Box component="span" aria-hidden sx={{ color: colors[line] }}>
              {line === 'held' ? '━' : '┅'}
            </Box>{' '}
            {translate(`kontor.position.columns.${line}`)}
          </Typography>
        ))}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p" aria-hidden>
        {compact.format(most)} {asset}
      </Typography>
      <Box
        component="svg"
        role="img"
        aria-label={`${translate('kontor.position.history')}: ${asset}. ${days.slice(-1).map(said)}`}
        className="report-bar"
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        sx={{
          display: 'block',
          width: '100%',
          height: 132,
          borderTop: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <line
          x1="0"
          x2={days.length}
          y1={place('0')}
          y2={place('0')}
          stroke="currentColor"
          strokeOpacity="0.2"
          vectorEffect="non-scaling-stroke"
        />
        {lines.map((line) => (
          <Box
            key={line}
            component="polyline"
            points={days
              .flatMap((day, at) => [`${at},${place(day[line])}`, `${at + 1},${place(day[line])}`])
              .join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray={line === 'owed' ? '4 3' : undefined}
            vectorEffect="non-scaling-stroke"
            sx={{ color: colors[line] }}
          />
        ))}
        {days.map((day, at) => (
          <rect key={day.day} x={at} y="0" width="1" height={height} fill="transparent">
            <title>{said(day)}</title>
          </rect>
        ))}
      </Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between' }} aria-hidden>
        {[days.at(0), days.at(-1)].map(
          (day) =>
            day && (
              <Typography key={day.day} variant="caption" color="textSecondary">
                {formatDate(day.day)}
              </Typography>
            ),
        )}
      </Stack>
    </Box>
  )
}
