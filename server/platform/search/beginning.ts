import { type RawBuilder, sql } from 'kysely'

/** Sorts behind every other character. */
const last = '\u{10ffff}'

/** Whether a text begins with another one; as a range, which an index with the collation "C" serves in its order. */
export function beginsWith(text: RawBuilder<unknown>, beginning: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${inOrder(text)} >= ${beginning} and ${inOrder(text)} < ${beginning} || ${sql.lit(last)}`
}

export function inOrder(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${text} collate "C"`
}

/** A search by fewer letters would find nearly everything. */
export const fewestLetters = 3
