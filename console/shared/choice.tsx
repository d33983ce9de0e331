import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'

/** A filter with a few values, or all of them. */
export function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string
  choices: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={label}
      value={choices.some((one) => one.value === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('kontor.all')}</MenuItem>
      {choices.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.text}
        </MenuItem>
      ))}
    </TextField>
  )
}
