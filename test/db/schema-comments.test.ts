import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { cloneDatabase } from '../support/service/harness.ts'

test('every table and column of the schema has a comment', async () => {
  const db = connect(await cloneDatabase(), { max: 1, unlimited: true })
  onTestFinished(() => db.destroy())

  // Imports create tables of their own, such as parties_3, which are not part of the schema.
  const { rows } = await sql<{ name: string; comment: string | null }>`
    with tables as (
      select oid, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname !~ '_[0-9]+$'
    )
    select name, obj_description(oid, 'pg_class') as comment from tables
    union all
    select name || '.' || attname, col_description(oid, attnum)
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
    order by name
  `.execute(db)

  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([])
})
