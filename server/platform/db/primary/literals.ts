import pg from 'pg'

/** A statement with its parameters written into it, quoted. The text itself must not contain `$1`. */
export function withLiterals({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  return sql.replace(/\$(\d+)/g, (_, number) => literal(parameters[number - 1], number))
}

/** `number` says which one it is, should it be none that can be written so. */
export function literal(value: unknown, number: string | number): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return `array[${value.map((one) => pg.escapeLiteral(one)).join(', ')}]::text[]`
  throw new TypeError(`parameter ${number} is a ${typeof value}, which is not written into a statement`)
}
