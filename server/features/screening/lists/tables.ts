import { createHash } from 'node:crypto'
import { splitRecord } from '../../../platform/csv-record.ts'
import { type CsvRecord, readCsv } from '../../parties/import/csv.ts'
import type { Line } from '../../parties/import/lines.ts'
import { networkOfAddress, normalizeAddress } from '../model/addresses.ts'
import { parseBirthDate } from '../model/birth-dates.ts'
import { countryCodes } from '../model/countries.ts'
import { completeEntry, type IdentifierKind, type ListEntry, type ListRow } from '../model/entry.ts'
import { guessIdentifier, normalizeIdentifier } from '../model/identifiers.ts'
import { schemaOf } from './schema-names.ts'

/** The columns of a table of entries, by the names that the header may give them. Several values are separated by `;`. */
const columnNames: Record<string, string> = {
  id: 'id|номер|№',
  schema: 'schema|type|тип',
  name: 'name|наименование|фио|имя',
  aliases: 'aliases|псевдонимы|другие наименования|прежние имена',
  weak_aliases: 'weak_aliases',
  birth_date: 'birth_date|date_of_birth|дата рождения',
  countries: 'countries|country|citizenship|гражданство|страна',
  inn: 'inn|инн',
  ogrn: 'ogrn|огрн',
  lei: 'lei',
  passport: 'passport|паспорт',
  tax_number: 'tax_number',
  registration_number: 'registration_number|регистрационный номер',
  identifiers: 'identifiers',
  crypto_addresses: 'crypto_addresses',
  programs: 'programs|program_ids|sanctions|основание',
}

const columnByHeader = new Map(
  Object.entries(columnNames).flatMap(([column, names]) =>
    names.split('|').map((name) => [name, column] as const),
  ),
)

const identifierColumns: Record<string, IdentifierKind> = {
  inn: 'inn',
  ogrn: 'ogrn',
  lei: 'lei',
  passport: 'passport',
  tax_number: 'tax',
  registration_number: 'registration',
}

/** The columns of a header, or undefined if it is none: it must name `name`. */
export function columnsOf(header: readonly string[]): (string | undefined)[] | undefined {
  const columns = header.map((name) =>
    columnByHeader.get(
      name
        .replace(/^\ufeff/, '')
        .trim()
        .toLowerCase(),
    ),
  )
  return columns.includes('name') ? columns : undefined
}

/**
 * Reads a table with named columns: `targets.simple.csv` of OpenSanctions, national lists and one's own. Columns with
 * other names are ignored.
 */
export async function* readTable(
  lines: AsyncIterable<Line[]>,
  columns: readonly (string | undefined)[],
  separator: string,
): AsyncGenerator<ListRow[]> {
  const ids = new Set<string>()
  for await (const records of readCsv(lines, separator))
    yield records.map((record) => readRecord(record, columns, ids))
}

function readRecord(
  { line, fields }: CsvRecord,
  columns: readonly (string | undefined)[],
  ids: Set<string>,
): ListRow {
  if (fields === undefined) return { line, fault: 'a quotation mark is misplaced or not closed' }
  if (fields.length !== columns.length) {
    return { line, fault: `the row has ${fields.length} columns instead of ${columns.length}` }
  }
  const values = new Map<string, string[]>()
  for (const [index, column] of columns.entries()) {
    if (column !== undefined)
      values.set(column, [...(values.get(column) ?? []), ...several(fields[index] as string, column)])
  }
  const entry = entryOf(values)
  if (typeof entry === 'string') return { line, fault: entry }
  if (ids.has(entry.id)) return { line, fault: `the id ${entry.id} is there twice` }
  ids.add(entry.id)
  return { line, entry }
}

/** A name may contain a semicolon, what is a list of values may not, unless it is quoted. */
function several(text: string, column: string): string[] {
  if (column === 'id' || column === 'name' || column === 'schema')
    return text.trim() === '' ? [] : [text.trim()]
  const parts = splitRecord(text, ';')
  return (typeof parts === 'string' ? text.split(';') : parts)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function entryOf(values: Map<string, string[]>): ListEntry | string {
  const of = (column: string) => values.get(column) ?? []
  const given = of('schema')[0]
  const isWallet = given?.toLowerCase() === 'cryptowallet'
  const schema = given === undefined ? 'LegalEntity' : isWallet ? 'Other' : schemaOf(given)
  if (schema === undefined) return `the schema ${given?.slice(0, 40)} is not known`
  const addresses = [...of('crypto_addresses'), ...(isWallet ? of('name') : [])].map((text) => {
    const address = normalizeAddress(text)
    return { network: networkOfAddress(address), address }
  })
  const entry = completeEntry({
    id: of('id')[0] ?? idOf(values),
    schema,
    names: [
      ...(isWallet ? [] : [...of('name'), ...of('aliases')]).map((name) => ({ name, weak: false })),
      ...of('weak_aliases').map((name) => ({ name, weak: true })),
    ],
    birthDates: of('birth_date').flatMap((text) => parseBirthDate(text) ?? []),
    countries: countryCodes(of('countries')),
    identifiers: [
      ...Object.entries(identifierColumns).flatMap(([column, kind]) =>
        of(column).flatMap(
          (text) =>
            (kind === 'tax' || kind === 'registration'
              ? guessIdentifier(text, kind)
              : normalizeIdentifier(kind, text)) ?? [],
        ),
      ),
      ...of('identifiers').flatMap((text) => guessIdentifier(text) ?? []),
    ],
    addresses,
    programs: of('programs'),
  })
  return entry ?? 'the row has no name, identifier or address'
}

/** Without ids, a row is known by who it names: other rows may move without being new. */
function idOf(values: Map<string, string[]>): string {
  const known = ['name', 'birth_date', 'inn', 'ogrn', 'passport'].map((column) =>
    (values.get(column) ?? []).join(';'),
  )
  return createHash('sha256').update(known.join('\n')).digest('base64url').slice(0, 22)
}
