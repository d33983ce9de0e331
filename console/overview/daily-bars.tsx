import { Box } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DailyItem } from '../../contract/work/reports.ts'
import { requestsOf } from '../reports/rows-of.ts'
import { useFormatDays } from '../reports/use-format-days.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { scaleTo } from './scale-to.ts'

/**
 * Two bars for each day over an axis of amounts. The drawing stretches and the texts beside it do not. It is for the eye and
 * the mouse: the table of figures has the same values and links.
 */
export function DailyBars({ days, asset }: { days: readonly DailyItem[]; asset: string }) {
  const translate = useTranslate()
  const locale = useLocale()
  const amount = useFormatAmount()
  const dayText = useFormatDays()
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 })
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const { top, step } = scaleTo(
    Math.max(...days.flatMap(({ requested, delivered }) => [Number(requested), Number(delivered)])),
  )
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  const height = (value: string) => (Number(value) / top) * 100
  const width = 10
  return (
    <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
      <Box sx={{ ...axis, width: '100%', minWidth: '3.5rem' }}>
        {lines.map((value) => (
          <Box key={value} sx={{ ...axisText, bottom: `${(value / top) * 100}%` }}>
            {compact.format(value)}
          </Box>
        ))}
        {/* As wide as the longest of them. */}
        {lines.map((value) => (
          <Box key={value} sx={{ visibility: 'hidden', height: 0, whiteSpace: 'nowrap' }}>
            {compact.format(value)}
          </Box>
        ))}
      </Box>
      <Box
        component="svg"
        className="report-bar"
        viewBox={`0 0 ${days.length * width} 100`}
        preserveAspectRatio="none"
        sx={{ ...axis, display: 'block', width: '100%', color: 'primary.main', overflow: 'visible' }}
      >
        {lines.map((value) => (
          <Box
            component="line"
            key={value}
            x1={0}
            x2={days.length * width}
            y1={100 - (value / top) * 100}
            y2={100 - (value / top) * 100}
            sx={{ stroke: (theme) => theme.palette.divider, vectorEffect: 'non-scaling-stroke' }}
          />
        ))}
        {days.map(({ day, requests, requested, deliveries, delivered }, index) => (
          <Link key={day} to={requestsOf({ asset, from: day, to: day })} tabIndex={-1}>
            <title>
              {[
                dayText({ from: day, to: day }),
                `${translate('kontor.overview.requested')}: ${amount(requested, asset)} (${requests})`,
                `${translate('kontor.overview.delivered')}: ${amount(delivered, asset)} (${deliveries})`,
              ].join('\n')}
            </title>
            <rect x={index * width} width={width} height={100} fill="transparent" />
            <Bar x={index * width + 1} height={height(requested)} opacity={0.4} />
            <Bar x={index * width + 5} height={height(delivered)} opacity={1} />
          </Link>
        ))}
      </Box>
      <Box
        sx={{
          gridColumn: 2,
          display: 'flex',
          justifyContent: 'space-between',
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (one) => one && <span key={one.day}>{short.format(new Date(one.day))}</span>,
        )}
      </Box>
    </Box>
  )
}

function Bar({ x, height, opacity }: { x: number; height: number; opacity: number }) {
  if (height <= 0) return null
  const shown = Math.max(1, height)
  return <rect x={x} y={100 - shown} width={4} height={shown} fill="currentColor" fillOpacity={opacity} />
}

const axis = { position: 'relative', height: 160, mt: 1 } as const
const axisText = {
  position: 'absolute',
  right: 0,
  transform: 'translateY(50%)',
  typography: 'caption',
  lineHeight: 1,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
} as const
