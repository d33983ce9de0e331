import { type RawBuilder, sql } from 'kysely'
import type { CellType, ExportedColumn } from '../exports/exported-list.ts'

/** Columns by their names: of the table with the same name, or with the value given. */
export function columnsOf(
  table: string,
  declared: Readonly<Record<string, CellType | readonly [CellType, RawBuilder<unknown>]>>,
): ExportedColumn[] {
  return Object.entries(declared).map(([name, given]) =>
    typeof given === 'string'
      ? { name, type: given, value: sql.ref(`${table}.${name}`) }
      : { name, type: given[0], value: given[1] },
  )
}

/** A condition for each value that is given. */
export function equals(
  table: string,
  values: Readonly<Record<string, string | undefined>>,
): RawBuilder<boolean>[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql<boolean>`${sql.ref(`${table}.${name}`)} = ${value}`)
}

/** The filter with the caller in the place of `me`. An API key is nobody's assignee, so that it finds nothing. */
export function withCaller<Filter extends { assignee_id?: string; created_by_id?: string }>(
  filter: Filter,
  { id }: { id: string | null },
): Filter {
  const me = id ?? noPerson
  return {
    ...filter,
    ...(filter.assignee_id === 'me' && { assignee_id: me }),
    ...(filter.created_by_id === 'me' && { created_by_id: me }),
  }
}

const noPerson = '00000000-0000-0000-0000-000000000000'

/** From the beginning of one day to the end of another, both in UTC. */
export function withinDays(
  time: RawBuilder<unknown>,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`${time} >= ${from}::date::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql<boolean>`${time} < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
  ]
}
