import type { Db } from '../../platform/db/database.ts'

export async function hasActiveCompany(db: Db): Promise<boolean> {
  const company = await db
    .selectFrom('desk_companies')
    .select('id')
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return company !== undefined
}
