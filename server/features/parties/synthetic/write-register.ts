import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { plainColumns } from '../import/plain-file.ts'
import type { Party } from '../model/party.ts'

export type PlainFormat = 'csv' | 'ndjson'

// An import ignores this column. It tells people who open the file that the data is not real.
const mark = 'synthetic'

/** Writes parties to a plain file that can be imported. Each row is marked as synthetic. */
export async function writeRegister(
  parties: Iterable<Party>,
  path: string,
  format: PlainFormat,
): Promise<void> {
  await pipeline(Readable.from(chunks(parties, format)), createWriteStream(path))
}

function* chunks(parties: Iterable<Party>, format: PlainFormat): Generator<string> {
  let chunk = format === 'csv' ? `${[...plainColumns, 'remark'].join(',')}\n` : ''
  for (const party of parties) {
    chunk += format === 'csv' ? csvLine(party) : `${JSON.stringify({ ...pick(party), remark: mark })}\n`
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

function pick(party: Party): Record<string, string | null> {
  return Object.fromEntries(plainColumns.map((column) => [column, party[column]]))
}

function csvLine(party: Party): string {
  const fields = plainColumns.map((column) => quoted(party[column] ?? ''))
  return `${fields.join(',')},${mark}\n`
}

function quoted(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
