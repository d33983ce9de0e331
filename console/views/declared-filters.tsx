import { useTranslate } from 'react-admin'
import type { TProperties } from 'typebox'
import type { List } from '../../contract/lists/list.ts'
import type { ShownDays } from './days-between.tsx'
import { useHead } from './use-head.ts'

/** How a filter is called. What it is, a choice, a day or an object, says the declaration of the list. */
export interface ShownFilter {
  /** By default the head of its column. */
  label?: string
  /** The names of the values of a choice are `kontor.<texts>.<value>`: by default the words of its column, or the values. */
  texts?: string
  /** For ids of people, and where a choice has names of its own. */
  choices?: readonly Choice[]
  /** Of the search: whether «/» does something else on this page. */
  isWithoutKey?: boolean
}

export interface Choice {
  id: string
  name: string
}

export type ShownFilters<Filters extends TProperties> = {
  [Name in Exclude<keyof Filters, 'from' | 'to'>]?: ShownFilter
}

/** A filter as it is offered and edited. */
export type Filter =
  | { name: string; label: string; kind: 'choice'; choices: readonly Choice[] }
  | { name: string; label: string; kind: 'organization' | 'request' }
  | { name: 'days'; label: string; kind: 'days'; areTimes: boolean }

/** The filters of a list in the order in which the page names them, then its days. The search has its own field. */
export function useFilters<Filters extends TProperties>(
  list: List<string, Filters>,
  shown: ShownFilters<Filters>,
  days: ShownDays | undefined,
): Filter[] {
  const translate = useTranslate()
  const head = useHead(list)
  const named = Object.entries(shown) as [string, ShownFilter][]
  const filters = named
    .filter(([name]) => name !== 'q')
    .map(
      ([name, { label = head(columnOf[name] ?? name), texts = list.cells.words[name], choices }]): Filter => {
        if (name === 'organization_id') return { name, label, kind: 'organization' }
        if (name === 'request_id') return { name, label, kind: 'request' }
        const values = valuesOf(list, name).map((id) => ({
          id,
          name: texts ? translate(`kontor.${texts}.${id}`) : id,
        }))
        return { name, label, kind: 'choice', choices: choices ?? values }
      },
    )
  if (!days) return filters
  const areTimes = schemaOf(list, 'from').format === 'date-time'
  return [
    ...filters,
    { name: 'days', label: translate(`kontor.list_filters.${days}`), kind: 'days', areTimes },
  ]
}

/** Filters by an id show the name of its object. */
const columnOf: Readonly<Record<string, string>> = {
  organization_id: 'organization_name',
  request_id: 'request_number',
}

function schemaOf<Filters extends TProperties>(list: List<string, Filters>, name: string) {
  return list.filters.properties[name] as unknown as {
    type?: string
    format?: string
    enum?: readonly string[]
  }
}

/** The values of a choice, as they are written in a query. */
function valuesOf<Filters extends TProperties>(list: List<string, Filters>, name: string): readonly string[] {
  const schema = schemaOf(list, name)
  return schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? [])
}
