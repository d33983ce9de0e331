import type { Db } from '../../platform/db/database.ts'
import { ownOrganizations } from '../organizations/own-organizations.ts'
import type { DeskCompanyRow } from './paper-tables.ts'

export type ShownCompany = DeskCompanyRow & { organization_id: string | null }

/** With the organization that each of them is, as it is shown: nothing relies on it. */
export function companies(db: Db) {
  return db
    .selectFrom('desk_companies')
    .leftJoin(ownOrganizations(db).as('own'), 'own.company_id', 'desk_companies.id')
    .selectAll('desk_companies')
    .select('own.organization_id')
}

export function findShownCompany(db: Db, id: string): Promise<ShownCompany | undefined> {
  return companies(db).where('desk_companies.id', '=', id).executeTakeFirst()
}

export async function findOrganizationOf(db: Db, companyId: string): Promise<string | null> {
  const own = await ownOrganizations(db).where('company_id', '=', companyId).executeTakeFirst()
  return own?.organization_id ?? null
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

export async function findCompanyOf(db: Db, organizationId: string): Promise<string | undefined> {
  const own = await ownOrganizations(db).where('organization_id', '=', organizationId).executeTakeFirst()
  return own?.company_id
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
  return {
    ...company,
    bank_accounts: JSON.stringify(company.bank_accounts) as never,
    fuel_wallets: JSON.stringify(company.fuel_wallets) as never,
  }
}
