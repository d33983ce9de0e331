import { Button, ButtonGroup, Stack, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { lastDays, type Period, presets } from './period.ts'

export function PeriodPicker({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const translate = useTranslate()
  const day = (name: keyof Period, limits: { min?: string; max?: string }) => (
    <TextField
      type="date"
      label={translate(`kontor.reports.${name}`)}
      value={period[name]}
      onChange={({ target }) => {
        const changed = { ...period, [name]: target.value }
        if (target.value !== '' && changed.from <= changed.to) onChange(changed)
      }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: limits }}
    />
  )
  return (
    <Stack
      direction="row"
      className="report-control"
      sx={{ gap: 1.5, mb: 2, flexWrap: 'wrap', alignItems: 'center' }}
    >
      <ButtonGroup aria-label={translate('kontor.reports.period')}>
        {presets.map((days) => {
          const preset = lastDays(days)
          const isChosen = preset.from === period.from && preset.to === period.to
          return (
            <Button
              key={days}
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
            >
              {translate(`kontor.reports.last_${days}`)}
            </Button>
          )
        })}
      </ButtonGroup>
      {day('from', { max: period.to })}
      {day('to', { min: period.from })}
    </Stack>
  )
}
