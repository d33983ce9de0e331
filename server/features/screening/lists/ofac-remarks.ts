import { networkOfCurrency, normalizeAddress } from '../model/addresses.ts'
import { parseBirthDate } from '../model/birth-dates.ts'
import { countryCode } from '../model/countries.ts'
import type { EntryDraft, IdentifierKind } from '../model/entry.ts'
import { guessIdentifier, normalizeIdentifier } from '../model/identifiers.ts'

type Remarks = {
  -readonly [Key in
    | 'names'
    | 'birthDates'
    | 'countries'
    | 'identifiers'
    | 'addresses']: EntryDraft[Key][number][]
}

// The labels of identifiers in the remarks. What none of them names is prose.
const labels: readonly [RegExp, IdentifierKind][] = [
  [/^Passport (?:Number )?/, 'passport'],
  [/^(?:Vessel Registration Identification )?IMO (?:No\. )?/, 'imo'],
  [
    /^(?:(?:\w+ )?Tax ID(?:entification)? (?:No\.?|Number)|R\.F\.C\.|NIT #|RIF #|RUC #|RTN|US FEIN|V\.A\.T\. Number|VAT Number|C\.U\.I\.T\.|C\.U\.I\.P\.|(?:Italian )?Fiscal Code|N\.I\.T\.|T\.I\.N\.|UTR) /i,
    'tax',
  ],
  [
    /^(?:(?:Public |Business |Commercial |Company |Vessel |Enterprise |Romanian C\.R\. |UK )*(?:Registration|Registry|Company|Enterprise|Business|C\.R\.|Incorporation)(?: Document| Identification| License| Certificate)*(?: ID| Number| No\.?| #)+|Folio Mercantil No\.|Matricula Mercantil No\.?|Trade License No\.|Government Gazette Number|D-U-N-S Number|Certificate of Incorporation Number|Chamber of Commerce Number|Legal Entity (?:Identifier|Number)|Aircraft (?:Tail|Mode S Transponder).*?|Unified Social Credit Code(?: \(USCC\))?|Organization Code|License) /i,
    'registration',
  ],
  [
    /^(?:Cedula (?:No\.|de .*? No\.)|National (?:ID|Foreign ID) (?:No\.|Number)|C\.U\.R\.P\.|D\.N\.I\.|Identification Number|Personal ID Card|SSN|Electoral Registry No\.|Driver's License No\.|N\.I\.E\.|I\.F\.E\.|Credencial electoral|Cartilla de Servicio Militar Nacional|Stateless Person ID Card|Residency Number|Birth Certificate Number|Numero de Identidad|L\.E\. Number|C\.I\.|Kenyan ID No\.|NIK|Citizen's Card Number|Refugee ID Card|Military Registration Number|Tarjeta .*? No\.|CNP \(Personal Numerical Code\)|Bosnian Personal ID No\.|British National Overseas Passport|Turkish Identificiation Number|Moroccan Personal ID No\.) /i,
    'national',
  ],
]

/** What the remarks of an entry say about it: `DOB 10 Dec 1948; nationality Egypt; Passport 1084010 (Egypt)`. */
export function parseRemarks(text: string): Remarks {
  const remarks: Remarks = { names: [], birthDates: [], countries: [], identifiers: [], addresses: [] }
  for (const part of text.split(';'))
    readRemark(
      part
        .trim()
        .replace(/\.$/, '')
        .replace(/^alt\. /, ''),
      remarks,
    )
  return remarks
}

function readRemark(remark: string, remarks: Remarks): void {
  const born = /^DOB (.+)$/.exec(remark)
  if (born) {
    const date = parseBirthDate(born[1] as string)
    if (date) remarks.birthDates.push(date)
    return
  }
  // The list gives aliases that it calls weak only here, the others in a file of their own.
  const alias = /^[afn]\.k\.a\. ['"](.+?)['"]?$/.exec(remark)
  if (alias) {
    remarks.names.push({ name: alias[1] as string, weak: true })
    return
  }
  const country = /^(?:nationality|citizen(?:ship)?|Nationality of Registration|Vessel Flag) (.+)$/i.exec(
    remark,
  )
  if (country) {
    const code = countryCode(country[1] as string)
    if (code !== undefined) remarks.countries.push(code)
    return
  }
  // A remark that is too long continues in another file. If it was cut here, the label may lack its beginning.
  const address = /ddress - (\w{2,6}) (\S{20,120})/.exec(remark)
  if (address) {
    const normalized = normalizeAddress(address[2] as string)
    remarks.addresses.push({
      network: networkOfCurrency(address[1] as string, normalized),
      address: normalized,
    })
    return
  }
  readIdentifier(remark, remarks)
}

function readIdentifier(remark: string, remarks: Remarks): void {
  for (const [label, kind] of labels) {
    const found = label.exec(remark)
    if (!found) continue
    const value = remark
      .slice(found[0].length)
      .split(/ \(| issued | expires |, /)[0]
      ?.trim()
    const isGuessed = kind === 'tax' || kind === 'registration' || kind === 'national'
    const identifier = isGuessed ? guessIdentifier(value ?? '', kind) : normalizeIdentifier(kind, value ?? '')
    if (identifier) remarks.identifiers.push(identifier)
    return
  }
}
