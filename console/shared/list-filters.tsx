import { Box, MenuItem, TextField } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'

/** The filters above a list, in as many columns as fit. */
export function FilterGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 190px), 1fr))',
      }}
    >
      {children}
    </Box>
  )
}

export function SelectFilter({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: string | undefined
  choices: readonly { id: string; name: string }[]
  onChange: (value: string | undefined) => void
}) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={label}
      // A view of others may name somebody whose name is not loaded yet.
      value={choices.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('kontor.all')}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** A day, as the picker of the browser knows it. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

/** The filters of the days between which something happened; `kontor.list_filters.<of>_from` and `_to` name them. */
export function DaysBetween({
  of,
  from,
  to,
  onChange,
}: {
  of: 'created' | 'prepared' | 'uploaded' | 'received'
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}) {
  const translate = useTranslate()
  return (
    <>
      <DayFilter
        label={translate(`kontor.list_filters.${of}_from`)}
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayFilter
        label={translate(`kontor.list_filters.${of}_to`)}
        value={to}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  )
}

/** Newest first, unless the oldest are asked for. */
export function OrderFilter({
  isOldest,
  onChange,
}: {
  isOldest: boolean
  onChange: (isOldest: boolean) => void
}) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={translate('kontor.list_filters.sort')}
      value={isOldest ? 'oldest' : 'newest'}
      onChange={(event) => onChange(event.target.value === 'oldest')}
    >
      {['newest', 'oldest'].map((order) => (
        <MenuItem key={order} value={order}>
          {translate(`kontor.list_filters.${order}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}
