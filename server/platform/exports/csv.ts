import { type RawBuilder, sql } from 'kysely'
import type { ExportedColumn } from './exported-list.ts'

/** With it, spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'
/** Text that begins like this is a formula for a spreadsheet, which would run it. */
const formulaSigns = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\t', '\r', '\n']

export function csvHead(columns: readonly ExportedColumn[]): string {
  return `${byteOrderMark}${columns.map(({ name }) => name).join(',')}\r\n`
}

/** A row as in RFC 4180. */
export function csvRow(columns: readonly ExportedColumn[]): RawBuilder<string> {
  return sql`concat(${sql.join(columns.map(cellOf), sql`, ',', `)}, E'\\r\\n')`
}

function cellOf({ type, value }: ExportedColumn): RawBuilder<unknown> {
  if (type === 'time') return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  if (type !== 'text') return value
  const isFormula = sql`left(ltrim(${value}, ' '), 1) in (${sql.join(formulaSigns.map((sign) => sql.lit(sign)))})`
  return sql`'"' || case when ${isFormula} then '''' else '' end || replace(${value}, '"', '""') || '"'`
}
