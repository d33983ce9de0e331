import { Box, Button, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { localMinute } from '../shared/time/local-minute.ts'
import { presetDays, presets } from './preset-days.ts'

/** What the days of a list are of; `kontor.list_filters.<of>` names them. */
export type ShownDays = 'created' | 'prepared' | 'uploaded' | 'received' | 'recorded' | 'of_day'

export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The days between which something happened: two fields, and what is asked for most. */
export function DaysBetween({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const translate = useTranslate()
  const field = (name: 'from' | 'to') => (
    <TextField
      type="date"
      label={translate(`kontor.list_filters.${name}`)}
      value={days[name] ?? ''}
      onChange={(event) => onChange({ ...days, [name]: event.target.value || undefined })}
      autoFocus={name === 'from'}
    />
  )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
      {field('from')}
      {field('to')}
      {presets.map((preset) => (
        <Button key={preset} size="small" onClick={() => onChange(presetDays(preset, new Date()))}>
          {translate(`kontor.list_filters.${preset}`)}
        </Button>
      ))}
    </Box>
  )
}

/** Days as a list of times has them: from the beginning of a local day until the end of another. */
export function daysOfTimes({ from, to }: Days): Days {
  return { from: localDay(from), to: localDay(to, -1) }
}

export function timesOfDays({ from, to }: Days): Days {
  return { from: startOf(from), to: startOf(to, 1) }
}

/** The beginning of a local day, or of one some days later. */
function startOf(day: string | undefined, days = 0): string | undefined {
  return moved(`${day}T00:00`, days)?.toISOString()
}

function localDay(instant: string | undefined, days = 0): string | undefined {
  const time = moved(instant ?? '', days)
  return time && localMinute(time).slice(0, 10)
}

function moved(text: string, days: number): Date | undefined {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return undefined
  time.setDate(time.getDate() + days)
  return time
}
