import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { RowChecks } from '../../platform/proofs/row-proofs.ts'
import { accounts } from './accounts/accounts.ts'
import type { AdministratorTables, ManagedBy } from './accounts/administrator-tables.ts'
import { standingOf } from './accounts/proven-people.ts'

export type Administrator = Selectable<AdministratorTables['administrators']>
type NewAdministrator = Pick<
  Administrator,
  'id' | 'email' | 'name' | 'role' | 'password_hash' | 'created_by'
> & { managed_by?: ManagedBy }

export async function countAdministrators(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('administrators')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function listAdministrators(db: Db, limit: number, offset: number): Promise<Administrator[]> {
  return db
    .selectFrom('administrators')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function listNames(db: Db, limit: number, offset: number) {
  return db
    .selectFrom('administrators')
    .select(['id', 'name', 'role', 'disabled_at'])
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findAdministrator(db: Db, id: string): Promise<Administrator | undefined> {
  return db.selectFrom('administrators').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findAdministratorByEmail(db: Db, email: string): Promise<Administrator | undefined> {
  return db.selectFrom('administrators').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Undefined when the e-mail address is taken. */
export function insertAdministrator(
  db: Db,
  administrator: NewAdministrator,
  at: Date,
): Promise<Administrator | undefined> {
  return db
    .insertInto('administrators')
    .values({
      ...administrator,
      password_changed_at: at,
      role_since: at,
      credentials_since: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function findNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('administrators')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Active owners beside this administrator. */
export function findOtherOwners(db: Db, id: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('administrators')
    .select(['id', 'name'])
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
    .orderBy('name')
    .execute()
}

/** Whoever can be an owner while the identity provider is down: enabled, and with an account of this service. */
export function isLocalOwner({ role, disabled_at, managed_by }: Administrator): boolean {
  return role === 'owner' && disabled_at === null && managed_by === null
}

/**
 * Locks the administrator and all active owners, in the order of their ids. Two changes that together would remove the
 * last owner therefore run one after the other, without a deadlock.
 */
export async function lockWithOwners(
  db: Db,
  provenTables: RowChecks,
  id: string,
): Promise<{ administrator: Administrator | undefined; isLastOwner: boolean }> {
  const rows = await db
    .selectFrom('administrators')
    .selectAll()
    .where((row) =>
      row.or([row('id', '=', id), row.and([row('role', '=', 'owner'), row('disabled_at', 'is', null)])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  // An owner who was put into the database is no owner who stays.
  const owners = rows.filter(isLocalOwner).map((row) => row.id)
  const proven = owners.length > 0 ? await accounts(db).where('id', 'in', owners).execute() : []
  const stay: string[] = []
  for (const one of proven)
    if ((await standingOf(db, provenTables, one.proven)) !== 'unproven') stay.push(one.id)
  return {
    administrator: rows.find((row) => row.id === id),
    isLastOwner: stay.length === 1 && stay[0] === id,
  }
}

export function updateAdministrator(
  db: Db,
  { id, version }: Administrator,
  changes: Partial<
    Pick<
      Administrator,
      | 'name'
      | 'role'
      | 'role_since'
      | 'disabled_at'
      | 'disabled_because'
      | 'password_hash'
      | 'password_changed_at'
      | 'credentials_since'
    >
  >,
  at: Date,
): Promise<Administrator> {
  return db
    .updateTable('administrators')
    .set({ ...changes, version: version + 1, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes back what a restore did while it loaded the data. */
export function unlockRestored(db: Db, id: string): Promise<Administrator> {
  return db
    .updateTable('administrators')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** With an account of this service: a sign-in at the identity provider does not show that anybody knows the password. */
export async function hasAnybodySignedIn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('administrators')
    .select('id')
    .where('last_login_at', 'is not', null)
    .where('managed_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
