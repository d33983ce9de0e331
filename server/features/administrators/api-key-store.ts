import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isActiveAdministrator } from './accounts.ts'
import type { AdministratorTables } from './administrator-tables.ts'

export type ApiKey = Selectable<AdministratorTables['api_keys']>
/** A key, and whether it is suspended, because its maker is disabled or since a restore. */
export type ApiKeyOfMaker = ApiKey & { suspended: boolean }

export function insertApiKey(
  db: Db,
  key: Omit<ApiKey, 'last_used_at' | 'revoked_at' | 'suspended_at'>,
): Promise<ApiKey> {
  return db
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, revoked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Neither revoked nor expired nor suspended, and of a maker who is not disabled. */
function activeKeys(db: Db, at: Date) {
  return db
    .selectFrom('api_keys')
    .innerJoin('administrators', 'administrators.id', 'api_keys.created_by')
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', at)
    .where('api_keys.suspended_at', 'is', null)
    .where('administrators.disabled_at', 'is', null)
}

export function findActiveApiKey(db: Db, hash: Buffer, at: Date): Promise<ApiKey | undefined> {
  return activeKeys(db, at).selectAll('api_keys').where('api_keys.hash', '=', hash).executeTakeFirst()
}

/** Until the end of the transaction, the key can neither be revoked nor suspended. */
export function holdActiveApiKey(db: Db, id: string, at: Date): Promise<ApiKey | undefined> {
  return activeKeys(db, at).selectAll('api_keys').where('api_keys.id', '=', id).forShare().executeTakeFirst()
}

export async function listActiveHashes(db: Db, at: Date): Promise<Buffer[]> {
  const rows = await activeKeys(db, at).select('api_keys.hash').execute()
  return rows.map(({ hash }) => hash)
}

/** All keys that were not revoked, oldest first. */
export function listUnrevoked(db: Db): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .execute()
}

export function lockApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function isSuspended(
  db: Db,
  { created_by, suspended_at }: Pick<ApiKey, 'created_by' | 'suspended_at'>,
): Promise<boolean> {
  return suspended_at !== null || !(await isActiveAdministrator(db, created_by))
}

/** Since then the key is refused; null if it is used again. */
export async function setSuspended(db: Db, id: string, suspended_at: Date | null): Promise<void> {
  await db.updateTable('api_keys').set({ suspended_at }).where('id', '=', id).execute()
}

export async function setRevoked(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** Several nodes may notice the use in the same minute: the first one writes. */
export async function noteUse(db: Db, id: string, at: Date, unlessAfter: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', unlessAfter)]))
    .execute()
}

export async function listApiKeys(db: Db, limit: number, offset: number) {
  const rows: ApiKeyOfMaker[] = await db
    .selectFrom('api_keys')
    .innerJoin('administrators', 'administrators.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select((row) =>
      row
        .or([row('administrators.disabled_at', 'is not', null), row('api_keys.suspended_at', 'is not', null)])
        .as('suspended'),
    )
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ApiKeyOfMaker>()
    .execute()
  const { total } = await db
    .selectFrom('api_keys')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
