import { sql } from 'kysely'

/** What other features show of an administrator beside their own rows: `id` and `name`. */
export const administratorNames = sql`(select id, name from administrators)`
