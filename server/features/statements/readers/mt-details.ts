import type { MtField } from './mt-fields.ts'
import { innOf } from './statement.ts'

/** What the bank says about an entry. */
export interface Details {
  purpose: string
  name?: string
  account?: string
  bank?: string
  inn?: string
  reference?: string
}

/** A line of field 86 in the standard; a longer word goes on in the next one. */
const fullLine = 65
/** A subfield of the purpose. */
const fullSubfield = 27
const purposeCodes = /^(2\d|6[0-3])$/
const usedCodes = /^(00|10|2\d|3[0-4]|38|6[0-3])$/

/** Field 86, structured or as text; or the field `NS` of Sberbank and others, whose lines are numbered. */
export function readDetails({ tag, lines }: MtField): Details {
  if (tag === 'NS') return ofNumberedLines(lines)
  const separator = /^\d{3}([?^~<>@#])\d\d/.exec(lines[0] ?? '')?.[1]
  return separator === undefined ? ofText(lines) : ofSubfields(lines.join(''), separator)
}

function ofSubfields(text: string, separator: string): Details {
  const subfields: [string, string][] = []
  const [code = '', ...parts] = text.split(separator)
  for (const part of parts) {
    const last = subfields.at(-1)
    // A separator within a text.
    if (usedCodes.test(part.slice(0, 2)) || !last) subfields.push([part.slice(0, 2), part.slice(2)])
    else last[1] += separator + part
  }
  const all = (form: RegExp) => subfields.filter(([code]) => form.test(code)).map(([, value]) => value)
  const one = (form: RegExp) => all(form).join('').trim()
  const purpose = joined(all(purposeCodes), fullSubfield)
  const keyed = ofKeywords(purpose)
  const name = one(/^3[23]$/)
  return {
    purpose: keyed.purpose || one(/^00$/) || code,
    name,
    bank: shorter(one(/^30$/)),
    account: one(/^31$/).replaceAll(/\s/g, ''),
    ...innWithin(name, purpose),
    ...(keyed.reference !== undefined && { reference: keyed.reference }),
  }
}

/** A subfield or line that is full goes on in the next one, within a word. */
function joined(parts: readonly string[], full: number): string {
  return parts.reduce((all, part, index) => {
    const before = parts[index - 1]
    return all + (before === undefined || before.length >= full ? '' : ' ') + part
  }, '')
}

/** SEPA puts words before the parts of a purpose: `EREF+417SVWZ+Invoice 18`. */
function ofKeywords(text: string): { purpose: string; reference?: string } {
  const marks = [...text.matchAll(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|PURP)\+/g)]
  const after = (word: string) => {
    const at = marks.findIndex((mark) => mark[1] === word)
    const mark = marks[at]
    return mark && text.slice(mark.index + word.length + 1, marks[at + 1]?.index).trim()
  }
  const reference = after('EREF') ?? after('KREF')
  return { purpose: after('SVWZ') || text, ...(reference !== undefined && { reference }) }
}

function ofText(lines: readonly string[]): Details {
  const purpose = joined(lines, fullLine)
  return { purpose, ...innWithin(purpose) }
}

/** 01 to 14 the purpose, 15 and 16 the name, 33 the bank and 34 the account of the other side. */
function ofNumberedLines(lines: readonly string[]): Details {
  const value = (from: number, to: number) =>
    lines
      .filter(
        (line) => /^\d\d/.test(line) && Number(line.slice(0, 2)) >= from && Number(line.slice(0, 2)) <= to,
      )
      .map((line) => line.slice(2))
  const name = joined(value(15, 16), fullSubfield)
  const purpose = joined(value(1, 14), fullSubfield)
  return {
    purpose: purpose || value(17, 17).join(''),
    name,
    bank: shorter(value(33, 33).join('')),
    account: value(34, 34).join('').replaceAll(/\s/g, ''),
    ...innWithin(name, purpose),
  }
}

/** Some banks pad the code of a bank. */
function shorter(bank: string): string {
  return bank.replaceAll(/\s/g, '').slice(0, 11)
}

/** SWIFT messages have no field for the INN: it is before the name. */
function innWithin(...texts: string[]): { inn?: string } {
  for (const text of texts) {
    const inn = innOf(/(?:ИНН|INN)[\s:.№/]{0,3}(\d{12}|\d{10})(?!\d)/iu.exec(text)?.[1])
    if (inn !== null) return { inn }
  }
  return {}
}
