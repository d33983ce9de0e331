import { type RawBuilder, sql } from 'kysely'

/** Whether a posting (`book_postings` by this name) and its reversal are of the same day: together they never happened. */
export function isUndoneThatDay(posting: string): RawBuilder<boolean> {
  const it = sql.ref(posting)
  return sql<boolean>`(
    exists (select from book_postings as reversal where reversal.reverses = ${it}.id and reversal.day = ${it}.day)
    or exists (select from book_postings as original where original.id = ${it}.reverses and original.day = ${it}.day)
  )`
}
