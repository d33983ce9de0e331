import { sql } from 'kysely'
import { isId } from '../../../contract/api/common.ts'
import type { Db } from '../../platform/db/database.ts'

/** What other features show of an administrator beside their own rows: `id` and `name`. */
export const administratorNames = sql`(select id, name from administrators)`

/** The same of everybody who acts with an id: administrators and API keys. */
export const actorNames = sql`(select id, name from administrators union all select id, name from api_keys)`

/** The names of these actors by their ids. What is no id is a name already, as that of a command. */
export async function namesOfActors(db: Db, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(actors.filter(isId))]
  const { rows } = await sql<{ id: string; name: string }>`
    select actor.id, actor.name from ${actorNames} as actor where actor.id = any (${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
