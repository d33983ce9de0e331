import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'

/** A statement with its parameters written into it, quoted: COPY takes none. The text itself must not contain `$1`. */
export function withLiterals(db: Db, statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(db)
  return sql.replace(/\$(\d+)/g, (_, number) => {
    const value = parameters[number - 1]
    if (typeof value === 'string') return pg.escapeLiteral(value)
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw new TypeError(`parameter ${number} is a ${typeof value}, which is not written into a statement`)
  })
}
