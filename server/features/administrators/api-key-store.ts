import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { AdministratorTables } from './administrator-tables.ts'

export type ApiKey = Selectable<AdministratorTables['api_keys']>

export function insertApiKey(db: Db, key: Omit<ApiKey, 'last_used_at' | 'revoked_at'>): Promise<ApiKey> {
  return db
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, revoked_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findActiveApiKey(db: Db, hash: Buffer): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function listActiveHashes(db: Db): Promise<Buffer[]> {
  const rows = await db.selectFrom('api_keys').select('hash').where('revoked_at', 'is', null).execute()
  return rows.map(({ hash }) => hash)
}

export function lockApiKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
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
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('api_keys')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
