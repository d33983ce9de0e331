import type { Db } from '../../platform/db/database.ts'

/** Who somebody is at the identity provider: `iss` and `sub` of the ID token. */
export type Identity = { issuer: string; subject: string }

/** The id of the administrator; undefined before the first sign-in. */
export async function findByIdentity(db: Db, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('administrator_identities')
    .select('administrator_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.administrator_id
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
