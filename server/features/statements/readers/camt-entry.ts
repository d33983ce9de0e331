import { formats } from '../../../../contract/api/formats.ts'
import type { StatementDirection, StatementParty } from '../../../../contract/books/statements.ts'
import { damaged } from './damaged.ts'
import { parseMoney } from './money.ts'
import { innOf, longest, type ReadLine, tidy } from './statement.ts'
import { child, childrenOf, textAt, type XmlElement } from './xml-tree.ts'

/** The parts of an entry that become lines, before the account of its statement is known for sure. */
export interface CamtEntry {
  line: number
  direction: StatementDirection
  amount: bigint
  currency: string
  isBooked: boolean
  parts: Omit<ReadLine, 'account' | 'currency' | 'direction'>[]
}

const notBooked = ['PDNG', 'INFO', 'FUTR']

/**
 * Reads `Ntry`. An entry for a batch has one line for each of its transactions, if they have amounts. A notification
 * announces entries that are pending, too.
 */
export function readEntry(entry: XmlElement, isNotification = false): CamtEntry {
  const { amount, currency } = amountOf(entry)
  const direction = directionOf(entry)
  const isBooked = statusOf(entry, isNotification)
  const bookedOn = dateOf(entry, 'BookgDt') ?? dateOf(entry, 'ValDt')
  if (bookedOn === undefined) throw lacks(entry, 'BookgDt')
  const details = childrenOf(entry, 'NtryDtls').flatMap((group) => childrenOf(group, 'TxDtls'))
  const amounts = details.map((detail) => partAmount(detail, currency))
  const [first] = details
  const line = (detail: XmlElement | undefined, part: bigint) => ({
    amount: part,
    bookedOn,
    documentNumber: numberOf(entry, detail),
    payer: partyOf(detail, 'Dbtr'),
    receiver: partyOf(detail, 'Cdtr'),
    purpose: purposeOf(entry, detail),
  })
  const isSplit = details.length > 1 && amounts.some((part) => part !== undefined)
  if (!isSplit) {
    if (amounts[0] !== undefined && details.length === 1 && amounts[0] !== amount) throw unequal(entry)
    return { line: entry.line, direction, amount, currency, isBooked, parts: [line(first, amount)] }
  }
  const sum = amounts.reduce<bigint>((total, part) => total + (part ?? 0n), 0n)
  if (amounts.includes(undefined) || sum !== amount) throw unequal(entry)
  const parts = details.map((detail, index) => line(detail, amounts[index] as bigint))
  return { line: entry.line, direction, amount, currency, isBooked, parts }
}

/** `CdtDbtInd`: also a reversal has the direction in which the money moves. */
export function directionOf(element: XmlElement): StatementDirection {
  const indicator = child(element, 'CdtDbtInd')
  if (!indicator) throw lacks(element, 'CdtDbtInd')
  if (indicator.text === 'CRDT') return 'incoming'
  if (indicator.text === 'DBIT') return 'outgoing'
  throw damaged('statement_value', { line: indicator.line, field: 'CdtDbtInd' })
}

export function amountOf(element: XmlElement): { amount: bigint; currency: string } {
  const given = child(element, 'Amt')
  if (!given) throw lacks(element, 'Amt')
  const currency = given.currency ?? ''
  if (!/^[A-Z]{3}$/.test(currency)) throw damaged('statement_currency', { line: given.line, field: 'Amt' })
  const amount = camtMoney(given.text, currency)
  if (amount === undefined) throw damaged('statement_amount', { line: given.line, field: 'Amt', currency })
  return { amount, currency }
}

/** In XML a point is the decimal one, and zeros at the end say nothing: `18.850` are euros and cents. */
export function camtMoney(text: string, currency: string): bigint | undefined {
  if (text.includes(',')) return undefined
  return parseMoney(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
}

/** A day, of a date or of a time. */
export function dateOf(element: XmlElement | undefined, ...path: string[]): string | undefined {
  const given = child(element, ...path)
  const text = textAt(given, 'Dt', 'DtTm') ?? given?.text
  if (!given || !text) return undefined
  const day = text.slice(0, 10)
  const isDay = formats.date(day) && /^(T.*|[Zz]|[+-]\d\d:\d\d)?$/.test(text.slice(10))
  if (!isDay) throw damaged('statement_date', { line: given.line, field: path.at(-1) as string })
  return day
}

export function lacks(element: XmlElement, field: string) {
  return damaged('statement_field_missing', { line: element.line, section: element.name, field })
}

/** The amount of one transaction in the currency of the entry. Amounts in other currencies are what the client sent. */
function partAmount(detail: XmlElement, currency: string): bigint | undefined {
  const given = child(detail, 'Amt') ?? child(detail, 'AmtDtls', 'TxAmt', 'Amt')
  if (!given || given.currency !== currency) return undefined
  const amount = camtMoney(given.text, currency)
  if (!amount) throw damaged('statement_amount', { line: given.line, field: 'Amt', currency })
  return amount
}

function statusOf(entry: XmlElement, isNotification: boolean): boolean {
  const status = child(entry, 'Sts')
  const code = textAt(status, 'Cd') ?? status?.text
  if (!status || !code) throw lacks(entry, 'Sts')
  if (code === 'BOOK' || (code === 'PDNG' && isNotification)) return true
  if (notBooked.includes(code)) return false
  throw damaged('statement_value', { line: status.line, field: 'Sts' })
}

function unequal(entry: XmlElement) {
  return damaged('statement_parts', { line: entry.line })
}

function numberOf(entry: XmlElement, detail: XmlElement | undefined): string {
  const given = [
    textAt(detail, 'Refs/EndToEndId'),
    textAt(detail, 'Refs/InstrId'),
    textAt(detail, 'Refs/AcctSvcrRef'),
    textAt(entry, 'AcctSvcrRef', 'NtryRef'),
  ].find((reference) => reference && reference !== 'NOTPROVIDED')
  return limited(entry, 'EndToEndId', tidy(given ?? ''), longest.documentNumber)
}

/** Since version 8 the party is one level deeper. */
function partyOf(detail: XmlElement | undefined, side: 'Dbtr' | 'Cdtr'): StatementParty {
  const parties = child(detail, 'RltdPties')
  const party = child(parties, side, 'Pty') ?? child(parties, side)
  const ids = ['OrgId', 'PrvtId'].flatMap((kind) => childrenOf(child(party, 'Id', kind), 'Othr'))
  const inn = ids.map((id) => innOf(textAt(id, 'Id'))).find((id) => id !== null)
  const bank = child(detail, 'RltdAgts', `${side}Agt`, 'FinInstnId')
  const where = detail ?? party
  const text = (field: string, value: string | undefined, most: number) =>
    value && where ? limited(where, field, tidy(value), most) : null
  return {
    name: text('Nm', textAt(party, 'Nm'), longest.name),
    inn: inn ?? null,
    account: text('Id', textAt(child(parties, `${side}Acct`), 'Id/IBAN', 'Id/Othr/Id'), longest.account),
    bic: text('BIC', textAt(bank, 'BICFI', 'BIC', 'ClrSysMmbId/MmbId'), longest.bic),
  }
}

function purposeOf(entry: XmlElement, detail: XmlElement | undefined): string {
  const remittance = child(detail, 'RmtInf')
  const structured = childrenOf(remittance, 'Strd')
  const texts = [
    ...childrenOf(remittance, 'Ustrd'),
    ...structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf')),
  ].map(({ text }) => text)
  // Of an invoice with a reference that is all that the payer says.
  const references = structured.flatMap((one) => textAt(child(one, 'CdtrRefInf'), 'Ref') ?? [])
  const said = texts.length > 0 ? texts : references
  const purpose = said.length > 0 ? said.join(' ') : textAt(detail, 'AddtlTxInf')
  return limited(entry, 'Ustrd', tidy(purpose ?? textAt(entry, 'AddtlNtryInf') ?? ''), longest.purpose)
}

function limited({ line }: XmlElement, field: string, text: string, most: number): string {
  if (text.length > most) throw damaged('statement_field_too_long', { line, field, characters: most })
  return text
}
