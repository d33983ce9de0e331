import { type RawBuilder, sql } from 'kysely'

/** Whether these columns together have one of these values: `(kind, id) in (…)`. There must be at least one. */
export function isOneOf<Column extends string>(
  columns: readonly Column[],
  tuples: readonly (readonly unknown[])[],
): RawBuilder<boolean> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`(${names}) in (${sql.join(tuples.map((values) => sql`(${sql.join(values)})`))})`
}
