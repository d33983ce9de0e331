import { sql } from 'kysely'
import type { ListName } from '../../../contract/lists/all.ts'
import type { Db } from '../../platform/db/database.ts'
import { administratorNames } from '../administrators/administrator-names.ts'
import type { ViewRow } from './view-tables.ts'

/** A view with the name of its owner. */
export type View = ViewRow & { owner_name: string }

const views = sql`views as view join ${administratorNames} as owner on owner.id = view.owner_id`
const visibleTo = (personId: string) => sql`(view.owner_id = ${personId} or view.shared)`

/** What this person sees of these lists. */
export function viewsFor(db: Db, personId: string, lists: readonly ListName[]) {
  return db
    .selectFrom('views as view')
    .innerJoin(sql<{ id: string; name: string }>`${administratorNames}`.as('owner'), (join) =>
      join.onRef('owner.id', '=', 'view.owner_id'),
    )
    .selectAll('view')
    .select('owner.name as owner_name')
    .where(sql<boolean>`${visibleTo(personId)}`)
    .where('view.list', 'in', lists)
}

export async function findView(db: Db, id: string, personId: string): Promise<View | undefined> {
  const { rows } = await sql<View>`
    select view.*, owner.name as owner_name from ${views} where view.id = ${id} and ${visibleTo(personId)}
  `.execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockView(db: Db, id: string, personId: string): Promise<View | undefined> {
  const { rows } = await sql<View>`
    select view.*, owner.name as owner_name from ${views}
    where view.id = ${id} and ${visibleTo(personId)} for no key update of view
  `.execute(db)
  return rows[0]
}

/** Lets one transaction at a time count and add the views of a person. */
export async function lockViewsOf(db: Db, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views of ${personId}`}, 0))`.execute(db)
}

export async function countViewsOf(db: Db, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('views')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('owner_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findViewByName(
  db: Db,
  { owner_id, list, name }: Pick<ViewRow, 'owner_id' | 'list' | 'name'>,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('views')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('list', '=', list)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function insertView(db: Db, view: ViewRow): Promise<void> {
  await db.insertInto('views').values(view).execute()
}

export async function updateView(
  db: Db,
  { id, name, filters, sort, columns, shared, version, updated_at }: ViewRow,
): Promise<void> {
  const change = { name, filters, sort, columns, shared, version, updated_at }
  await db.updateTable('views').set(change).where('id', '=', id).execute()
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('views').where('id', '=', id).execute()
}
