import { readLines } from '../../parties/import/lines.ts'
import { networkOfCurrency, normalizeAddress } from '../model/addresses.ts'
import { parseBirthDate } from '../model/birth-dates.ts'
import { countryCodes } from '../model/countries.ts'
import {
  completeEntry,
  type IdentifierKind,
  type ListEntry,
  type ListRow,
  type Schema,
} from '../model/entry.ts'
import { guessIdentifier, normalizeIdentifier } from '../model/identifiers.ts'
import { schemaOf } from './schema-names.ts'

type Properties = Record<string, string[]>

const identifierProperties: Record<string, IdentifierKind> = {
  innCode: 'inn',
  ogrnCode: 'ogrn',
  leiCode: 'lei',
  passportNumber: 'passport',
  taxNumber: 'tax',
  vatCode: 'tax',
  registrationNumber: 'registration',
  uniqueEntityId: 'registration',
  dunsCode: 'registration',
  uscCode: 'registration',
  okpoCode: 'registration',
  idNumber: 'national',
  socialSecurityNumber: 'national',
  imoNumber: 'imo',
  mmsi: 'other',
  bikCode: 'other',
  swiftBic: 'other',
}

/** Objects that are not somebody, but belong to somebody and can be met on their own. */
const belongings: Record<string, IdentifierKind> = { Passport: 'passport', Identification: 'other' }

/** Reads entities in the format FollowTheMoney, one JSON object per line, as OpenSanctions publishes them. */
export async function* readFollowTheMoney(stream: AsyncIterable<Buffer>): AsyncGenerator<ListRow[]> {
  for await (const lines of readLines(stream)) {
    const rows: ListRow[] = []
    for (const { number, text } of lines) {
      if (text.trim() === '') continue
      const row = readEntity(text)
      if (typeof row === 'string') rows.push({ line: number, fault: row })
      else if (row !== undefined) rows.push({ line: number, entry: row })
    }
    yield rows
  }
}

/** The entity; undefined if it is nobody on a list (an address, a relation); or what is wrong with it. */
function readEntity(text: string): ListEntry | undefined | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'the line is not JSON'
  }
  if (typeof value !== 'object' || value === null) return 'the line is not an object'
  const { id, schema, target, caption, properties } = value as Record<string, unknown>
  if (typeof id !== 'string' || id === '') return 'the object has no id'
  if (typeof schema !== 'string') return 'the object has no schema'
  if (typeof properties !== 'object' || properties === null) return 'the object has no properties'
  const all = textsOf(properties as Record<string, unknown>)
  if (schema === 'CryptoWallet') return walletOf(id, all)
  const belonging = belongings[schema]
  if (belonging !== undefined) return belongingOf(id, all, belonging)
  const known = schemaOf(schema)
  if (known === undefined || target === false) return undefined
  return partyOf(id, known, typeof caption === 'string' ? caption : '', all) ?? 'the entity has no name'
}

function textsOf(properties: Record<string, unknown>): Properties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [
      name,
      (Array.isArray(values) ? values : [values]).filter((value) => typeof value === 'string'),
    ]),
  )
}

function partyOf(id: string, schema: Schema, caption: string, all: Properties): ListEntry | undefined {
  const of = (...names: string[]) => names.flatMap((name) => all[name] ?? [])
  const strong = [...of('name', 'alias', 'previousName', 'abbreviation')]
  // The caption is one of the names: the one that the list shows, so it comes first.
  const names = strong.includes(caption) ? [caption, ...strong] : strong
  return completeEntry({
    id,
    schema,
    names: [
      ...names.map((name) => ({ name, weak: false })),
      ...of('weakAlias').map((name) => ({ name, weak: true })),
    ],
    birthDates: of('birthDate').flatMap((text) => parseBirthDate(text) ?? []),
    countries: countryCodes(
      of('nationality', 'citizenship', 'country', 'jurisdiction', 'mainCountry', 'flag'),
    ),
    identifiers: Object.entries(identifierProperties).flatMap(([name, kind]) =>
      of(name).flatMap(
        (text) =>
          (kind === 'tax' || kind === 'registration' || kind === 'national'
            ? guessIdentifier(text, kind)
            : normalizeIdentifier(kind, text)) ?? [],
      ),
    ),
    addresses: of('publicKey', 'cryptoWallets').map((text) => listedAddress(text, '')),
    programs: of('programId', 'program', 'topics'),
  })
}

function walletOf(id: string, all: Properties): ListEntry | undefined {
  return completeEntry({
    id,
    schema: 'Other',
    names: [],
    birthDates: [],
    countries: [],
    identifiers: [],
    addresses: (all.publicKey ?? []).map((text) => listedAddress(text, all.currency?.[0] ?? '')),
    programs: all.topics ?? [],
  })
}

function belongingOf(id: string, all: Properties, kind: IdentifierKind): ListEntry | undefined {
  return completeEntry({
    id,
    schema: 'Other',
    names: [],
    birthDates: [],
    countries: [],
    identifiers: (all.number ?? []).flatMap((text) => normalizeIdentifier(kind, text) ?? []),
    addresses: [],
    programs: [],
  })
}

function listedAddress(text: string, currency: string): ListEntry['addresses'][number] {
  const address = normalizeAddress(text)
  return { network: networkOfCurrency(currency, address), address }
}
