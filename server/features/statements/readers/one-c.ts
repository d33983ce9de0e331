import { formats } from '../../../../contract/api/formats.ts'
import {
  type StatementParty,
  type StatementWarning,
  statementMaxLines,
} from '../../../../contract/books/statements.ts'
import { currencyOfAccount } from '../../../../contract/money/account-currency.ts'
import { damaged } from './damaged.ts'
import { parseBalance, parseMoney } from './money.ts'
import { decodeOneC } from './one-c-text.ts'
import { innOf, longest, type ReadAccount, type ReadLine, type ReadSummary, tidy } from './statement.ts'
import { type Bytes, linesOf, type Text } from './text.ts'
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
/** Ten times what the format knows. */
const mostFields = 1000

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

/** Whether the beginning of a file claims to be one of the exchange between 1C and banks. */
export function isOneC(head: Buffer): boolean {
  const [first = ''] = head.toString('latin1').split('\n', 1)
  return /^(\xef\xbb\xbf)?\s*1CClientBankExchange\s*$/m.test(first)
}

/**
 * Reads a file of the format 1CClientBankExchange. Goes through it twice: accounts may come after their documents. Throws
 * StatementDamaged.
 */
export function* readOneC(bytes: Bytes): Generator<ReadLine, ReadSummary> {
  const { text, warnings } = decodeOneC(bytes)
  const { accounts, hasEnd, lines: length } = readAccounts(text)
  let lines = 0
  for (const section of readSections(text)) {
    if (section.name !== documentSection) continue
    for (const line of readDocument(section, accounts)) {
      lines += 1
      if (lines > statementMaxLines) throw damaged('statement_too_many_lines', { lines: statementMaxLines })
      count(accounts.get(line.account) as OwnAccount, line)
      yield line
    }
  }
  const all = [...accounts.values()]
  const differences = all.flatMap(differencesOf)
  // Neither an end nor totals: lines that are lost would not be noticed.
  if (!hasEnd && differences.some(({ code }) => code === 'totals_missing'))
    throw damaged('statement_incomplete', { line: length, section: headerName })
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
    warnings: [
      ...differences,
      ...warnings,
      ...(hasEnd ? [] : [{ code: 'end_missing' as const, account: null, stated: null, found: null }]),
      ...all.flatMap(outsidePeriod),
    ],
  }
}

/** What comes after the sections: the accounts that the header names, whether the file has its last line, and how many. */
interface Ending {
  named: Given[]
  hasEnd: boolean
  lines: number
}

/** The sections after the header, one after the other. */
function* readSections(text: Text): Generator<Section, Ending> {
  const header: Section = { name: headerName, fields: new Map(), line: 1 }
  const named: Given[] = []
  let current: Section | undefined
  let hasSections = false
  let hasEnd = false
  let number = 0
  for (const raw of linesOf(text, () => (current ?? header).name)) {
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
      yield current
      hasSections = true
      current = undefined
    } else if (current || !hasSections) {
      if (here.fields.size >= mostFields) throw stray()
      put(here, key, { value, line: number }, named)
    } else throw stray()
  }
  if (current) throw damaged('statement_incomplete', { line: number, section: current.name })
  return { named, hasEnd, lines: number }
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

/** The accounts of the file. Those that its header names come first. */
function readAccounts(text: Text): { accounts: Map<string, OwnAccount>; hasEnd: boolean; lines: number } {
  const sections = readSections(text)
  const ofAccounts: Section[] = []
  let document: Section | undefined
  let next = sections.next()
  for (; !next.done; next = sections.next()) {
    if (next.value.name === accountSection) ofAccounts.push(next.value)
    else document ??= next.value
  }
  const { named, hasEnd, lines } = next.value
  if (ofAccounts.length === 0) {
    // Cut off before its first section, or orders that nobody has booked.
    if (!document && !hasEnd) throw damaged('statement_incomplete', { line: lines, section: headerName })
    throw damaged('statement_of_orders', { line: document?.line ?? 1 })
  }
  const accounts = new Map<string, OwnAccount>()
  for (const { value, line } of named) if (value !== '') openAccount(accounts, value, line)
  for (const section of ofAccounts) {
    const { value, line } = demand(section, 'РасчСчет')
    addSection(openAccount(accounts, value, line), section)
  }
  return { accounts, hasEnd, lines }
}

function openAccount(accounts: Map<string, OwnAccount>, number: string, line: number): OwnAccount {
  const known = accounts.get(number)
  if (known) return known
  if (!/^\d{20}$/.test(number)) throw damaged('statement_account', { line, field: 'РасчСчет' })
  const currency = currencyOfAccount(number)
  if (!currency) throw damaged('statement_currency', { line, field: 'РасчСчет' })
  const account: OwnAccount = {
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
  dateOf(section, 'Дата')
  const sentOn = dateOf(section, 'ДатаСписано')
  const receivedOn = dateOf(section, 'ДатаПоступило')
  // The bank has booked nothing yet.
  if (sentOn === null && receivedOn === null) throw damaged('statement_of_orders', { line: section.line })
  const payer = partyOf(section, 'Плательщик')
  const receiver = partyOf(section, 'Получатель')
  const { from, to } = ownSides(section, accounts, { sentOn, receivedOn })
  if (!from && !to) throw damaged('statement_foreign_document', { line: section.line })
  const isSent = from && (!to || sentOn !== null)
  const isReceived = to && (!from || receivedOn !== null)
  if (isSent && isReceived && from.currency !== to.currency) {
    throw damaged('statement_currency', { line: section.line, field: 'Сумма' })
  }
  const common = {
    documentNumber: textOf(section, 'Номер', longest.documentNumber) ?? '',
    payer,
    receiver,
    purpose: purposeOf(section),
  }
  const line = ({ account, currency }: OwnAccount, direction: ReadLine['direction'], bookedOn: string) => ({
    ...common,
    account,
    currency,
    direction,
    bookedOn,
    amount: amountOf(section, currency),
  })
  return [
    ...(isSent ? [line(from, 'outgoing', sentOn ?? (receivedOn as string))] : []),
    ...(isReceived ? [line(to, 'incoming', receivedOn ?? (sentOn as string))] : []),
  ]
}

type Dates = Record<'sentOn' | 'receivedOn', string | null>

/**
 * The own accounts on both sides of a payment. A number that is written out says it itself. Where banks mask it, the date
 * says it: one that was received came to the only account of the file that the mask fits.
 */
function ownSides(
  { fields }: Section,
  accounts: ReadonlyMap<string, OwnAccount>,
  { sentOn, receivedOn }: Dates,
): { from: OwnAccount | undefined; to: OwnAccount | undefined } {
  // Where a payment goes through the account of a bank, the account of the party has a key of its own.
  const written = (side: string) =>
    [`${side}Счет`, `${side}РасчСчет`].map((key) => plainAccount(fields.get(key)?.value ?? ''))
  const exact = (side: string) =>
    written(side)
      .map((number) => accounts.get(number))
      .find(Boolean)
  const [from, to] = [exact('Плательщик'), exact('Получатель')]
  const fitting = (side: string, other: OwnAccount | undefined) =>
    [...accounts.values()].filter(
      (own) => own !== other && written(side).every((number) => number === '' || fits(number, own.account)),
    )
  const only = (candidates: readonly OwnAccount[]) => (candidates.length === 1 ? candidates[0] : undefined)
  const isNamed = (side: string) => written(side).some((number) => /[1-9]/.test(number))
  if (from || to) {
    // The other side may be an account of the file as well, if it is shown in part.
    const alsoFrom =
      to && sentOn !== null && isNamed('Плательщик') ? only(fitting('Плательщик', to)) : undefined
    const alsoTo =
      from && receivedOn !== null && isNamed('Получатель') ? only(fitting('Получатель', from)) : undefined
    return { from: from ?? alsoFrom, to: to ?? alsoTo }
  }
  const [payers, receivers] = [fitting('Плательщик', undefined), fitting('Получатель', undefined)]
  if (sentOn === null) return { from: undefined, to: only(receivers) }
  if (receivedOn === null) return { from: only(payers), to: undefined }
  // Banks that write both dates: only one of the sides can be an account of the file.
  if (payers.length > 0 && receivers.length > 0) return { from: undefined, to: undefined }
  return { from: only(payers), to: only(receivers) }
}

/** An account without what people put between its digits. */
function plainAccount(value: string): string {
  const plain = value.replaceAll(/[\s.-]/g, '')
  return /^\d{20}$/.test(plain) ? plain : value.replaceAll(/\s/g, '')
}

/** Whether a number that is masked (stars, zeros), or cut off, can be this account. */
function fits(masked: string, account: string): boolean {
  if (/^0*$/.test(masked)) return true
  const shown = masked.split(/[^\d]+/)
  if (shown.length === 1) {
    if (masked.length === account.length)
      return [...masked].every((digit, at) => digit === '0' || digit === account[at])
    return masked.length >= 3 && (account.endsWith(masked) || account.startsWith(masked))
  }
  const [first = '', last = ''] = [shown[0], shown.at(-1)]
  return first.length + last.length <= account.length && account.startsWith(first) && account.endsWith(last)
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
