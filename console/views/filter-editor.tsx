import { Box, MenuItem, MenuList, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Chooser } from '../shared/fields/chooser.tsx'
import { OrganizationField } from '../shared/fields/organization-field.tsx'
import { RequestFilter } from '../shared/fields/request-filter.tsx'
import { DaysBetween } from './days-between.tsx'
import { daysOfTimes, timesOfDays } from './days-text.ts'
import type { Choice, Filter } from './declared-filters.tsx'
import type { Filters } from './list-place.ts'

export type FilterChange = Record<string, string | undefined>

/** A longer menu is searched while the user types. */
const longestMenu = 30

/** Sets one filter. What is chosen holds at once, and days that are typed with Enter. */
export default function FilterEditor({
  filter,
  values,
  onChange,
  onDone,
}: {
  filter: Filter
  values: Filters
  onChange: (change: FilterChange) => void
  onDone: () => void
}) {
  const { name, label, kind } = filter
  const value = values[name]
  const choose = (chosen: string | undefined) => {
    onChange({ [name]: chosen })
    onDone()
  }
  /** Nothing is chosen while a text is emptied to type another one. */
  const chooseFound = (chosen: string | null | undefined) => {
    if (chosen) choose(chosen)
    else onChange({ [name]: undefined })
  }
  if (kind === 'choice') {
    const { choices } = filter
    if (choices.length > longestMenu)
      return <Searched label={label} value={value} choices={choices} onChoose={chooseFound} />
    return <Choices label={label} value={value} choices={choices} onChoose={choose} />
  }
  if (kind === 'days')
    return (
      <DaysEditor
        label={label}
        areTimes={filter.areTimes}
        values={values}
        onChange={onChange}
        onDone={onDone}
      />
    )
  const Field = kind === 'organization' ? OrganizationField : RequestFilter
  return (
    <Box sx={{ p: 2, width: 360, maxWidth: '90vw' }}>
      <Field label={label} value={value ?? null} onChange={chooseFound} autoFocus />
    </Box>
  )
}

interface Choosing {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onChoose: (id: string | undefined) => void
}

function Choices({ label, value, choices, onChoose }: Choosing) {
  const translate = useTranslate()
  return (
    <MenuList autoFocusItem aria-label={label} sx={{ maxHeight: 420, overflowY: 'auto' }}>
      {[{ id: undefined, name: translate('kontor.all') }, ...choices].map(({ id, name }) => (
        <MenuItem
          key={id ?? ''}
          role="menuitemradio"
          aria-checked={id === value}
          selected={id === value}
          onClick={() => onChoose(id)}
        >
          {name}
        </MenuItem>
      ))}
    </MenuList>
  )
}

function Searched({ label, value, choices, onChoose }: Choosing) {
  return (
    <Box sx={{ p: 2, width: 360, maxWidth: '90vw' }}>
      <Chooser<Choice>
        openOnFocus
        options={choices}
        value={choices.find(({ id }) => id === value) ?? null}
        onChange={(_event, choice) => onChoose(choice?.id)}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        renderInput={(props) => <TextField {...props} label={label} autoFocus />}
      />
    </Box>
  )
}

function DaysEditor({
  label,
  areTimes,
  values,
  onChange,
  onDone,
}: {
  label: string
  areTimes: boolean
  values: Filters
  onChange: (change: FilterChange) => void
  onDone: () => void
}) {
  const set = { from: values.from, to: values.to }
  return (
    <DaysBetween
      label={label}
      days={areTimes ? daysOfTimes(set) : set}
      onChange={(days) => {
        const { from, to } = areTimes ? timesOfDays(days) : days
        onChange({ from, to })
        onDone()
      }}
    />
  )
}
