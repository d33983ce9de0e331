import { formats } from '../../../../contract/formats.ts'
import {
  type StatementParty,
  type StatementWarning,
  statementMaxLines,
} from '../../../../contract/statements.ts'
import { currencyOfAccount } from './account-currency.ts'
import { damaged } from './damaged.ts'
import { parseBalance, parseMoney } from './money.ts'
import { decodeOneC } from './one-c-text.ts'
import { innOf, longest, type ReadAccount, type ReadLine, type ReadStatement, tidy } from './statement.ts'
import { differencesOf } from './totals.ts'

const headerName = '1CClientBankExchange'
const documentSection = 'СекцияДокумент'
const accountSection = 'СекцияРасчСчет'
const ends: ReadonlyMap<string, string> = new Map([
  [documentSection, 'КонецДокумента'],
  [accountSection, 'КонецРасчСчет'],
])
const endOfFile = 'КонецФайла'
/** Further lines of these keys name further accounts or kinds of documents. */
const repeatedInHeader = new Set(['РасчСчет', 'Документ'])

interface Given {
  value: string
  line: number
}
type Fields = Map<string, Given>
interface Section {
  name: string
  fields: Fields
  line: number
}
/** The sections of one account: banks write one for the period, or one for each day. */
interface OwnAccount extends ReadAccount {
  statedReceived: bigint | null
  statedSent: bigint | null
  sections: number
  outside: number
}

/** Whether the content claims to be a file of the exchange between 1C and banks. */
export function isOneC(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return /^(\xef\xbb\xbf)?\s*1CClientBankExchange\s*$/m.test(start.split('\n', 1)[0] as string)
}

/** Reads a file of the format 1CClientBankExchange. Throws StatementDamaged. */
export function readOneC(bytes: Uint8Array): ReadStatement {
  const { text, warnings } = decodeOneC(bytes)
  const { header, named, sections, hasEnd } = readSections(text)
  const accounts = readAccounts(header, named, sections)
  const lines = sections
    .filter(({ name }) => name === documentSection)
    .flatMap((section) => readDocument(section, accounts))
  if (lines.length > statementMaxLines)
    throw damaged('statement_too_many_lines', { lines: statementMaxLines })
  for (const line of lines) count(accounts.get(line.account) as OwnAccount, line)
  const all = [...accounts.values()]
  const differences = all.flatMap(differencesOf)
  // Neither an end nor totals: lines that are lost would not be noticed.
  if (!hasEnd && differences.some(({ code }) => code === 'totals_missing'))
    throw damaged('statement_incomplete', { line: text.split(/\r\n|\n|\r/).length, section: headerName })
  return {
    format: '1c',
    accounts: all.map(({ account, currency, from, to, opening, closing, received, sent }) => ({
      account,
      currency,
      from,
      to,
      opening,
      closing,
      received,
      sent,
    })),
    lines,
    warnings: [
      ...differences,
      ...warnings,
      ...(hasEnd ? [] : [{ code: 'end_missing' as const, account: null, stated: null, found: null }]),
      ...all.flatMap(outsidePeriod),
    ],
  }
}

/** The header, the accounts that it names, and the sections after it. */
function readSections(text: string) {
  const header: Section = { name: headerName, fields: new Map(), line: 1 }
  const sections: Section[] = []
  const named: Given[] = []
  let current: Section | undefined
  let hasEnd = false
  let number = 0
  for (const raw of text.split(/\r\n|\n|\r/)) {
    number += 1
    const line = raw.trim()
    if (line === '' || number === 1) continue
    const here = current ?? header
    const stray = () => damaged('statement_text', { line: number, section: here.name })
    if (hasEnd || line.includes('\0')) throw stray()
    const equals = line.indexOf('=')
    const key = (equals < 0 ? line : line.slice(0, equals)).trim()
    const value = equals < 0 ? '' : line.slice(equals + 1).trim()
    if (ends.has(key)) {
      if (current) throw damaged('statement_incomplete', { line: number, section: current.name })
      current = { name: key, fields: new Map(), line: number }
    } else if (key === endOfFile && equals < 0) {
      if (current) throw damaged('statement_incomplete', { line: number, section: current.name })
      hasEnd = true
    } else if (equals < 0) {
      if (!current || ends.get(current.name) !== key) throw stray()
      sections.push(current)
      current = undefined
    } else if (current || sections.length === 0) {
      put(here, key, { value, line: number }, named)
    } else throw stray()
  }
  if (current) throw damaged('statement_incomplete', { line: number, section: current.name })
  return { header, named, sections, hasEnd }
}

function put(section: Section, key: string, given: Given, named: Given[]): void {
  if (section.name === headerName && repeatedInHeader.has(key)) {
    if (key === 'РасчСчет') named.push(given)
    return
  }
  if (section.fields.has(key)) {
    const { line } = given
    throw damaged('statement_field_repeated', { line, field: nameOf(key), section: section.name })
  }
  section.fields.set(key, given)
}

/** Keys come from the file: a damaged one could be long. */
function nameOf(key: string): string {
  return key.slice(0, 40)
}

function readAccounts(
  header: Section,
  named: readonly Given[],
  sections: readonly Section[],
): Map<string, OwnAccount> {
  const accounts = new Map<string, OwnAccount>()
  const open = (number: string, line: number): OwnAccount => {
    const known = accounts.get(number)
    if (known) return known
    if (!/^\d{20}$/.test(number)) throw damaged('statement_account', { line, field: 'РасчСчет' })
    const currency = currencyOfAccount(number)
    if (!currency) throw damaged('statement_currency', { line, field: 'РасчСчет' })
    const account = {
      account: number,
      currency,
      from: null,
      to: null,
      opening: null,
      closing: null,
      statedReceived: null,
      statedSent: null,
      received: 0n,
      sent: 0n,
      sections: 0,
      outside: 0,
    }
    accounts.set(number, account)
    return account
  }
  for (const { value, line } of named) if (value !== '') open(value, line)
  const ofAccounts = sections.filter(({ name }) => name === accountSection)
  for (const section of ofAccounts) {
    const { value, line } = demand(section, 'РасчСчет')
    addSection(open(value, line), section)
  }
  if (accounts.size === 0) {
    throw damaged('statement_field_missing', { line: 1, section: header.name, field: 'РасчСчет' })
  }
  return accounts
}

/** Sections of an account may come in any order: the earliest has the opening balance, the latest the closing one. */
function addSection(account: OwnAccount, section: Section): void {
  const { currency } = account
  const from = dateOf(section, 'ДатаНачала')
  const to = dateOf(section, 'ДатаКонца')
  const money = (field: string): bigint | null => {
    const given = section.fields.get(field)
    if (!given || given.value === '') return null
    const units = parseBalance(given.value, currency)
    if (units === undefined) throw damaged('statement_balance', { line: given.line, field, currency })
    return units
  }
  const received = money('ВсегоПоступило')
  const sent = money('ВсегоСписано')
  const opening = money('НачальныйОстаток')
  const closing = money('КонечныйОстаток')
  const isFirst = account.sections === 0
  if (isFirst || (from !== null && account.from !== null && from < account.from)) account.opening = opening
  if (isFirst || (to !== null && account.to !== null && to >= account.to)) account.closing = closing
  account.statedReceived = isFirst ? received : plus(account.statedReceived, received)
  account.statedSent = isFirst ? sent : plus(account.statedSent, sent)
  if (from !== null && (account.from === null || from < account.from)) account.from = from
  if (to !== null && (account.to === null || to > account.to)) account.to = to
  account.sections += 1
}

/** Unknown as soon as one of the sections does not state it. */
function plus(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b
}

/** A transfer between two own accounts is one document, and a line of each account. */
function readDocument(section: Section, accounts: ReadonlyMap<string, OwnAccount>): ReadLine[] {
  const payer = partyOf(section, 'Плательщик')
  const receiver = partyOf(section, 'Получатель')
  const from = ownAccount(section, 'Плательщик', accounts)
  const to = ownAccount(section, 'Получатель', accounts)
  if (!from && !to) throw damaged('statement_foreign_document', { line: section.line })
  const documentDate = dateOf(section, 'Дата')
  const sentOn = dateOf(section, 'ДатаСписано')
  const receivedOn = dateOf(section, 'ДатаПоступило')
  const isSent = from && (!to || sentOn !== null || receivedOn === null)
  const isReceived = to && (!from || receivedOn !== null || sentOn === null)
  if (isSent && isReceived && from.currency !== to.currency) {
    throw damaged('statement_currency', { line: section.line, field: 'Сумма' })
  }
  const common = {
    documentNumber: textOf(section, 'Номер', longest.documentNumber) ?? '',
    payer,
    receiver,
    purpose: purposeOf(section),
  }
  const line = (own: OwnAccount, direction: ReadLine['direction'], bookedOn: string | null): ReadLine => {
    const { account, currency } = own
    if (bookedOn === null) {
      throw damaged('statement_field_missing', { line: section.line, section: section.name, field: 'Дата' })
    }
    return { ...common, account, currency, direction, bookedOn, amount: amountOf(section, currency) }
  }
  return [
    ...(isSent ? [line(from, 'outgoing', sentOn ?? receivedOn ?? documentDate)] : []),
    ...(isReceived ? [line(to, 'incoming', receivedOn ?? sentOn ?? documentDate)] : []),
  ]
}

/** Where a payment goes through the account of a bank, the account of the party has a key of its own. */
function ownAccount(
  { fields }: Section,
  side: string,
  accounts: ReadonlyMap<string, OwnAccount>,
): OwnAccount | undefined {
  const named = [`${side}Счет`, `${side}РасчСчет`].map((key) => fields.get(key)?.value ?? '')
  return named.map((number) => accounts.get(number)).find((account) => account !== undefined)
}

function partyOf(section: Section, side: string): StatementParty {
  const text = (key: string, most: number) => textOf(section, key, most)
  const inn = text(`${side}ИНН`, 100)
  const name = text(`${side}1`, longest.name) ?? text(side, longest.name)?.replace(/^ИНН\s*\d*\s*/, '')
  return {
    name: name || null,
    inn: innOf(inn),
    account: text(`${side}Счет`, longest.account) ?? text(`${side}РасчСчет`, longest.account) ?? null,
    bic: text(`${side}БИК`, longest.bic) ?? null,
  }
}

function purposeOf(section: Section): string {
  const whole = textOf(section, 'НазначениеПлатежа', longest.purpose)
  if (whole) return whole
  const parts = [1, 2, 3, 4, 5, 6].map((n) => textOf(section, `НазначениеПлатежа${n}`, longest.purpose))
  return parts.filter(Boolean).join(' ').slice(0, longest.purpose)
}

function textOf({ fields }: Section, field: string, most: number): string | undefined {
  const given = fields.get(field)
  const text = tidy(given?.value ?? '')
  if (!given || text === '') return undefined
  if (text.length > most) {
    throw damaged('statement_field_too_long', { line: given.line, field, characters: most })
  }
  return text
}

function amountOf(section: Section, currency: string): bigint {
  const { value, line } = demand(section, 'Сумма')
  const amount = parseMoney(value, currency)
  if (!amount) throw damaged('statement_amount', { line, field: 'Сумма', currency })
  return amount
}

/** `31.01.2026` as `2026-01-31`. */
function dateOf({ fields }: Section, field: string): string | null {
  const given = fields.get(field)
  if (!given || given.value === '') return null
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(given.value) ?? []
  const date = `${year}-${month}-${day}`
  if (!formats.date(date)) throw damaged('statement_date', { line: given.line, field })
  return date
}

function demand(section: Section, field: string): Given {
  const given = section.fields.get(field)
  if (given) return given
  throw damaged('statement_field_missing', { line: section.line, section: section.name, field })
}

function count(account: OwnAccount, { direction, amount, bookedOn }: ReadLine): void {
  if (direction === 'incoming') account.received += amount
  else account.sent += amount
  const { from, to } = account
  if ((from !== null && bookedOn < from) || (to !== null && bookedOn > to)) account.outside += 1
}

function outsidePeriod({ account, outside }: OwnAccount): StatementWarning[] {
  return outside === 0 ? [] : [{ code: 'outside_period', account, stated: null, found: String(outside) }]
}
