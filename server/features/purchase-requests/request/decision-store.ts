import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { PurchaseRequestTables } from './purchase-request-tables.ts'

export type DecisionRow = Selectable<PurchaseRequestTables['purchase_request_decisions']>
type NewDecision = Insertable<PurchaseRequestTables['purchase_request_decisions']>

export function findDecision(db: Db, requestId: string): Promise<DecisionRow | undefined> {
  return db
    .selectFrom('purchase_request_decisions')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Writes every column that is proven. */
export async function saveDecision(db: Db, decision: NewDecision): Promise<void> {
  await db
    .insertInto('purchase_request_decisions')
    .values(decision)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(decision))
    .execute()
}

export async function redirectDecision(
  db: Db,
  requestId: string,
  to: Pick<DecisionRow, 'wallet_id' | 'address_id' | 'destination_address'>,
): Promise<void> {
  await db.updateTable('purchase_request_decisions').set(to).where('request_id', '=', requestId).execute()
}

export async function deleteDecision(db: Db, requestId: string): Promise<void> {
  await db.deleteFrom('purchase_request_decisions').where('request_id', '=', requestId).execute()
}
