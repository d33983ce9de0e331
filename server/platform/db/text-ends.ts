import { type RawBuilder, sql } from 'kysely'

export interface TextEnds {
  starts: readonly string[]
  endings: readonly string[]
}

/** Greater than every character of an address. */
const last = '~'

/**
 * Whether a column of printable ASCII begins or ends with one of these texts, in whichever case. An index on
 * `lower(<column> collate "C")` and one on `reverse(lower(<column> collate "C"))` find such rows; without them all are read.
 */
export function hasOneOfEnds(column: string, { starts, endings }: TextEnds): RawBuilder<boolean> {
  const text = sql`lower(${sql.ref(column)} collate "C")`
  const ranges = [
    ...starts.map((start) => sql`${text} between ${start} and ${start + last}`),
    ...endings.map((ending) => {
      const start = [...ending].reverse().join('')
      return sql`reverse(${text}) between ${start} and ${start + last}`
    }),
  ]
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}
