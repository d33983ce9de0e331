import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AuditValuesTables } from './audit-values-tables.ts'

export async function insertValues(
  db: Db,
  row: Omit<Insertable<AuditValuesTables['audit_values']>, 'erased_at'>,
): Promise<void> {
  await db
    .insertInto('audit_values')
    .values({ ...row, erased_at: null })
    .execute()
}

export function findValues(db: Db, ids: readonly string[]) {
  return db.selectFrom('audit_values').selectAll().where('id', 'in', ids).execute()
}

export async function eraseValues(
  db: Db,
  { organizationId, before, at }: { organizationId: string; before: Date; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('audit_values')
    .set({ sealed_values: null, erased_at: at })
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
