import { checkParty, type RawParty } from './check-party.ts'
import { readCsv } from './csv.ts'
import type { Entry } from './entries.ts'
import type { Line } from './lines.ts'

/** The columns of a plain CSV file and the keys of NDJSON. The first three are required. */
export const plainColumns = [
  'inn',
  'ogrn',
  'full_name',
  'short_name',
  'kpp',
  'status',
  'registration_date',
  'liquidation_date',
  'director_name',
  'address',
  'region_code',
  'okved_main',
  'sme_category',
  'actual_on',
] as const satisfies readonly (keyof RawParty)[]

const requiredColumns = plainColumns.slice(0, 3)

export function isPlainHeader(fields: readonly string[]): boolean {
  return requiredColumns.every((column) => fields.includes(column))
}

export async function* readPlainCsv(
  lines: AsyncIterable<Line[]>,
  header: readonly string[],
  separator: string,
): AsyncGenerator<Entry[]> {
  const places = plainColumns.flatMap((column) => {
    const place = header.indexOf(column)
    return place < 0 ? [] : [{ column, place }]
  })
  for await (const records of readCsv(lines, separator)) {
    yield records.map(({ line, fields }): Entry => {
      if (!fields) return { line, fault: 'a quotation mark is misplaced or not closed' }
      if (fields.length !== header.length) {
        return { line, fault: `${fields.length} fields, but the header has ${header.length}` }
      }
      const raw: RawParty = {}
      for (const { column, place } of places) raw[column] = fields[place] as string
      return { line, ...checkParty(raw, 'file') }
    })
  }
}

export async function* readNdjson(lines: AsyncIterable<Line[]>): AsyncGenerator<Entry[]> {
  for await (const batch of lines) {
    yield batch
      .filter(({ text }) => text.trim() !== '')
      .map(({ number, text }) => ({ line: number, ...readObject(text) }))
  }
}

function readObject(text: string) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'not valid JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'not a JSON object' }
  const raw: RawParty = {}
  for (const column of plainColumns) {
    const field = (value as Record<string, unknown>)[column]
    if (field === undefined || field === null) continue
    if (typeof field !== 'string') return { fault: `${column} is not a string` }
    raw[column] = field
  }
  return checkParty(raw, 'file')
}
