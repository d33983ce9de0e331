import { Autocomplete, Box, MenuItem, TextField } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { localMinute } from './local-minute.ts'

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

interface Selecting {
  label: string
  value: string | undefined
  choices: readonly { id: string; name: string }[]
  onChange: (value: string | undefined) => void
}

/** A longer menu is searched while the user types. */
const longestMenu = 30

export function SelectFilter({ label, value, choices, onChange }: Selecting) {
  const translate = useTranslate()
  if (choices.length > longestMenu)
    return <SearchedFilter label={label} value={value} choices={choices} onChange={onChange} />
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

function SearchedFilter({ label, value, choices, onChange }: Selecting) {
  const translate = useTranslate()
  return (
    <Autocomplete
      options={choices}
      value={choices.find(({ id }) => id === value) ?? null}
      onChange={(_event, choice) => onChange(choice?.id)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          placeholder={translate('kontor.all')}
          slotProps={{ ...props.slotProps, inputLabel: { ...props.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
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
  areTimes,
  from,
  to,
  onChange,
}: {
  of: 'created' | 'prepared' | 'uploaded' | 'received' | 'recorded'
  /** The list asks for times: from the beginning of a local day until the end of another. */
  areTimes: boolean
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}) {
  const translate = useTranslate()
  return (
    <>
      <DayFilter
        label={translate(`kontor.list_filters.${of}_from`)}
        value={areTimes ? localDay(from) : from}
        onChange={(day) => onChange({ from: areTimes ? startOf(day) : day })}
      />
      <DayFilter
        label={translate(`kontor.list_filters.${of}_to`)}
        value={areTimes ? localDay(to, -1) : to}
        onChange={(day) => onChange({ to: areTimes ? startOf(day, 1) : day })}
      />
    </>
  )
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
