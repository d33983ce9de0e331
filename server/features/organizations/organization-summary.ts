import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What other features show of an organization beside their own rows: join it on `id`. */
export function organizationSummary(db: Db) {
  return db
    .selectFrom('organizations')
    .select([
      'organizations.id',
      'inn',
      'short_name',
      sql<string>`coalesce(short_name, full_name)`.as('name'),
    ])
}

/** The same as JSON text, for lists that are put together by PostgreSQL: `id` and `summary`. */
export const organizationSummaryText = sql`(
  select id, '{"inn":' || coalesce(to_json(inn)::text, 'null') || ',"short_name":' || coalesce(to_json(short_name)::text, 'null') || '}' as summary
  from organizations
)`

/** The same for SQL that is written by hand. */
export const organizationSummaries = sql`(
  select id, inn, short_name, coalesce(short_name, full_name) as name from organizations
)`

/** The short names of these organizations, or their full names, by their ids. */
export async function namesOfOrganizations(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await organizationSummary(db)
    .where('organizations.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
