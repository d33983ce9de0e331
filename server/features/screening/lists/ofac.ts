import { readCsv } from '../../parties/import/csv.ts'
import { readLines } from '../../parties/import/lines.ts'
import { countryCode } from '../model/countries.ts'
import { completeEntry, type ListName, type ListRow, type Schema } from '../model/entry.ts'
import { parseRemarks } from './ofac-remarks.ts'

/** The files of the SDN list. Only the first is required; without the others, entries lack what they say. */
export interface OfacFiles {
  sdn: AsyncIterable<Buffer>
  alt?: AsyncIterable<Buffer> | undefined
  add?: AsyncIterable<Buffer> | undefined
  comments?: AsyncIterable<Buffer> | undefined
}

const absent = '-0-'
const schemaByType: Record<string, Schema> = { individual: 'Person', vessel: 'Vessel', aircraft: 'Airplane' }

/** What the smaller files say about an entry. */
interface Further {
  line: number
  aliases: ListName[]
  countries: string[]
  comments: string
}

/**
 * Reads the SDN list of OFAC in its CSV form. The smaller files are read first. What they say about an entry that is not
 * in `sdn.csv`, or is damaged there, is an entry too: its aliases and addresses must still be found.
 */
export async function* readOfac(files: OfacFiles): AsyncGenerator<ListRow[]> {
  const further = new Map<string, Further>()
  const of = (id: string, line: number): Further => {
    const known = further.get(id) ?? { line, aliases: [], countries: [], comments: '' }
    further.set(id, known)
    return known
  }
  yield* eachRow(files.alt, 'alt.csv', 4, ([id = '', , , name = ''], line) => {
    if (name !== absent) of(id, line).aliases.push({ name, weak: false })
  })
  yield* eachRow(files.add, 'add.csv', 5, ([id = '', , , , country = ''], line) => {
    const code = countryCode(country)
    if (code !== undefined) of(id, line).countries.push(code)
  })
  yield* eachRow(files.comments, 'sdn_comments.csv', 2, ([id = '', text = ''], line) => {
    of(id, line).comments += text
  })

  const seen = new Set<string>()
  for await (const records of readCsv(readLines(files.sdn), ',')) {
    const rows: ListRow[] = []
    for (const { line, fields } of records) {
      const row = fields?.map((field) => field.trim())
      const fault = faultOf(row, 12) ?? (seen.has(row?.[0] as string) ? 'the id is there twice' : undefined)
      if (row === undefined || fault !== undefined) {
        if (!isEnd(row)) rows.push({ line, fault: fault ?? 'a quotation mark is misplaced' })
        continue
      }
      const [id = '', name = '', type = '', programs = ''] = row
      seen.add(id)
      rows.push(
        entryOf(
          id,
          line,
          { name, type, programs, remarks: row[11] ?? '', flag: row[9] ?? '' },
          further.get(id),
        ),
      )
      further.delete(id)
    }
    yield rows
  }
  yield [...further]
    .map(([id, more]) => entryOf(id, more.line, undefined, more))
    .filter((row) => 'entry' in row)
}

async function* eachRow(
  file: AsyncIterable<Buffer> | undefined,
  name: string,
  columns: number,
  take: (fields: string[], line: number) => void,
): AsyncGenerator<ListRow[]> {
  if (file === undefined) return
  for await (const records of readCsv(readLines(file), ',')) {
    const faults: ListRow[] = []
    for (const { line, fields } of records) {
      const row = fields?.map((field) => field.trim())
      const fault = faultOf(row, columns)
      if (row !== undefined && fault === undefined) take(row, line)
      else if (!isEnd(row)) faults.push({ line, file: name, fault: fault ?? 'a quotation mark is misplaced' })
    }
    yield faults
  }
}

/** The files end with the control character of an old operating system. */
function isEnd(fields: string[] | undefined): boolean {
  return fields?.length === 1 && (fields[0] as string).replace('\u001a', '').trim() === ''
}

function faultOf(fields: string[] | undefined, columns: number): string | undefined {
  if (fields === undefined) return 'a quotation mark is misplaced or not closed'
  if (!/^\d+$/.test(fields[0] as string)) return 'the first column is not a number'
  if (fields.length < columns) return `the row has ${fields.length} columns instead of ${columns}`
  return undefined
}

interface Main {
  name: string
  type: string
  programs: string
  remarks: string
  flag: string
}

function entryOf(id: string, line: number, main: Main | undefined, more: Further | undefined): ListRow {
  const written = main === undefined || main.remarks === absent ? '' : main.remarks
  // Comments continue the remarks exactly where these were cut, also within a word.
  const remarks = parseRemarks(written + (more?.comments ?? ''))
  const flag = countryCode(main?.flag ?? '')
  const entry = completeEntry({
    id,
    schema: main === undefined ? 'LegalEntity' : (schemaByType[main.type] ?? 'Organization'),
    names: [
      ...(main === undefined ? [] : [{ name: main.name, weak: false }]),
      ...(more?.aliases ?? []),
      ...remarks.names,
    ],
    birthDates: remarks.birthDates,
    countries: [...remarks.countries, ...(more?.countries ?? []), ...(flag === undefined ? [] : [flag])],
    identifiers: remarks.identifiers,
    addresses: remarks.addresses,
    programs: (main?.programs ?? '')
      .split(/\]\s*\[/)
      .filter((program) => program !== '' && program !== absent),
  })
  return entry ? { line, entry } : { line, fault: 'the entry has no name' }
}
