import { Button, ButtonGroup, Stack, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { lastDays, type Period, presets } from './period.ts'

/** The other day follows, so that no choice is refused. */
function withDay({ from, to }: Period, name: keyof Period, day: string): Period {
  return name === 'from' ? { from: day, to: day > to ? day : to } : { from: day < from ? day : from, to: day }
}

export function PeriodPicker({
  period,
  today,
  onChange,
}: {
  period: Period
  today: string
  onChange: (change: (period: Period) => Period) => void
}) {
  const translate = useTranslate()
  const day = (name: keyof Period) => (
    <TextField
      type="date"
      label={translate(`kontor.reports.${name}`)}
      value={period[name]}
      onChange={({ target: { value } }) => {
        if (value !== '') onChange((before) => withDay(before, name, value))
      }}
    />
  )
  return (
    <Stack
      direction="row"
      className="not-printed"
      sx={{ gap: 1.5, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}
    >
      <ButtonGroup aria-label={translate('kontor.reports.period')}>
        {presets.map((days) => {
          const preset = lastDays(days, today)
          const isChosen = preset.from === period.from && preset.to === period.to
          return (
            <Button
              key={days}
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              onClick={() => onChange(() => preset)}
            >
              {translate(`kontor.reports.last_${days}`)}
            </Button>
          )
        })}
      </ButtonGroup>
      {day('from')}
      {day('to')}
    </Stack>
  )
}
