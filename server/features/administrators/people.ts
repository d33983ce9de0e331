import type { Db } from '../../platform/db/database.ts'

/** The administrators, with what decides about their votes. */
export async function listPeople(db: Db) {
  const rows = await db.selectFrom('administrators').selectAll().execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    isActive: row.disabled_at === null,
    roleSince: row.created_at,
    credentialsSince: row.password_changed_at,
    madeBy: [] as string[],
  }))
}

/** The administrator who created the API key. */
export async function makerOf(db: Db, apiKeyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('created_by')
    .where('id', '=', apiKeyId)
    .executeTakeFirst()
  return row?.created_by
}
