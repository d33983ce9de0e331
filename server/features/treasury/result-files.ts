import type { ResultsFormat, ResultsResponse } from '../../../contract/books/treasury.ts'
import { csvCell } from '../../platform/csv-cell.ts'
import type { SheetPool } from '../../platform/exports/sheet-pool.ts'
import { type SheetColumn, xlsxFile } from '../../platform/exports/xlsx.ts'

const amounts = ['price', 'price_elsewhere', 'fee', 'cost', 'network_fee', 'result'] as const

/** The rows of the report as a file, in pieces: what each is called, and the amounts under the names that they have in the API. */
export async function* resultsFile(
  report: ResultsResponse,
  format: ResultsFormat,
  sheets: Pick<SheetPool, 'run'>,
): AsyncGenerator<string | Uint8Array> {
  const rows = report.items.map((item) => [item.key, item.name, ...amounts.map((name) => item[name])])
  const heads = [report.by, 'name', ...amounts]
  if (format === 'csv') {
    yield `\ufeff${heads.join(',')}\n`
    for (const row of rows) yield `${row.map((value) => csvCell(value ?? '')).join(',')}\n`
    return
  }
  const columns = heads.map(
    (head, at): SheetColumn => ({
      head,
      cell: { is: at < 2 ? 'text' : 'number' },
      width: at === 1 ? 40 : 18,
    }),
  )
  yield* xlsxFile({ title: `${report.from} ${report.to}`, columns }, copied(rows), sheets)
}

/** Rows as COPY writes them. */
async function* copied(rows: readonly (string | null)[][]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (rows.length === 0) return
  const lines = rows.map(
    (row) => `${row.map((value) => value?.replace(/[\\\t\n\r]/g, ' ') ?? '\\N').join('\t')}\n`,
  )
  yield new TextEncoder().encode(lines.join(''))
}
