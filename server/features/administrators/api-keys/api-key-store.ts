import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { RowChecks } from '../../../platform/proofs/row-proofs.ts'
import { accounts, isActiveAdministrator } from '../accounts/accounts.ts'
import type { AdministratorTables } from '../accounts/administrator-tables.ts'
import { apiKeyTable, type ProvenAccount, standingOf } from '../accounts/proven-people.ts'

export type ApiKey = Selectable<AdministratorTables['api_keys']>
/** A key, and whether it is suspended, because its maker is disabled or since a restore. */
export type ApiKeyOfMaker = ApiKey & { suspended: boolean }

export function insertApiKey(
  db: Db,
  key: Omit<ApiKey, 'last_used_at' | 'revoked_at' | 'suspended_at' | 'proof' | 'proof_revision'>,
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
    .innerJoin(accounts(db).as('maker'), 'maker.id', 'api_keys.created_by')
    .where('api_keys.revoked_at', 'is', null)
    .where('api_keys.expires_at', '>', at)
    .where('api_keys.suspended_at', 'is', null)
    .where('maker.disabled_at', 'is', null)
}

/** The same, with everything that is proven of key and maker. */
function wholeKeys(db: Db, at: Date) {
  return activeKeys(db, at).selectAll('api_keys').select('maker.proven as maker')
}

/** A key that the service did not write as it is, or that is of such an account, is not there. */
async function trusted(
  db: Db,
  provenTables: RowChecks,
  read: () => Promise<(ApiKey & { maker: ProvenAccount }) | undefined>,
): Promise<ApiKey | undefined> {
  const found = await checked(db, provenTables, await read())
  if (found !== 'unproven') return found
  // It may have been read right before a change that this node knows of by now.
  const again = await checked(db, provenTables, await read())
  return again === 'unproven' ? undefined : again
}

async function checked(
  db: Db,
  provenTables: RowChecks,
  row: (ApiKey & { maker: ProvenAccount }) | undefined,
): Promise<ApiKey | 'unproven' | undefined> {
  if (!row) return undefined
  const { maker, ...key } = row
  const standings = [
    await provenTables.check(db, apiKeyTable, key),
    await standingOf(db, provenTables, maker),
  ]
  return standings.includes('unproven') ? 'unproven' : key
}

export async function findActiveApiKey(
  db: Db,
  provenTables: RowChecks,
  hash: Buffer,
  at: Date,
): Promise<ApiKey | undefined> {
  return trusted(db, provenTables, () =>
    wholeKeys(db, at).where('api_keys.hash', '=', hash).executeTakeFirst(),
  )
}

/** Until the end of the transaction, the key can neither be revoked nor suspended, and its maker not be disabled. */
export async function holdActiveApiKey(
  db: Db,
  provenTables: RowChecks,
  id: string,
  at: Date,
): Promise<ApiKey | undefined> {
  await db
    .selectFrom('api_keys')
    .innerJoin('administrators', 'administrators.id', 'api_keys.created_by')
    .select('api_keys.id')
    .where('api_keys.id', '=', id)
    .forShare()
    .execute()
  // In another statement: what lies in other tables is read as it was when the statement began.
  return trusted(db, provenTables, () => wholeKeys(db, at).where('api_keys.id', '=', id).executeTakeFirst())
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

function keysOfMakers(db: Db) {
  return db
    .selectFrom('api_keys')
    .innerJoin('administrators', 'administrators.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select((row) =>
      row
        .or([row('administrators.disabled_at', 'is not', null), row('api_keys.suspended_at', 'is not', null)])
        .as('suspended'),
    )
    .$castTo<ApiKeyOfMaker>()
}

export function findApiKey(db: Db, id: string): Promise<ApiKeyOfMaker | undefined> {
  return keysOfMakers(db).where('api_keys.id', '=', id).executeTakeFirst()
}

export async function listApiKeys(db: Db, limit: number, offset: number) {
  const rows = await keysOfMakers(db)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('api_keys')
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
