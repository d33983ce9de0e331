import { isObject } from '../api/common.ts'
import { type Fault, fault, missing, type PlainRuleCode } from '../api/faults.ts'
import { isCountryCode } from '../values/countries.ts'
import {
  accountFormatFault,
  bikFault,
  correspondentAccountFault,
  foreignInnFault,
  innFault,
  kppFault,
  kppOfInnFault,
  leiFault,
  ogrnFault,
  ogrnOfInnFault,
  personInnFault,
  settlementAccountFault,
  typeOfInn,
} from '../values/identifiers.ts'
import { type KybStatus, kybStatusesWithReason } from './organizations.ts'

type Fields = Record<string, unknown>

const requiredOfForeign = ['country', 'registration_number', 'full_name'] as const

/** Where a value stands within the body. */
type Path = readonly (string | number)[]

/** Faults of a new organization. Gets the raw body; values of the wrong type are skipped. */
export function createOrganizationFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const faults = contentFaults(body)
  if (body.type === 'foreign') return [...faults, ...newForeignFaults(body)]
  if (body.inn === undefined) return [missing(['body', 'inn']), ...faults]
  if (typeof body.inn !== 'string') return faults
  const code = innFault(body.inn)
  if (code) return [fault(['body', 'inn'], code), ...faults]
  const isOfType = body.type === undefined || body.type === typeOfInn(body.inn)
  return [
    ...faults,
    ...(isOfType ? [] : [fault(['body', 'type'], 'type_of_inn')]),
    ...requisitesOfInnFaults(body.inn, body),
  ]
}

/** What a foreign company must have, and what it can't. */
function newForeignFaults(body: Fields): Fault[] {
  return [
    ...requiredOfForeign.filter((key) => body[key] === undefined).map((key) => missing(['body', key])),
    ...check(body, 'inn', foreignInnFault),
    ...foreignRequisitesFaults(body),
  ]
}

/** The same of an update, where what is absent does not change. */
export function foreignRequisitesFaults(body: { ogrn?: unknown } & Fields): Fault[] {
  return [
    ...requiredOfForeign
      .filter((key) => body[key] === null)
      .map((key) => fault(['body', key], 'required_of_foreign')),
    ...(body.ogrn === undefined ? [] : [fault(['body', 'ogrn'], 'ogrn_of_foreign')]),
    ...(body.country === 'RU' ? [fault(['body', 'country'], 'country_of_foreign')] : []),
  ]
}

/** Faults of an update, as far as they can be found without the stored organization. */
export function updateOrganizationFaults(body: unknown): Fault[] {
  if (!isObject(body)) return []
  const faults = contentFaults(body)
  if (kybStatusesWithReason.includes(body.kyb_status as KybStatus) && isBlank(body.kyb_reason)) {
    faults.push(fault(['body', 'kyb_reason'], 'reason_required', { status: body.kyb_status as KybStatus }))
  }
  return faults
}

/** Checks that valid OGRN and KPP match the INN. */
export function requisitesOfInnFaults(
  inn: string,
  { ogrn, kpp }: { ogrn?: unknown; kpp?: unknown },
): Fault[] {
  return [
    ...faultAt(['ogrn'], typeof ogrn === 'string' && !ogrnFault(ogrn) ? ogrnOfInnFault(ogrn, inn) : null),
    ...faultAt(['kpp'], typeof kpp === 'string' && !kppFault(kpp) ? kppOfInnFault(inn) : null),
  ]
}

function contentFaults(body: Fields): Fault[] {
  const { director, bank_details: bank } = body
  return [
    ...requisitesFaults(body),
    ...check(body, 'country', countryFault),
    ...check(body, 'registration_number', blankFault),
    ...check(body, 'lei', leiFault),
    ...(isObject(director) ? check(director, 'name', blankFault, ['director']) : []),
    ...(isObject(director) ? check(director, 'inn', personInnFault, ['director']) : []),
    ...(isObject(bank) ? bankFaults(bank, ['bank_details']) : []),
  ]
}

/** Faults of register numbers and names. The desk's own companies have the same rules. */
export function requisitesFaults(body: Fields): Fault[] {
  return [
    ...check(body, 'ogrn', ogrnFault),
    ...check(body, 'kpp', kppFault),
    ...check(body, 'full_name', blankFault),
    ...check(body, 'short_name', blankFault),
  ]
}

/** Faults of a bank account, which stands at this path of the body. */
export function bankFaults(bank: Fields, path: Path): Fault[] {
  const { bik } = bank
  const knownBik = typeof bik === 'string' && !bikFault(bik) ? bik : null
  const against = (check: (account: string, bik: string) => PlainRuleCode | null) => (account: string) =>
    accountFormatFault(account) ?? (knownBik ? check(account, knownBik) : null)
  return [
    ...check(bank, 'bik', bikFault, path),
    ...check(bank, 'settlement_account', against(settlementAccountFault), path),
    ...check(bank, 'correspondent_account', against(correspondentAccountFault), path),
  ]
}

export function check(
  fields: Fields,
  key: string,
  rule: (value: string) => PlainRuleCode | null,
  path: Path = [],
): Fault[] {
  const value = fields[key]
  return typeof value === 'string' ? faultAt([...path, key], rule(value)) : []
}

function faultAt(path: Path, code: PlainRuleCode | null): Fault[] {
  return code ? [fault(['body', ...path], code)] : []
}

export function countryFault(code: string): PlainRuleCode | null {
  return isCountryCode(code) ? null : 'country_code'
}

export function blankFault(text: string): PlainRuleCode | null {
  return text.trim() === '' ? 'blank' : null
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}
