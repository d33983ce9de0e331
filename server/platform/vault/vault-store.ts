import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { migrationLock } from '../db/migrations.ts'
import type { VaultTables } from './vault-tables.ts'

export type DataKeyRow = Selectable<VaultTables['data_keys']>

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
    .select(['id', 'kind', 'shares', 'threshold', 'drilled_at', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Taken before a slot is removed, so that two removals cannot each rely on the slot that the other one removes. */
export async function lockRoot(db: Db): Promise<void> {
  await db.selectFrom('vault_root').select('id').forUpdate().execute()
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

export async function insertSlot(db: Db, slot: Insertable<VaultTables['vault_slots']>): Promise<void> {
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

export function findDataKey(db: Db, scope: string, version: number) {
  return db
    .selectFrom('data_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** All scopes, including `system`, whose active key was created before this time. */
export async function listScopes(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('data_keys')
    .select('scope')
    .where('state', '=', 'active')
    .where('created_at', '<', before)
    .orderBy('scope')
    .execute()
  return rows.map(({ scope }) => scope)
}

export async function countDataKeys(db: Db): Promise<{ active: number; retired: number }> {
  const { rows } = await sql<{ active: number; retired: number }>`
    select count(*) filter (where state = 'active')::int as active,
           count(*) filter (where state = 'retired')::int as retired
    from data_keys
  `.execute(db)
  return rows[0] ?? { active: 0, retired: 0 }
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

/** Of concurrent calls, one inserts; the others wait for its commit and then do nothing. */
export async function insertDataKeyIfAbsent(
  db: Db,
  dataKey: Insertable<VaultTables['data_keys']>,
): Promise<void> {
  await db
    .insertInto('data_keys')
    .values(dataKey)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
