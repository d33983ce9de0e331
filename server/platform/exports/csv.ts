import { type RawBuilder, sql } from 'kysely'
import type { ExportedColumn, RowFormat } from './exported-list.ts'

/** With it, spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'

/**
 * The quote that begins a text which a spreadsheet would take for a formula, and run. Quotes within a text are doubled,
 * so that this one can only be the first of a cell.
 */
const formula = /(^|[,\n])"(?=[ \t]*[=+\-@\t\uff1d\uff0b\uff0d\uff20])/g

/** Rows as in RFC 4180. */
export const csvRows: RowFormat = {
  row: (columns) => sql`concat(${sql.join(columns.map(cellOf), sql`, ',', `)}, E'\\r\\n')`,
  finish: (text) => text.replace(formula, `$1"'`),
}

export function csvHead(columns: readonly ExportedColumn[]): string {
  return `${byteOrderMark}${columns.map(({ name }) => name).join(',')}\r\n`
}

function cellOf({ type, value }: ExportedColumn): RawBuilder<unknown> {
  if (type === 'text') return sql`'"' || replace(${value}, '"', '""') || '"'`
  if (type === 'time') return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  return value
}
