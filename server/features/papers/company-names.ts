import type { Db } from '../../platform/db/database.ts'

/** The short names of all companies of the desk, by id. There are a few. */
export async function deskCompanyNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('desk_companies').select(['id', 'short_name']).execute()
  return new Map(rows.map(({ id, short_name }) => [id, short_name]))
}
