import { type RawBuilder, sql } from 'kysely'
import { versionBytes } from './thread-proofs.ts'

/** Rows whose proof begins with another version of the key. */
export function madeWithOther(version: number, column = 'proof'): RawBuilder<boolean> {
  const begin = sql`substring(${sql.ref(column)} from 1 for ${sql.lit(versionBytes)})`
  return sql`${begin} <> int4send(${sql.lit(version)})`
}
