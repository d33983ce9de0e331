import type { Db } from '../../platform/db/database.ts'
import type { ContractRow } from './paper-tables.ts'

export function findContract(db: Db, organizationId: string): Promise<ContractRow | undefined> {
  return db
    .selectFrom('client_contracts')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function putContract(db: Db, row: ContractRow): Promise<void> {
  const { organization_id: _, ...values } = row
  await db
    .insertInto('client_contracts')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export async function deleteContract(db: Db, organizationId: string): Promise<void> {
  await db.deleteFrom('client_contracts').where('organization_id', '=', organizationId).execute()
}
