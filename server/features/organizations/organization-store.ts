import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../platform/db/database.ts'
import type { OrganizationRow } from './organization-tables.ts'
import type { StoredOrganization } from './stored-organization.ts'

export type NewOrganization = Insertable<Tables['organizations']>
/** New values of columns, as they are read back afterwards. */
export type OrganizationChange = Partial<Omit<OrganizationRow, 'id' | 'seq'>>
export type SearchTexts = Omit<Tables['organization_search'], 'seq'>

/**
 * How a row is locked until the transaction ends. `change` keeps other writers out, `share` keeps the row as it is, and
 * `reference` waits for a writer only, so that rows that refer to the organization can be added side by side; `alone` keeps
 * these out, too.
 */
export type OrganizationLock = 'alone' | 'change' | 'share' | 'reference'

export function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findOrganizations(db: Db, ids: readonly string[]): Promise<OrganizationRow[]> {
  return db.selectFrom('organizations').selectAll().where('id', 'in', ids).execute()
}

export function lockOrganization(
  db: Db,
  id: string,
  lock: OrganizationLock,
): Promise<OrganizationRow | undefined> {
  const query = db.selectFrom('organizations').selectAll().where('id', '=', id)
  if (lock === 'alone') return query.forUpdate().executeTakeFirst()
  if (lock === 'share') return query.forShare().executeTakeFirst()
  if (lock === 'reference') return query.forKeyShare().executeTakeFirst()
  return query.forNoKeyUpdate().executeTakeFirst()
}

/** From here on, whoever creates an organization waits until this transaction ends. */
export function insertOrganization(db: Db, row: NewOrganization): Promise<OrganizationRow> {
  return db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes the row and its stored response in one statement. */
export async function updateOrganization(
  db: Db,
  id: string,
  change: Updateable<Tables['organizations']>,
  stored: StoredOrganization,
  end?: RawBuilder<unknown>,
): Promise<void> {
  await saveResponses(
    db.with('changed', (db) => db.updateTable('organizations').set(change).where('id', '=', id)),
    [stored],
    // The job that renews responses tells of the expiry that came with this day: it must still find it.
    sql`case when organization_responses.stale_on <= ${stored.day}::date then organization_responses.stale_on
      else excluded.stale_on end`,
    end,
  )
}

export async function saveResponses(
  db: Pick<Db, 'insertInto'>,
  organizations: readonly StoredOrganization[],
  staleOn: RawBuilder<string | null> = sql.ref('excluded.stale_on'),
  end: RawBuilder<unknown> = sql``,
): Promise<void> {
  await db
    .insertInto('organization_responses')
    .values(
      organizations.map(({ validThrough, day, ...stored }) => ({
        ...stored,
        stale_on: sql<string | null>`${validThrough}::date + 1`,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('seq').doUpdateSet(({ ref }) => ({
        format: ref('excluded.format'),
        stale_on: staleOn,
        response: ref('excluded.response'),
      })),
    )
    .modifyEnd(end)
    .execute()
}

export async function saveSearchTexts(db: Db, seq: number, texts: SearchTexts): Promise<void> {
  await db
    .insertInto('organization_search')
    .values({ seq, ...texts })
    .onConflict((conflict) => conflict.column('seq').doUpdateSet(texts))
    .execute()
}

/** The organization with these requisites: the same INN and KPP first, else one of the same INN. */
export function findByRequisites(
  db: Db,
  { inn, kpp, except }: { inn: string; kpp: string | null; except?: string | undefined },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('organizations')
    .select('id')
    .where('inn', '=', inn)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
    .$if(kpp !== null, (query) => query.where((where) => where('kpp', '=', kpp).or('kpp', 'is', null)))
    .orderBy(sql`kpp is not distinct from ${kpp}`, 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}

/** The foreign company with this number; spaces and case do not count, as in the unique index. */
export function findByRegistration(
  db: Db,
  { country, registrationNumber }: { country: string; registrationNumber: string },
): Promise<{ id: string } | undefined> {
  const plain = (number: unknown) => sql`upper(regexp_replace(${number}, '\\s', '', 'g'))`
  return db
    .selectFrom('organizations')
    .select('id')
    .where('type', '=', 'foreign')
    .where('country', '=', country)
    .where(plain(sql.ref('registration_number')), '=', plain(registrationNumber))
    .executeTakeFirst()
}

export function findByExternalId(db: Db, externalId: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('external_id', '=', externalId).executeTakeFirst()
}
