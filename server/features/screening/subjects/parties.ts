import { createHash } from 'node:crypto'
import { foldText } from '../../../../contract/values/text-folding.ts'
import type { OrganizationRow } from '../../organizations/organization-records.ts'
import type { Identifier, IdentifierKind } from '../model/entry.ts'
import { normalizeIdentifier } from '../model/identifiers.ts'
import type { PartyKey, ScreenedParty } from './screening.ts'

/**
 * The organization itself, and its director and contact as persons, unless one of these people stands for them. `people`
 * are their names.
 */
export function partiesOfOrganization(row: OrganizationRow, people: readonly string[]): ScreenedParty[] {
  const known = new Set(people.map(foldText))
  const named = ([role, person]: (typeof texts)[number]): ScreenedParty[] => {
    const name = person?.name?.trim()
    if (!name || known.has(foldText(name))) return []
    known.add(foldText(name))
    return [
      {
        kind: 'person',
        id: textPersonId(row.id, role),
        organizationId: row.id,
        name,
        compared: {
          schema: 'Person',
          names: [name],
          identifiers: identifiersOf({ inn: person && 'inn' in person ? person.inn : null }),
        },
      },
    ]
  }
  const texts = [
    ['director', row.director],
    ['contact', row.contact],
  ] as const
  return [organizationParty(row), ...texts.flatMap(named)]
}

function organizationParty(row: OrganizationRow): ScreenedParty {
  return {
    kind: 'organization',
    id: row.id,
    organizationId: row.id,
    name: row.short_name ?? row.full_name,
    compared: {
      // A sole trader is a person, whose name is often that of a firm.
      schema: row.type === 'individual' ? 'LegalEntity' : 'Company',
      names: [row.full_name, ...(row.short_name ? [row.short_name] : [])],
      ...(row.country && { countries: [row.country.toLowerCase()] }),
      identifiers: identifiersOf({
        inn: row.inn,
        ogrn: row.ogrn,
        registration: row.registration_number,
        lei: row.lei,
      }),
    },
  }
}

/** Somebody behind an organization. */
export interface PersonToScreen {
  id: string
  organization_id: string
  schema: 'Person' | 'Company'
  name: string
  name_latin: string | null
  birth_date: string | null
  citizenship: string | null
  inn: string | null
}

export function personParty(person: PersonToScreen, documentNumber: string | null): ScreenedParty {
  return {
    kind: 'person',
    id: person.id,
    organizationId: person.organization_id,
    name: person.name,
    compared: {
      schema: person.schema,
      names: [person.name, ...(person.name_latin ? [person.name_latin] : [])],
      ...(person.birth_date && { birthDate: person.birth_date }),
      ...(person.citizenship && { countries: [person.citizenship.toLowerCase()] }),
      identifiers: identifiersOf({ inn: person.inn, passport: documentNumber }),
    },
  }
}

/** The persons that the text of an organization can name. */
export function textPersonsOf(organizationId: string): PartyKey[] {
  return (['director', 'contact'] as const).map((role) => ({
    kind: 'person',
    id: textPersonId(organizationId, role),
  }))
}

/** An id of its own for a person who has no row: the same for the same organization and role (UUIDv8, RFC 9562). */
function textPersonId(organizationId: string, role: 'director' | 'contact'): string {
  const hash = createHash('sha256').update(`kontor screening ${organizationId} ${role}`).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** Who has paid. Null if neither a name nor a number is known, or if it is the organization itself. */
export function payerParty(payment: {
  id: string
  organizationId: string
  organizationInn: string | null
  name: string | null
  inn: string | null
}): ScreenedParty | null {
  const { id, organizationId, inn } = payment
  const name = payment.name?.trim() || null
  if ((name === null && inn === null) || (inn !== null && inn === payment.organizationInn)) return null
  return {
    kind: 'payer',
    id,
    organizationId,
    name: name ?? `ИНН ${inn}`,
    compared: {
      // Twelve digits are those of a person, who may be a sole trader.
      schema: inn?.length === 10 ? 'Company' : 'LegalEntity',
      names: name === null ? [] : [name],
      identifiers: identifiersOf({ inn }),
    },
  }
}

/** Where a request sends its coins. */
export function addressParty(request: {
  id: string
  organizationId: string
  address: string
}): ScreenedParty {
  const { id, organizationId, address } = request
  return {
    kind: 'address',
    id,
    organizationId,
    name: address,
    compared: { schema: 'Other', names: [], addresses: [address] },
  }
}

/** An entry of an address book, or a wallet. */
export function bookAddressParty(entry: {
  id: string
  organizationId: string
  address: string
  label: string | null
}): ScreenedParty {
  const name = entry.label === null ? entry.address : `${entry.label} · ${entry.address}`
  return { ...addressParty(entry), name }
}

export function identifiersOf(numbers: Partial<Record<IdentifierKind, string | null>>): Identifier[] {
  return Object.entries(numbers).flatMap(([kind, text]) => {
    const identifier = text ? normalizeIdentifier(kind as IdentifierKind, text) : undefined
    return identifier ? [identifier] : []
  })
}
