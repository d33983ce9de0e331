import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { WebhookTables } from './webhook-tables.ts'

type Pause = Omit<Selectable<WebhookTables['webhook_pause']>, 'id'>

export function findPause(db: Db): Promise<Pause | undefined> {
  return db.selectFrom('webhook_pause').select(['paused_at', 'paused_by', 'reason']).executeTakeFirst()
}

/** False if there is a pause already. */
export async function insertPause(
  db: Db,
  pause: Insertable<WebhookTables['webhook_pause']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhook_pause')
    .values(pause)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** False if there is no pause. */
export async function deletePause(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_pause').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
