import { Box, Typography } from '@mui/material'
import { Link } from 'react-router-dom'

interface Part {
  value: number
  name: string
  to: string
}

export interface WeekBar {
  week: string
  /** Everything of the week, and the part of it that is drawn dark; undefined for a week without any. */
  all?: Part | undefined
  done?: Part | undefined
}

/** Bars from left to right, one for each week. Texts are beside the drawing, so that they keep their size. */
export function WeekChart({
  label,
  weeks,
  highest,
  ticks,
}: {
  /** The accessible name of the chart. */
  label: string
  weeks: readonly WeekBar[]
  /** The value of the top line, as text. */
  highest: string
  /** What stands below: the first and the last week. */
  ticks: readonly string[]
}) {
  const most = Math.max(...weeks.map(({ all }) => all?.value ?? 0), Number.MIN_VALUE)
  const width = 10
  return (
    <Box sx={{ breakInside: 'avoid' }}>
      <Typography variant="caption" color="textSecondary" component="p" aria-hidden>
        {highest}
      </Typography>
      <Box
        component="svg"
        role="group"
        aria-label={label}
        className="report-bar"
        viewBox={`0 0 ${weeks.length * width} 100`}
        preserveAspectRatio="none"
        sx={{
          display: 'block',
          width: '100%',
          height: 132,
          color: 'primary.main',
          borderTop: 1,
          borderBottom: 1,
          borderColor: 'divider',
          '& a:hover': { opacity: 0.75 },
          '& a:focus-visible': { outline: 'none' },
          '& a:focus-visible rect': {
            stroke: 'currentColor',
            strokeWidth: 3,
            vectorEffect: 'non-scaling-stroke',
          },
        }}
      >
        {weeks.map(({ week, all, done }, index) => {
          const x = index * width + 1
          return (
            <g key={week}>
              {all && <Bar part={all} most={most} x={x} width={width - 2} opacity={0.4} />}
              {done && done.value > 0 && <Bar part={done} most={most} x={x} width={width - 2} opacity={1} />}
            </g>
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }} aria-hidden>
        {ticks.map((tick) => (
          <Typography key={tick} variant="caption" color="textSecondary">
            {tick}
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

function Bar({
  part: { value, name, to },
  most,
  x,
  width,
  opacity,
}: {
  part: Part
  most: number
  x: number
  width: number
  opacity: number
}) {
  const height = Math.max(1, (value / most) * 100)
  return (
    <Link to={to} aria-label={name}>
      <title>{name}</title>
      <rect x={x} y={100 - height} width={width} height={height} fill="currentColor" fillOpacity={opacity} />
    </Link>
  )
}
