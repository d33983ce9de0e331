import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { TProperties } from 'typebox'
import type { List } from '../../contract/lists/list.ts'
import { DaysBetween, FilterGrid, OrderFilter, SelectFilter } from '../shared/list-filters.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { RequestFilter } from '../shared/request-filter.tsx'
import { SearchField } from '../shared/search-field.tsx'
import type { ListState } from './list-place.ts'
import { filterSetter } from './use-list-state.ts'

/** How a filter is called. What it is, a choice, a day or an object, says the declaration of the list. */
export interface ShownFilter {
  label: string
  /** The names of the values of a choice are `kontor.<texts>.<value>`; without it the values themselves. */
  texts?: string
  /** For ids of people, and where a choice has names of its own. */
  choices?: readonly { id: string; name: string }[]
}

export type ShownFilters<Filters extends TProperties> = {
  [Name in Exclude<keyof Filters, 'from' | 'to'>]?: ShownFilter
}

interface Chosen {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The filters of a list in the order in which the page names them, then its days and its order. */
export function DeclaredFilters<Filters extends TProperties>({
  list,
  shown,
  days,
  state,
  onChange,
}: {
  list: List<string, Filters>
  shown: ShownFilters<Filters>
  /** What the days of the list are of. */
  days?: Parameters<typeof DaysBetween>[0]['of'] | undefined
  state: ListState
  onChange: (next: Partial<ListState>) => void
}) {
  const { filters, sort } = state
  const set = filterSetter(state, onChange)
  const named = Object.entries(shown) as [string, ShownFilter][]
  const hasSorts = list.sorts.length > 1
  if (named.length === 0 && !days && !hasSorts) return null
  return (
    <FilterGrid>
      {named.map(([name, filter]) => (
        <DeclaredFilter
          key={name}
          name={name}
          values={valuesOf(list, name)}
          filter={filter}
          value={filters[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      {days && (
        <DaysBetween
          of={days}
          areTimes={schemaOf(list, 'from').format === 'date-time'}
          from={filters.from}
          to={filters.to}
          onChange={set}
        />
      )}
      {hasSorts && (
        <OrderFilter
          isOldest={sort === 'created_at'}
          onChange={(isOldest) => onChange({ sort: isOldest ? 'created_at' : null })}
        />
      )}
    </FilterGrid>
  )
}

function schemaOf<Filters extends TProperties>(list: List<string, Filters>, name: string) {
  return list.filters.properties[name] as unknown as {
    type?: string
    format?: string
    enum?: readonly string[]
  }
}

/** The values of a choice, as they are written in a query. */
export function valuesOf<Filters extends TProperties>(
  list: List<string, Filters>,
  name: string,
): readonly string[] {
  const schema = schemaOf(list, name)
  return schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? [])
}

function DeclaredFilter({
  name,
  values,
  filter: { label, texts, choices },
  value,
  onChange,
}: Chosen & { name: string; values: readonly string[]; filter: ShownFilter }) {
  const translate = useTranslate()
  const change = (id: string | null) => onChange(id ?? undefined)
  if (name === 'q')
    return (
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SearchField label={label} value={value ?? ''} onSearch={(text) => onChange(text || undefined)} />
      </Box>
    )
  if (name === 'organization_id')
    return <OrganizationField label={label} value={value ?? null} onChange={change} />
  if (name === 'request_id') return <RequestFilter label={label} value={value ?? null} onChange={change} />
  const named = values.map((id) => ({ id, name: texts ? translate(`kontor.${texts}.${id}`) : id }))
  return <SelectFilter label={label} value={value} choices={choices ?? named} onChange={onChange} />
}
