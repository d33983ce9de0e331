import type { Insertable, Selectable } from 'kysely'
import type { SetupStep } from '../../../contract/work/setup.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SetupTables } from './setup-tables.ts'

export type Dismissal = Selectable<SetupTables['setup_dismissals']>

/** Those of the installation, and those of the person. */
export function findDismissals(db: Db, administratorId: string): Promise<Dismissal[]> {
  return db
    .selectFrom('setup_dismissals')
    .selectAll()
    .where((of) => of.or([of('administrator_id', 'is', null), of('administrator_id', '=', administratorId)]))
    .execute()
}

/** Whether it was not there before. */
export async function insertDismissal(
  db: Db,
  row: Insertable<SetupTables['setup_dismissals']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('setup_dismissals')
    .values(row)
    .onConflict((conflict) => conflict.constraint('setup_dismissals_once').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whether it was there. */
export async function deleteDismissal(
  db: Db,
  { step, administrator_id }: { step: SetupStep; administrator_id: string | null },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('setup_dismissals')
    .where('step', '=', step)
    .where('administrator_id', 'is not distinct from', administrator_id)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
