import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import { migrationLock } from '../db/migrations.ts'
import { proofScope, systemScope } from './purposes.ts'
import type { TokenSlot } from './token.ts'
import type { VaultTables } from './vault-tables.ts'

export type DataKeyRow = Selectable<VaultTables['data_keys']>
export type SlotRow = Selectable<VaultTables['vault_slots']>
export type NewSlot = Insertable<VaultTables['vault_slots']>

/** Of the column `version` of data keys. */
const largestVersion = 2 ** 31 - 1

/** Held until the end of the transaction, so that only one of several starting nodes creates the first keys. */
export async function lockFirstStart(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db)
}

export function findRoot(db: Db) {
  return db.selectFrom('vault_root').selectAll().executeTakeFirst()
}

export function findSlot(db: Db, id: string) {
  return db.selectFrom('vault_slots').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A slot together with the root key that it holds, as of one moment. */
export function findSlotWithRoot(db: Db, id: string) {
  return db
    .selectFrom('vault_slots')
    .innerJoin('vault_root', 'vault_root.id', 'vault_slots.root_id')
    .select(['vault_slots.id', 'vault_slots.wrapped_root_key', 'vault_slots.root_id', 'vault_root.canary'])
    .where('vault_slots.id', '=', id)
    .executeTakeFirst()
}

/** Slots that tokens open. */
export async function listTokenSlots(db: Db): Promise<TokenSlot[]> {
  const rows = await db
    .selectFrom('vault_slots')
    .select(['id', 'token', 'token_key', 'oaep_hash', 'wrapped_slot_key'])
    .where('kind', '=', 'pkcs11')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  // The columns are never null for this kind: a constraint says so.
  return rows as TokenSlot[]
}

export function listWholeSlots(db: Db): Promise<SlotRow[]> {
  return db.selectFrom('vault_slots').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** Whether anything was ever sealed: then the root key must not be replaced. */
export async function hasKeyRows(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from vault_slots) or exists (select 1 from data_keys) as found
  `.execute(db)
  return rows[0]?.found ?? false
}

export function listSlots(db: Db) {
  return db
    .selectFrom('vault_slots')
    .select(['id', 'kind', 'shares', 'threshold', 'token', 'token_key', 'drilled_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Taken before a slot is removed, so that two removals cannot each rely on the slot that the other one removes, and
 * before the root key is replaced.
 */
export function lockRoot(db: Db) {
  return db.selectFrom('vault_root').select('id').forUpdate().executeTakeFirst()
}

/**
 * The id of the root key, which stays the same until the transaction ends. Taken before something is sealed with it: a
 * rotation waits for this transaction, or this waits for the rotation.
 */
export async function holdRoot(db: Db): Promise<string | undefined> {
  const root = await db.selectFrom('vault_root').select('id').forKeyShare().executeTakeFirst()
  return root?.id
}

/** From here to the commit, rows may name a root key that is not there yet. */
export async function deferRootReferences(db: Db): Promise<void> {
  await sql`set constraints data_keys_root, vault_slots_root deferred`.execute(db)
}

export async function replaceRoot(db: Db, root: { id: string; canary: Buffer }, at: Date): Promise<void> {
  await db
    .updateTable('vault_root')
    .set({ ...root, rotated_at: at })
    .execute()
}

export async function updateSlot(
  db: Db,
  id: string,
  change: Updateable<VaultTables['vault_slots']>,
): Promise<void> {
  await db.updateTable('vault_slots').set(change).where('id', '=', id).execute()
}

export async function deleteSlot(db: Db, id: string): Promise<void> {
  await db.deleteFrom('vault_slots').where('id', '=', id).execute()
}

export async function setDrilled(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('vault_slots').set({ drilled_at: at }).where('id', '=', id).execute()
}

export async function insertRoot(db: Db, root: Insertable<VaultTables['vault_root']>): Promise<void> {
  await db.insertInto('vault_root').values(root).execute()
}

export async function insertSlot(db: Db, slot: NewSlot): Promise<void> {
  await db.insertInto('vault_slots').values(slot).execute()
}

export function findActiveDataKey(db: Db, scope: string) {
  return db
    .selectFrom('data_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('state', '=', 'active')
    .executeTakeFirst()
}

/** The versions of a key, newest first. */
export function listKeyVersions(db: Db, scope: string) {
  return db
    .selectFrom('data_keys')
    .select(['version', 'created_at'])
    .where('scope', '=', scope)
    .orderBy('version', 'desc')
    .execute()
}

/** The version may come from bytes that somebody has made up: one that no key can have is not looked for. */
export async function findDataKey(db: Db, scope: string, version: number): Promise<DataKeyRow | undefined> {
  if (version < 1 || version > largestVersion) return undefined
  return db
    .selectFrom('data_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('version', '=', version)
    .executeTakeFirst()
}

export function listSystemKeys(db: Db): Promise<DataKeyRow[]> {
  return db.selectFrom('data_keys').selectAll().where('scope', '=', 'system').execute()
}

/**
 * The scopes whose active key was created before this time: of an organization, or all, also those of no organization.
 * Single keys are left out: nothing is sealed with them any more.
 */
export async function listScopes(db: Db, before: Date, organizationId?: string): Promise<string[]> {
  let query = db
    .selectFrom('data_keys')
    .select('scope')
    .where('state', '=', 'active')
    .where('created_at', '<', before)
    .where(({ not }) => not(isSingle))
    .orderBy('scope')
  if (organizationId !== undefined) {
    query = query.where(sql<boolean>`starts_with(scope, ${`${organizationId}/`})`)
  }
  return (await query.execute()).map(({ scope }) => scope)
}

/**
 * The key that an organization had for everything up to 1.1.0. Scopes of purposes contain a slash. An index finds these keys
 * by the first condition.
 */
const isSingle = sql<boolean>`(position('/' in scope) = 0 and scope not in (${sql.lit(systemScope)}, ${sql.lit(proofScope)}))`

export async function countSingleKeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('data_keys')
    .select(({ fn }) => fn.count('scope').distinct().as('count'))
    .where(isSingle)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function retireSingleKeys(
  db: Db,
  { except, at }: { except: readonly string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('data_keys')
    .set({ state: 'retired', retired_at: at })
    .where(isSingle)
    .where('state', '=', 'active')
    .where(sql<boolean>`scope <> all (${except}::text[])`)
    .execute()
}

/** Organizations whose single key was retired before this time in all of its versions. */
export async function listRestedSingleKeys(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select('scope')
    .where(isSingle)
    .groupBy('scope')
    .having(sql<boolean>`bool_and(state = 'retired' and retired_at <= ${before})`)
    .execute()
  return rows.map(({ scope }) => scope)
}

export function deleteSingleKeys(db: Db, scopes: readonly string[]) {
  return db
    .deleteFrom('data_keys')
    .where(isSingle)
    .where('state', '=', 'retired')
    .where(sql<boolean>`scope = any (${scopes}::text[])`)
    .returning(['id', 'scope', 'version'])
    .execute()
}

export async function countDataKeys(db: Db): Promise<{ active: number; retired: number }> {
  const { rows } = await sql<{ active: number; retired: number }>`
    select count(*) filter (where state = 'active')::int as active,
           count(*) filter (where state = 'retired')::int as retired
    from data_keys
  `.execute(db)
  return rows[0] ?? { active: 0, retired: 0 }
}

/** The next data keys in the order of their ids, of all scopes and versions. */
export function lockDataKeys(db: Db, after: string, limit: number) {
  return db
    .selectFrom('data_keys')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function updateWrappedKeys(
  db: Db,
  rootId: string,
  keys: readonly { id: string; wrapped_key: Buffer }[],
): Promise<void> {
  const ids = keys.map(({ id }) => id)
  const wrapped = keys.map(({ wrapped_key }) => wrapped_key)
  await sql`
    update data_keys k set wrapped_key = fresh.wrapped_key, root_id = ${rootId}
    from unnest(${ids}::text[], ${wrapped}::bytea[]) as fresh (id, wrapped_key) where k.id = fresh.id
  `.execute(db)
}

export function lockActiveDataKey(db: Db, scope: string) {
  return db
    .selectFrom('data_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

export async function retireDataKey(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('data_keys').set({ state: 'retired', retired_at: at }).where('id', '=', id).execute()
}

export async function insertDataKey(db: Db, dataKey: Insertable<VaultTables['data_keys']>): Promise<void> {
  await db.insertInto('data_keys').values(dataKey).execute()
}

/**
 * Inserts the key if the vault has the root key that wraps it, which is held as in `holdRoot`. Of concurrent calls, one
 * inserts; the others wait for its commit and then do nothing.
 */
export async function insertDataKeyUnderRoot(
  db: Db,
  { id, scope, version, wrapped_key, root_id }: Omit<Insertable<VaultTables['data_keys']>, 'state'>,
): Promise<DataKeyRow | undefined> {
  const { rows } = await sql<DataKeyRow>`
    with held as materialized (select id from vault_root for key share)
    insert into data_keys (id, scope, version, wrapped_key, root_id, state)
    select ${id}::text, ${scope}::text, ${version}::int, ${wrapped_key}::bytea, held.id, 'active'
    from held where held.id = ${root_id}
    on conflict do nothing returning *
  `.execute(db)
  return rows[0]
}
