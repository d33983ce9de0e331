import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const mostCounted = 1000

/**
 * How many approved documents have their last day after one day and up to another; counted up to a limit. Served by the
 * index of expiring documents.
 */
export async function countExpiring(
  db: Db,
  { after, upTo }: { after: string; upTo: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from documents
      where status = 'approved' and expires_on is not null
        and (((expires_on + 1)::timestamp) at time zone 'UTC') > (((${after}::date + 1)::timestamp) at time zone 'UTC')
        and (((expires_on + 1)::timestamp) at time zone 'UTC') <= (((${upTo}::date + 1)::timestamp) at time zone 'UTC')
      limit ${mostCounted}
    ) as expiring
  `.execute(db)
  return rows[0]?.count ?? 0
}
