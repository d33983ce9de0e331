import { sql } from 'kysely'
import type { ExportedColumn, RowFormat } from './exported-list.ts'

/** With it, spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'

/** Nearly all texts begin with one of these: a digit, a letter or a quotation mark. A look at it is cheap. */
const [firstDigit, lastBeforeEquals, firstLetter, lastBeforeWide] = [0x30, 0x3c, 0x41, 0xfeff].map(sql.lit)
/** What a spreadsheet would take for a formula, and run; also as wide characters. */
const formula = sql.lit('^[[:space:]]*[=+@\uff1d\uff0b\uff0d\uff20-]|^[\t\r\n]')

export const csvRows: RowFormat = {
  copyFormat: 'csv',
  cell({ type, value }) {
    if (type === 'text')
      return sql`case when ascii(${value}) between ${firstLetter} and ${lastBeforeWide}
        or ascii(${value}) between ${firstDigit} and ${lastBeforeEquals} or not ${value} ~ ${formula}
        then ${value} else '''' || ${value} end`
    if (type === 'time') return sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    return value
  },
}

export function csvHead(columns: readonly ExportedColumn[]): string {
  return `${byteOrderMark}${columns.map(({ name }) => name).join(',')}\n`
}
