import type { PersonRole } from '../../../contract/organizations/organization-people.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonRow } from './people-tables.ts'

export function findPerson(db: Db, organizationId: string, id: string): Promise<PersonRow | undefined> {
  return peopleOf(db, organizationId).where('id', '=', id).executeTakeFirst()
}

export async function listNames(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_people')
    .select('name')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ name }) => name)
}

/** The one that the organization shows for this role. */
export function findFirst(db: Db, organizationId: string, role: PersonRole): Promise<PersonRow | undefined> {
  return peopleOf(db, organizationId).where('role', '=', role).orderBy('id').limit(1).executeTakeFirst()
}

export function listOwners(db: Db, organizationId: string): Promise<PersonRow[]> {
  return peopleOf(db, organizationId).where('role', '=', 'owner').orderBy('id').execute()
}

/** Those that own the organization through this company. */
export async function findOwnersThrough(db: Db, organizationId: string, id: string): Promise<string[]> {
  const rows = await peopleOf(db, organizationId).where('parent_id', '=', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Companies may be parents of owners whatever their role is. */
export function findCompanies(db: Db, organizationId: string): Promise<PersonRow[]> {
  return peopleOf(db, organizationId).where('schema', '=', 'Company').execute()
}

export async function countPeople(db: Db, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('organization_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertPerson(db: Db, person: PersonRow): Promise<void> {
  await db.insertInto('organization_people').values(person).execute()
}

export async function updatePerson(db: Db, { id, ...person }: PersonRow): Promise<void> {
  await db.updateTable('organization_people').set(person).where('id', '=', id).execute()
}

export async function deletePerson(db: Db, id: string): Promise<void> {
  await db.deleteFrom('organization_people').where('id', '=', id).execute()
}

export function peopleOf(db: Db, organizationId: string) {
  return db.selectFrom('organization_people').selectAll().where('organization_id', '=', organizationId)
}
