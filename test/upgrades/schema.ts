import { sql } from 'kysely'
import type { Db } from '../../server/platform/db/database.ts'

/** Every column, constraint, index, trigger and function of the schema, one line each. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('column %s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'p')
    union all
    select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = current_schema()::regnamespace
    union all
    select format('index %s', indexdef) from pg_indexes where schemaname = current_schema()
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select format('function %s %s', oid::regprocedure, md5(prosrc)) from pg_proc
    where pronamespace = current_schema()::regnamespace
    order by line
  `.execute(db)
  return rows.map(({ line }) => line)
}
