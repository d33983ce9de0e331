import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { AdministratorTables } from './administrator-tables.ts'

/** Who somebody is at the identity provider: `iss` and `sub` of the ID token. */
export type Identity = { issuer: string; subject: string }

/** Whose identity it is; undefined before the first sign-in. */
export function findByIdentity(
  db: Db,
  { issuer, subject }: Identity,
): Promise<Selectable<AdministratorTables['administrator_identities']> | undefined> {
  return db
    .selectFrom('administrator_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(
  db: Db,
  administratorId: string,
  identity: Identity,
  at: Date,
): Promise<void> {
  await db
    .insertInto('administrator_identities')
    .values({ administrator_id: administratorId, ...identity, created_at: at })
    .execute()
}
