import { type RawBuilder, sql } from 'kysely'
import { isId } from '../../../contract/api/common.ts'
import { otherLayout } from '../../../contract/values/keyboard-layout.ts'
import type { Sought } from './search-source.ts'

/** The moment only says which year a number without one is of. */
export function soughtOf(q: string, at: Date): Sought {
  const text = q.replaceAll('\0', '').trim()
  const id = text.toLowerCase()
  return { text, otherLayout: otherLayout(text), id: isId(id) ? id : undefined, at }
}

/** So many rows are found in each way that a list is searched: the newest. */
export const mostSought = 1_000

/**
 * What the search field of a list asks for: that the id of a row is among those that were found, each way by its index.
 * They are an array that is made once: of a join, PostgreSQL may expect so many rows that it goes through the list instead.
 */
export function isAmong(id: RawBuilder<unknown>, ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const found = ways.map((way) => sql`(select id from (${way}) as way)`)
  return found.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${id} = any(array(${sql.join(found, sql` union all `)}))`
}
