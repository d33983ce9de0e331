import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AcquisitionRow, TreasuryTables } from './treasury-tables.ts'

type Acquisitions = TreasuryTables['acquisitions']

export function insertAcquisition(db: Db, row: Insertable<Acquisitions>): Promise<AcquisitionRow> {
  return db.insertInto('acquisitions').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findAcquisition(db: Db, id: string): Promise<AcquisitionRow | undefined> {
  return db.selectFrom('acquisitions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockAcquisition(db: Db, id: string): Promise<AcquisitionRow | undefined> {
  return db.selectFrom('acquisitions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function findByReference(
  db: Db,
  { company_id, reference }: Pick<AcquisitionRow, 'company_id' | 'reference'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('acquisitions')
    .select('id')
    .where('company_id', '=', company_id)
    .where('reference', '=', reference)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export function updateAcquisition(
  db: Db,
  id: string,
  change: Updateable<Acquisitions>,
): Promise<AcquisitionRow> {
  return db
    .updateTable('acquisitions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
