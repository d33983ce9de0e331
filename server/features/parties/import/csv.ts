import { splitRecord } from '../../../platform/csv-record.ts'
import type { Line } from './lines.ts'

export interface CsvRecord {
  line: number
  /** Undefined if a quotation mark is misplaced or not closed. */
  fields: string[] | undefined
}

// A quoted field may contain line breaks. One with more of them lacks its closing quotation mark.
const maxLines = 20

/**
 * Parses CSV records (RFC 4180). A damaged record does not affect others: if its quotation mark is not closed within a
 * few lines, it is reported and reading continues with the next line.
 */
export async function* readCsv(lines: AsyncIterable<Line[]>, separator: string): AsyncGenerator<CsvRecord[]> {
  let open: Line[] = []

  function* drain(last: boolean): Generator<CsvRecord> {
    while (open.length > 0) {
      const first = open[0] as Line
      let text = first.text
      let used = 1
      let fields = splitRecord(text, separator)
      while (fields === 'open' && used < Math.min(open.length, maxLines)) {
        text += `\n${(open[used] as Line).text}`
        used += 1
        fields = splitRecord(text, separator)
      }
      if (fields === 'open' && !last && open.length < maxLines) return
      const damaged = typeof fields === 'string'
      open = open.slice(damaged ? 1 : used)
      if (text !== '') yield { line: first.number, fields: damaged ? undefined : (fields as string[]) }
    }
  }

  for await (const batch of lines) {
    const records: CsvRecord[] = []
    for (const line of batch) {
      const fields = open.length === 0 && line.text !== '' ? splitRecord(line.text, separator) : 'open'
      if (typeof fields !== 'string') {
        records.push({ line: line.number, fields })
      } else if (open.length > 0 || line.text !== '') {
        open.push(line)
        records.push(...drain(false))
      }
    }
    yield records
  }
  yield [...drain(true)]
}
