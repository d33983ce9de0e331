import { csvCell } from '../csv-cell.ts'
import type { SheetPool } from './sheet-pool.ts'
import { type SheetColumn, xlsxFile } from './xlsx.ts'

/** A column of a table for accountants, with the field of a row that it shows. */
export interface TableColumn<Row> extends SheetColumn {
  name: keyof Row
}

export interface Table<Row> {
  title: string
  columns: readonly TableColumn<Row>[]
}

/** Rows that the service has computed: amounts are decimal numbers, days are written as 2026-01-31. */
type Rows<Row> = AsyncIterable<readonly Row[]>
type Texts<Row> = Readonly<Record<keyof Row, string | null>>

export const tableContentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const
export type TableFormat = keyof typeof tableContentTypes

/** The table as a file, in pieces. */
export function tableFile<Row extends Texts<Row>>(
  table: Table<Row>,
  pages: Rows<Row>,
  format: TableFormat,
  sheets: Pick<SheetPool, 'run'>,
): AsyncGenerator<string | Uint8Array> {
  return format === 'csv' ? csvFile(table, pages) : xlsxFile(table, copied(table, pages), sheets)
}

/** As Excel in Russian writes it, which 1C reads: semicolons, decimal commas, days as 31.01.2026. */
async function* csvFile<Row extends Texts<Row>>({ columns }: Table<Row>, pages: Rows<Row>) {
  yield `\ufeff${columns.map(({ head }) => cell(head)).join(';')}\r\n`
  for await (const rows of pages)
    yield rows.map((row) => `${columns.map((column) => cell(csvValue(row, column))).join(';')}\r\n`).join('')
}

function csvValue<Row extends Texts<Row>>(row: Row, { name, cell }: TableColumn<Row>): string {
  const value = row[name] ?? ''
  if (cell.is === 'date') return value.split('-').reverse().join('.')
  return cell.is === 'amount' || cell.is === 'number' ? value.replace('.', ',') : value
}

const cell = (value: string) => csvCell(value, ';')

/** Rows as COPY writes them. */
async function* copied<Row extends Texts<Row>>(
  { columns }: Table<Row>,
  pages: Rows<Row>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const rows of pages)
    if (rows.length > 0)
      yield new TextEncoder().encode(
        rows.map((row) => `${columns.map((column) => copiedValue(row, column)).join('\t')}\n`).join(''),
      )
}

function copiedValue<Row extends Texts<Row>>(row: Row, { name, cell }: TableColumn<Row>): string {
  const value = row[name]
  if (value === null) return '\\N'
  if (cell.is === 'date') return String((Date.parse(value) - Date.parse('1899-12-30')) / 86_400_000)
  return value.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
