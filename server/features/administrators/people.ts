import { type Selectable, sql } from 'kysely'
import type { Role } from '../../../contract/roles.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { AdministratorTables } from './administrator-tables.ts'

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

type PersonRow = Pick<
  Selectable<AdministratorTables['administrators']>,
  | 'id'
  | 'email'
  | 'name'
  | 'role'
  | 'disabled_at'
  | 'role_since'
  | 'credentials_since'
  | 'password_hash'
  | 'otp_confirmed_at'
  | 'passkeys'
> & { made_by: string[] }

/** All administrators, disabled ones too: lineage leads through them. */
export async function listPeople(db: Db): Promise<Person[]> {
  const { rows } = await sql<PersonRow>`${keptPlan}
    select id, email, name, role, disabled_at, role_since, credentials_since, password_hash, otp_confirmed_at, passkeys,
      array(
        select distinct made_by from administrator_lineage
        where administrator_id = administrators.id and confirmed_at is null order by made_by
      ) as made_by
    from administrators order by id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isActive: row.disabled_at === null,
    roleSince: row.role_since,
    credentialsSince: row.credentials_since,
    canSignIn: row.disabled_at === null && row.password_hash !== null,
    madeBy: row.made_by,
    hasSecondFactor: row.otp_confirmed_at !== null || row.passkeys > 0,
  }))
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
