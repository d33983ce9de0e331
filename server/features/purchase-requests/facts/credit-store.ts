import { type Insertable, sql } from 'kysely'
import type { CreditStatus } from '../../../../contract/deals.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CreditRow, DealTables } from './deal-tables.ts'

export function findCredit(db: Db, id: string): Promise<CreditRow | undefined> {
  return db.selectFrom('credits').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockCredit(db: Db, id: string): Promise<CreditRow | undefined> {
  return db.selectFrom('credits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The credits that came for a request. The caller holds the row of the request. */
export function listCreditsOfRequest(db: Db, requestId: string): Promise<CreditRow[]> {
  return db.selectFrom('credits').selectAll().where('request_id', '=', requestId).execute()
}

/** The credits of an organization with this reference that are on no statement, oldest first. */
export function listUnlinkedCredits(db: Db, organizationId: string, reference: string): Promise<CreditRow[]> {
  return db
    .selectFrom('credits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reference', '=', reference)
    .where('statement_line_id', 'is', null)
    .orderBy('seq')
    .execute()
}

export function insertCredit(db: Db, credit: Insertable<DealTables['credits']>): Promise<CreditRow> {
  return db.insertInto('credits').values(credit).returningAll().executeTakeFirstOrThrow()
}

/** The caller holds the row. */
export function updateCredit(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      CreditRow,
      | 'allocated_amount'
      | 'refunded_amount'
      | 'statement_line_id'
      | 'bank_account'
      | 'payer_inn'
      | 'payer_account'
    >
  >,
): Promise<CreditRow> {
  return db.updateTable('credits').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Newest first. */
export function listCredits(
  db: Db,
  {
    organization_id,
    status,
    cursor,
    limit,
  }: {
    organization_id?: string | undefined
    status?: CreditStatus | undefined
    cursor?: string | undefined
    limit: number
  },
): Promise<CreditRow[]> {
  // Written as the index of open credits is.
  const isOpen = sql<boolean>`allocated_amount + refunded_amount < amount`
  return db
    .selectFrom('credits')
    .selectAll()
    .$if(organization_id !== undefined, (query) =>
      query.where('organization_id', '=', organization_id as string),
    )
    .$if(status === 'open', (query) => query.where(isOpen))
    .$if(status === 'used', (query) => query.where(sql<boolean>`not (${isOpen})`))
    .$if(cursor !== undefined, (query) =>
      query.where('seq', '<', (before) =>
        before
          .selectFrom('credits')
          .select('seq')
          .where('id', '=', cursor as string),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}
