import { sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'

/** What the rules about who may approve need to know of an administrator. */
export interface Person {
  id: string
  email: string
  name: string
  role: Role
  isActive: boolean
  /** Creation, last change of the role, or last enabling. */
  roleSince: Date
  /** Last change of what they sign in with. */
  credentialsSince: Date
  /** False while disabled, and until a password was set with the one-time link. */
  canSignIn: boolean
  /** Ids of the people who created, promoted, enabled or reset this account, and whom nobody else has confirmed. */
  madeBy: string[]
  hasSecondFactor: boolean
}

interface PersonRow<Time = Date> {
  id: string
  email: string
  name: string
  role: Role
  is_active: boolean
  role_since: Time
  credentials_since: Time
  has_password: boolean
  has_second_factor: boolean
  made_by: string[]
}

/** All administrators, disabled ones too: lineage leads through them. */
const rows = sql<PersonRow>`
  select id, email, name, role, disabled_at is null as is_active, role_since, credentials_since,
    password_hash is not null as has_password, otp_confirmed_at is not null or passkeys > 0 as has_second_factor,
    array(
      select distinct made_by from administrator_lineage
      where administrator_id = administrators.id and confirmed_at is null order by made_by
    ) as made_by
  from administrators order by id
`

export async function listPeople(db: Db): Promise<Person[]> {
  const found = await sql<PersonRow>`${keptPlan}${rows}`.execute(db)
  return found.rows.map(personOf)
}

/** The same as a column of a statement that reads something else too, and its value as people. */
export const peopleColumn = {
  select: sql<PersonRow<string>[]>`(select coalesce(json_agg(person), '[]') from (${rows}) as person)`,
  read: (people: PersonRow<string>[]): Person[] =>
    people.map((row) =>
      personOf({
        ...row,
        role_since: new Date(row.role_since),
        credentials_since: new Date(row.credentials_since),
      }),
    ),
}

function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isActive: row.is_active,
    roleSince: row.role_since,
    credentialsSince: row.credentials_since,
    canSignIn: row.is_active && row.has_password,
    madeBy: row.made_by,
    hasSecondFactor: row.has_second_factor,
  }
}

/** The administrator who created an API key: what the key does is their work. Undefined if there is no such key. */
export async function makerOf(db: Db, apiKeyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('created_by')
    .where('id', '=', apiKeyId)
    .executeTakeFirst()
  return row?.created_by
}
