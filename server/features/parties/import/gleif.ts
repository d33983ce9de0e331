import { innFault, ogrnFault } from '../../../../contract/values/identifiers.ts'
import { checkParty, type RawParty } from './check-party.ts'
import { readCsv } from './csv.ts'
import type { Entry } from './entries.ts'
import type { Line } from './lines.ts'

const columns = {
  lei: 'LEI',
  name: 'Entity.LegalName',
  country: 'Entity.LegalAddress.Country',
  line: 'Entity.LegalAddress.FirstAddressLine',
  city: 'Entity.LegalAddress.City',
  postalCode: 'Entity.LegalAddress.PostalCode',
  entityStatus: 'Entity.EntityStatus',
  registrationStatus: 'Registration.RegistrationStatus',
  updated: 'Registration.LastUpdateDate',
  created: 'Entity.EntityCreationDate',
  expired: 'Entity.EntityExpirationDate',
} as const

// Russian registers write the OGRN here, some issuers the INN. Length and checksum decide which it is.
const idColumns = [
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Registration.ValidationAuthority.ValidationAuthorityEntityID',
  'Registration.OtherValidationAuthorities.OtherValidationAuthority.1.ValidationAuthorityEntityID',
  'Registration.OtherValidationAuthorities.OtherValidationAuthority.2.ValidationAuthorityEntityID',
]

const requiredColumns = [columns.lei, columns.name, columns.country, idColumns[0] as string]

// LEIs issued twice or in error say nothing about the company.
const invalidRegistrations = new Set(['DUPLICATE', 'ANNULLED', 'CANCELLED'])

export function isGleifHeader(fields: readonly string[]): boolean {
  return requiredColumns.every((column) => fields.includes(column))
}

/**
 * Reads the entities of the LEI register that have an INN and an OGRN. Entities of other countries are skipped, and so are
 * those with only one identifier, because a party always has both (docs/adr/0031).
 */
export async function* readGleif(
  lines: AsyncIterable<Line[]>,
  header: readonly string[],
): AsyncGenerator<Entry[]> {
  const place = Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, header.indexOf(column)]),
  ) as Record<keyof typeof columns, number>
  const idPlaces = idColumns.map((column) => header.indexOf(column)).filter((index) => index >= 0)

  for await (const records of readCsv(lines, ',')) {
    yield records.map(({ line, fields }): Entry => {
      if (!fields) return { line, fault: 'a quotation mark is misplaced or not closed' }
      if (fields.length !== header.length) {
        return { line, fault: `${fields.length} fields, but the header has ${header.length}` }
      }
      const value = (key: keyof typeof columns) => fields[place[key]] ?? ''
      if (value('country') !== 'RU' || invalidRegistrations.has(value('registrationStatus'))) {
        return { line, skipped: true }
      }
      const ids = idPlaces.map((index) => (fields[index] as string).trim())
      const inn = ids.find((id) => innFault(id) === null)
      const ogrn = ids.find((id) => ogrnFault(id) === null)
      if (inn === undefined || ogrn === undefined) return { line, skipped: true }
      const raw: RawParty = {
        inn,
        ogrn,
        full_name: value('name'),
        status: statuses[value('entityStatus')] ?? 'unknown',
        address: [value('postalCode'), value('city'), value('line')].filter((part) => part !== '').join(', '),
        registration_date: value('created').slice(0, 10),
        liquidation_date: value('entityStatus') === 'INACTIVE' ? value('expired').slice(0, 10) : '',
        actual_on: value('updated').slice(0, 10),
      }
      return { line, ...checkParty(raw, 'gleif') }
    })
  }
}

const statuses: Record<string, string> = { ACTIVE: 'active', INACTIVE: 'liquidated' }
