import { Box, MenuItem, MenuList, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { type Days, readDays, writeDays } from './days-text.ts'
import { presetDays, presets } from './preset-days.ts'

/** What the days of a list are of; `kontor.list_filters.<of>` names them. */
export type ShownDays = 'created' | 'prepared' | 'uploaded' | 'received' | 'recorded' | 'of_day'

/** The days between which something happened: one field, and what is asked for most. Two Tab stops, and no button. */
export function DaysBetween({
  label,
  days,
  onChange,
}: {
  label: string
  days: Days
  onChange: (days: Days) => void
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const [typed, setTyped] = useState(writeDays(days, locale))
  const [isWrong, setWrong] = useState(false)
  const example = writeDays({ from: '2026-01-01', to: '2026-01-31' }, locale)
  const today = new Date()
  function submit(event: FormEvent) {
    event.preventDefault()
    const read = readDays(typed)
    setWrong(read === undefined)
    if (read) onChange({ from: read.from, to: read.to })
  }
  return (
    <Box
      component="form"
      aria-label={label}
      noValidate
      onSubmit={submit}
      sx={{ width: 320, maxWidth: '90vw' }}
    >
      <Box sx={{ p: 2, pb: 0.5 }}>
        <TextField
          fullWidth
          autoFocus
          label={label}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
          placeholder={example}
          error={isWrong}
          helperText={translate(`kontor.list_filters.${isWrong ? 'wrong_days' : 'days_help'}`, { example })}
          slotProps={{
            htmlInput: { autoComplete: 'off', enterKeyHint: 'done', maxLength: 40 },
            formHelperText: { role: isWrong ? 'alert' : undefined },
          }}
        />
      </Box>
      <MenuList aria-label={translate('kontor.list_filters.periods')}>
        {presets.map((preset) => {
          const period = presetDays(preset, today)
          const isSet = period.from === days.from && period.to === days.to
          return (
            <MenuItem
              key={preset}
              role="menuitemradio"
              aria-checked={isSet}
              selected={isSet}
              onClick={() => onChange(period)}
            >
              {translate(`kontor.list_filters.${preset}`)}
            </MenuItem>
          )
        })}
      </MenuList>
    </Box>
  )
}
