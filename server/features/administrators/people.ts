import { sql } from 'kysely'
import type { Role } from '../../../contract/api/roles.ts'
import type { Db } from '../../platform/db/database.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import { proofInvalid } from '../../platform/proofs/proven-table.ts'
import type { RowChecks } from '../../platform/proofs/row-proofs.ts'
import { apiKeyTable, type ProvenAccount, provenAccount, standingOf } from './accounts/proven-people.ts'

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
  proven: ProvenAccount
}

/** All administrators, disabled ones too: lineage leads through them. */
const rows = sql<PersonRow>`
  select id, email, name, role, disabled_at is null as is_active, role_since, credentials_since,
    password_hash is not null as has_password, otp_confirmed_at is not null or passkeys > 0 as has_second_factor,
    array(
      select distinct made_by from administrator_lineage
      where administrator_id = administrators.id and confirmed_at is null order by made_by
    ) as made_by,
    ${provenAccount} as proven
  from administrators order by id
`

export type People = ReturnType<typeof createPeople>

/** Who may approve and who counts as whom, of accounts that the service wrote as they are. */
export function createPeople({ provenTables }: { provenTables: RowChecks }) {
  async function peopleOf(db: Db, found: readonly PersonRow[]): Promise<Person[]> {
    const ids = new Set(found.map(({ id }) => id))
    const people: Person[] = []
    for (const row of found) {
      const isUnproven = (await standingOf(db, provenTables, row.proven)) === 'unproven'
      people.push(isUnproven ? madeByAll(personOf(row), ids) : personOf(row))
    }
    // Who was made by somebody who is gone may have been made by anybody.
    return people.map((person) =>
      person.madeBy.every((maker) => ids.has(maker)) ? person : { ...person, madeBy: others(ids, person.id) },
    )
  }

  return {
    async listPeople(db: Db): Promise<Person[]> {
      const found = await sql<PersonRow>`${keptPlan}${rows}`.execute(db)
      return peopleOf(db, found.rows)
    },

    /** The same as a column of a statement that reads something else too, and its value as people. */
    column: {
      select: sql<PersonRow<string>[]>`(select coalesce(json_agg(person), '[]') from (${rows}) as person)`,
      read: (db: Db, people: PersonRow<string>[]): Promise<Person[]> =>
        peopleOf(
          db,
          people.map((row) => ({
            ...row,
            role_since: new Date(row.role_since),
            credentials_since: new Date(row.credentials_since),
          })),
        ),
    },

    /** The administrator who created an API key: what the key does is their work. Undefined if there is no such key. */
    async makerOf(db: Db, apiKeyId: string): Promise<string | undefined> {
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', apiKeyId).executeTakeFirst()
      // Another maker would have done what this one must not do twice.
      if (row && (await provenTables.check(db, apiKeyTable, row)) === 'unproven')
        throw proofInvalid(apiKeyTable, row.id)
      return row?.created_by
    },
  }
}

/**
 * Nobody can say who made such an account. It can do nothing, and whoever was made by it counts as everybody: otherwise
 * changing it would make them a person of their own.
 */
function madeByAll(person: Person, ids: ReadonlySet<string>): Person {
  const nobody = { isActive: false, canSignIn: false, hasSecondFactor: false }
  return { ...person, ...nobody, madeBy: others(ids, person.id) }
}

function others(ids: ReadonlySet<string>, id: string): string[] {
  return [...ids].filter((other) => other !== id)
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
