import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** What people call each organization: a subquery for features that join it. */
export function organizationNames(db: Db) {
  return db
    .selectFrom('organizations')
    .select(['organizations.id', sql<string>`coalesce(short_name, full_name)`.as('name')])
}
