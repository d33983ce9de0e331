import type { Db } from '../../platform/db/database.ts'
import type { DeskCompanyRow } from './paper-tables.ts'

export function companies(db: Db) {
  return db.selectFrom('desk_companies').selectAll()
}

export function findCompany(db: Db, id: string): Promise<DeskCompanyRow | undefined> {
  return db.selectFrom('desk_companies').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findCompanyByInn(db: Db, inn: string): Promise<DeskCompanyRow | undefined> {
  return db.selectFrom('desk_companies').selectAll().where('inn', '=', inn).executeTakeFirst()
}

/** The company whose paper about a request is the newest one that holds. */
export function findSeller(db: Db, requestId: string): Promise<DeskCompanyRow | undefined> {
  return db
    .selectFrom('papers')
    .innerJoin('desk_companies', 'desk_companies.id', 'papers.company_id')
    .selectAll('desk_companies')
    .where('request_id', '=', requestId)
    .where('voided_at', 'is', null)
    .orderBy('papers.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The company that may issue papers, if there is exactly one. */
export async function findOnlyCompany(db: Db): Promise<DeskCompanyRow | undefined> {
  const active = await db
    .selectFrom('desk_companies')
    .selectAll()
    .where('active', '=', true)
    .limit(2)
    .execute()
  return active.length === 1 ? active[0] : undefined
}

/** Locks the row until the transaction ends: `share` lets others issue papers, but nobody change the company. */
export function lockCompany(
  db: Db,
  id: string,
  lock: 'change' | 'share',
): Promise<DeskCompanyRow | undefined> {
  const query = db.selectFrom('desk_companies').selectAll().where('id', '=', id)
  return (lock === 'share' ? query.forShare() : query.forNoKeyUpdate()).executeTakeFirst()
}

export async function insertCompany(db: Db, company: DeskCompanyRow): Promise<void> {
  await db.insertInto('desk_companies').values(withJson(company)).execute()
}

export async function updateCompany(db: Db, company: DeskCompanyRow): Promise<void> {
  await db.updateTable('desk_companies').set(withJson(company)).where('id', '=', company.id).execute()
}

/** The driver writes an array as one of PostgreSQL, unless it is text already. */
function withJson(company: DeskCompanyRow): DeskCompanyRow {
  return { ...company, bank_accounts: JSON.stringify(company.bank_accounts) as never }
}
