import { ruleFaults } from '../../../../contract/api/error-codes.ts'
import { registryStatuses } from '../../../../contract/organizations/organizations.ts'
import { smeCategories } from '../../../../contract/organizations/parties.ts'
import {
  innFault,
  kppFault,
  kppOfInnFault,
  ogrnFault,
  ogrnOfInnFault,
  typeOfInn,
} from '../../../../contract/values/identifiers.ts'
import type { Party } from '../model/party.ts'

/** A party as a file describes it, before any check. Empty text counts as absent. */
export type RawParty = Partial<Record<Exclude<keyof Party, 'type' | 'source'>, string | null>>

export type CheckedParty = { party: Party } | { fault: string }

const maxLengths = { full_name: 1000, short_name: 1000, director_name: 1000, address: 1000 } as const
const okvedPattern = /^\d{2}(\.\d{1,2}){0,2}$/
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const datePattern = /^\d{4}-\d{2}-\d{2}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/

/** The party, or the first fault in it. */
export function checkParty(raw: RawParty, source: Party['source']): CheckedParty {
  const inn = clean(raw.inn)
  if (inn === null) return { fault: 'no INN' }
  const ogrn = clean(raw.ogrn)
  if (ogrn === null) return { fault: 'no OGRN' }
  const kpp = clean(raw.kpp)
  const code =
    innFault(inn) ??
    ogrnFault(ogrn) ??
    ogrnOfInnFault(ogrn, inn) ??
    (kpp === null ? null : (kppFault(kpp) ?? kppOfInnFault(inn)))
  if (code !== null) return { fault: ruleFaults[code].sentence }
  const full_name = clean(raw.full_name)
  if (full_name === null) return { fault: 'no name' }
  const status = clean(raw.status) ?? 'unknown'
  if (!isOneOf(registryStatuses, status)) return { fault: 'the status is unknown' }
  const sme_category = clean(raw.sme_category)
  if (sme_category !== null && !isOneOf(smeCategories, sme_category)) {
    return { fault: 'the SME category is unknown' }
  }
  const okved_main = clean(raw.okved_main)
  if (okved_main !== null && !okvedPattern.test(okved_main)) return { fault: 'the OKVED code is wrong' }
  const region_code = clean(raw.region_code)
  if (region_code !== null && !/^\d{2}$/.test(region_code)) return { fault: 'the region code is wrong' }
  const party: Party = {
    inn,
    ogrn,
    kpp,
    type: typeOfInn(inn),
    full_name,
    short_name: clean(raw.short_name),
    status,
    registration_date: clean(raw.registration_date),
    liquidation_date: clean(raw.liquidation_date),
    director_name: clean(raw.director_name),
    address: clean(raw.address),
    region_code,
    okved_main,
    sme_category,
    source,
    actual_on: clean(raw.actual_on),
  }
  for (const field of ['registration_date', 'liquidation_date', 'actual_on'] as const) {
    const date = party[field]
    if (date !== null && !isDate(date)) return { fault: `${field} is not a date` }
  }
  for (const [field, maxLength] of Object.entries(maxLengths) as [keyof typeof maxLengths, number][]) {
    const text = party[field]
    if (text === null) continue
    if (text.length > maxLength) return { fault: `${field} is longer than ${maxLength} characters` }
    if (unprintable.test(text) || !text.isWellFormed()) return { fault: `${field} is not readable text` }
  }
  return { party }
}

function clean(value: string | null | undefined): string | null {
  const text = value?.trim()
  return text ? text : null
}

function isOneOf<const V extends readonly string[]>(values: V, value: string): value is V[number] {
  return values.includes(value)
}

/** Creates no Date object, because a register has tens of millions of dates. */
function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : daysOfMonth[month - 1]
  return year >= 1700 && days !== undefined && day >= 1 && day <= days
}
