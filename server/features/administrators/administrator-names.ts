import { sql } from 'kysely'

/** What other features show of an administrator beside their own rows: `id` and `name`. */
export const administratorNames = sql`(select id, name from administrators)`

/** The same of everybody who acts with an id: administrators and API keys. */
export const actorNames = sql`(select id, name from administrators union all select id, name from api_keys)`
