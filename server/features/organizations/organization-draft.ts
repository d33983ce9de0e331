import { type Fault, missing } from '../../../contract/api/faults.ts'
import { madeVisible } from '../../../contract/api/visible-text.ts'
import type { CreateOrganizationRequest } from '../../../contract/organizations/organizations.ts'
import type { PartySearchItem } from '../../../contract/organizations/parties.ts'
import { kppFault, ogrnFault, ogrnOfInnFault, typeOfInn } from '../../../contract/values/identifiers.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The data of the party register about a company. */
export type RegisteredParty = Pick<
  PartySearchItem,
  | 'ogrn'
  | 'kpp'
  | 'full_name'
  | 'short_name'
  | 'status'
  | 'registration_date'
  | 'liquidation_date'
  | 'director_name'
  | 'address'
  | 'okved_main'
>

/** The fields of a new organization; others have a default. */
export type OrganizationDraft = Pick<
  OrganizationRow,
  keyof CreateOrganizationRequest | 'type' | 'liquidation_date' | 'source'
>

/**
 * The values of the caller, completed from the register. An explicit null counts as a value. `parties` are those of the
 * INN, best first; one with the given KPP is preferred.
 */
export function draftOrganization(
  body: CreateOrganizationRequest,
  parties: readonly RegisteredParty[],
): OrganizationDraft | { faults: Fault[] } {
  if (isForeign(body)) return foreignDraft(body)
  const inn = body.inn as string
  const party = parties.find(({ kpp }) => body.kpp != null && kpp === body.kpp) ?? parties[0]
  const known = party && usable(inn, party)
  const ogrn = body.ogrn ?? known?.ogrn
  const fullName = body.full_name ?? known?.full_name
  if (ogrn === undefined || fullName === undefined) {
    return {
      faults: [
        ...(ogrn === undefined ? [missing(['body', 'ogrn'])] : []),
        ...(fullName === undefined ? [missing(['body', 'full_name'])] : []),
      ],
    }
  }
  const sent = <K extends keyof typeof body & keyof OrganizationDraft>(
    key: K,
    otherwise: OrganizationDraft[K],
  ) => (body[key] === undefined ? otherwise : (body[key] as OrganizationDraft[K]))
  return {
    ...noRequisites,
    type: typeOfInn(inn),
    inn,
    ogrn,
    kpp: sent('kpp', known?.kpp ?? null),
    full_name: fullName,
    short_name: sent('short_name', known?.short_name ?? null),
    registry_status: body.registry_status ?? known?.status ?? 'unknown',
    registration_date: sent('registration_date', known?.registration_date ?? null),
    liquidation_date: known?.liquidation_date ?? null,
    legal_address: sent('legal_address', known?.address ?? null),
    okved_main: sent('okved_main', known?.okved_main ?? null),
    director: known?.director ?? null,
    ...ownWords(body),
    ...completeParts(body),
    source: known ? 'register' : 'manual',
  }
}

/** Whether the company is registered in another country: the register knows nothing of it. */
export function isForeign({ type }: Pick<CreateOrganizationRequest, 'type'>): boolean {
  return type === 'foreign'
}

/** The rules of the contract have checked what is required. */
function foreignDraft(body: CreateOrganizationRequest): OrganizationDraft {
  return {
    ...noRequisites,
    type: 'foreign',
    inn: body.inn ?? null,
    ogrn: null,
    kpp: body.kpp ?? null,
    full_name: body.full_name as string,
    short_name: body.short_name ?? null,
    registry_status: body.registry_status ?? 'unknown',
    registration_date: body.registration_date ?? null,
    legal_address: body.legal_address ?? null,
    okved_main: body.okved_main ?? null,
    ...ownWords(body),
    ...completeParts(body),
    source: 'manual',
  }
}

const noRequisites = { liquidation_date: null, director: null, contact: null, bank_details: null }

/** The fields that no register knows. */
function ownWords(body: CreateOrganizationRequest) {
  return {
    country: body.country ?? null,
    registration_number: body.registration_number ?? null,
    lei: body.lei ?? null,
    ownership_statement: body.ownership_statement ?? null,
    actual_address: body.actual_address ?? null,
    external_id: body.external_id ?? null,
    notes: body.notes ?? null,
  }
}

/** Only values of the register that the contract would accept from a caller are used. */
function usable(inn: string, party: RegisteredParty) {
  const isCompany = typeOfInn(inn) === 'legal'
  const director = text(party.director_name)
  return {
    ogrn: ogrnFault(party.ogrn) || ogrnOfInnFault(party.ogrn, inn) ? undefined : party.ogrn,
    kpp: isCompany && party.kpp !== null && !kppFault(party.kpp) ? party.kpp : null,
    full_name: text(party.full_name) ?? undefined,
    short_name: text(party.short_name),
    status: party.status,
    registration_date: party.registration_date,
    liquidation_date: party.liquidation_date,
    address: text(party.address),
    okved_main: party.okved_main,
    director: isCompany && director !== null ? completeDirector({ name: director }) : null,
  }
}

function text(given: string | null): string | null {
  const value = given && madeVisible(given)
  return value !== null && value.trim() !== '' && [...value].length <= 1000 ? value : null
}

type Parts = Partial<Pick<CreateOrganizationRequest, 'director' | 'contact' | 'bank_details'>>

/** The object with all keys; missing ones are null, as in responses. */
export function completeParts({ director, contact, bank_details }: Parts) {
  return {
    ...(director !== undefined && { director: completeDirector(director) }),
    ...(contact !== undefined && { contact: completeContact(contact) }),
    ...(bank_details !== undefined && { bank_details: completeBankDetails(bank_details) }),
  }
}

function completeDirector(director: Parts['director']): OrganizationDraft['director'] {
  return director ? { name: director.name, post: director.post ?? null, inn: director.inn ?? null } : null
}

function completeContact(contact: Parts['contact']): OrganizationDraft['contact'] {
  if (!contact) return null
  return { name: contact.name ?? null, email: contact.email ?? null, phone: contact.phone ?? null }
}

function completeBankDetails(bank: Parts['bank_details']): OrganizationDraft['bank_details'] {
  if (!bank) return null
  return {
    bik: bank.bik,
    bank_name: bank.bank_name ?? null,
    settlement_account: bank.settlement_account,
    correspondent_account: bank.correspondent_account ?? null,
    currency: bank.currency ?? 'RUB',
  }
}
