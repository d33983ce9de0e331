import { type StatementWarning, statementMaxLines } from '../../../../contract/books/statements.ts'
import { currencyOfAccount } from '../../../../contract/money/account-currency.ts'
import { isCurrency } from '../../../../contract/money/currencies.ts'
import { amountOf, type CamtEntry, camtMoney, dateOf, directionOf, lacks, readEntry } from './camt-entry.ts'
import { damaged } from './damaged.ts'
import { brokenChains, merge } from './merged-accounts.ts'
import { longest, type ReadAccount, type ReadLine, type ReadSummary } from './statement.ts'
import type { Bytes } from './text.ts'
import { differencesOf } from './totals.ts'
import { decodeXml } from './xml-text.ts'
import { child, childrenOf, createXmlReader, textAt, type XmlElement } from './xml-tree.ts'

const namespaceForm = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[34])\.001\.0[2-8]$/

/** What the messages of each format are called: statements, and notifications, which announce entries of statements. */
const messages = {
  'camt.053': { message: 'BkToCstmrStmt', statement: 'Stmt' },
  'camt.054': { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
} as const
type CamtFormat = keyof typeof messages

/** Whether the beginning of a file is that of XML. Which one, its namespace says. */
export function isXml(head: Buffer): boolean {
  return /^(\xef\xbb\xbf)?\s*</.test(head.toString('latin1'))
}

/** Reads camt.053 and camt.054 of ISO 20022, versions 2 to 8. Throws StatementDamaged. */
export function* readCamt(bytes: Bytes): Generator<ReadLine, ReadSummary> {
  const { text, warnings } = decodeXml(bytes)
  const ready: ReadLine[] = []
  const found: StatementWarning[] = []
  let accounts: ReadAccount[] = []
  let open: OpenStatement | undefined
  let lines = 0
  let hasMessage = false
  let format: CamtFormat = 'camt.053'
  const reader = createXmlReader({
    root(namespace, name) {
      const named = namespaceForm.exec(namespace)?.[1]
      if (name !== 'Document' || !named) throw damaged('statement_format')
      format = named as CamtFormat
    },
    visit(element, parent) {
      const { message, statement } = messages[format]
      if (element.name === message) hasMessage = true
      if (element.name === 'Ntry') {
        if (parent?.name !== statement) throw lacks(element, statement)
        const entry = readEntry(element, format === 'camt.054')
        lines += entry.parts.length
        if (lines > statementMaxLines) throw damaged('statement_too_many_lines', { lines: statementMaxLines })
        open ??= openStatement(parent, entry.currency)
        ready.push(...addEntry(open, entry))
        return true
      }
      if (element.name === statement) {
        const closed = closeStatement(element, open ?? openStatement(element, undefined), format)
        accounts = merge(accounts, closed.account)
        found.push(...closed.warnings)
        open = undefined
        return true
      }
      return false
    },
  })
  for (const piece of text()) {
    reader.write(piece)
    yield* ready.splice(0)
  }
  reader.close()
  yield* ready.splice(0)
  if (!hasMessage) throw damaged('statement_format')
  return { format, accounts, warnings: [...found, ...brokenChains(accounts, found), ...warnings] }
}

/** A statement whose entries are being read. The standard has its account, period and balances before them. */
interface OpenStatement
  extends Pick<ReadAccount, 'account' | 'currency' | 'from' | 'to' | 'received' | 'sent'> {
  entries: number
  pending: number
  outside: number
}

function openStatement(statement: XmlElement, currencyOfEntry: string | undefined): OpenStatement {
  // One spelling: the letters of an IBAN have no case.
  const account = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')?.toUpperCase()
  if (!account) throw lacks(statement, 'Acct')
  if (!/^[A-Z0-9]{4,34}$/.test(account) || account.length > longest.account) {
    throw damaged('statement_account', { line: statement.line, field: 'Acct' })
  }
  const balances = readBalances(statement)
  const currency = textAt(statement, 'Acct/Ccy') ?? balances[0]?.currency ?? currencyOfEntry
  // A Russian account names its currency itself.
  const stated = /^\d{20}$/.test(account) ? currencyOfAccount(account) : undefined
  if (!currency || !isCurrency(currency) || (stated ?? currency) !== currency) {
    throw damaged('statement_currency', { line: statement.line, field: 'Acct' })
  }
  return {
    account,
    currency,
    from: dateOf(statement, 'FrToDt', 'FrDtTm') ?? balanceOf(balances, 'OPBD')?.on ?? null,
    to: dateOf(statement, 'FrToDt', 'ToDtTm') ?? balanceOf(balances, 'CLBD')?.on ?? null,
    received: 0n,
    sent: 0n,
    entries: 0,
    pending: 0,
    outside: 0,
  }
}

function addEntry(open: OpenStatement, entry: CamtEntry): ReadLine[] {
  const { account, currency, from, to } = open
  const { direction, amount } = entry
  if (entry.currency !== currency) throw damaged('statement_currency', { line: entry.line, field: 'Ntry' })
  open.entries += 1
  if (!entry.isBooked) {
    open.pending += 1
    return []
  }
  if (direction === 'incoming') open.received += amount
  else open.sent += amount
  // Banks also report fees of nothing.
  const lines = entry.parts.filter((part) => part.amount > 0n)
  open.outside += lines.filter(
    ({ bookedOn }) => (from !== null && bookedOn < from) || (to !== null && bookedOn > to),
  ).length
  return lines.map((part) => ({ ...part, account, currency, direction }))
}

function closeStatement(statement: XmlElement, open: OpenStatement, format: CamtFormat) {
  const { account, currency, from, to, received, sent, entries, pending, outside } = open
  const balances = readBalances(statement)
  for (const { line, currency: given } of balances)
    if (given !== currency) throw damaged('statement_currency', { line, field: 'Bal' })
  const read: ReadAccount = {
    account,
    currency,
    from,
    to,
    opening: balanceOf(balances, 'OPBD', 'PRCD')?.amount ?? null,
    closing: balanceOf(balances, 'CLBD')?.amount ?? null,
    received,
    sent,
  }
  const summary = child(statement, 'TxsSummry')
  const counted = (code: 'pending_left_out' | 'outside_period', count: number): StatementWarning[] =>
    count === 0 ? [] : [{ code, account, stated: null, found: String(count) }]
  const warnings: StatementWarning[] = [
    ...differencesOf({
      ...read,
      // The summary also counts entries that are not booked.
      statedReceived: pending > 0 ? null : statedSum(summary, 'TtlCdtNtries', currency),
      statedSent: pending > 0 ? null : statedSum(summary, 'TtlDbtNtries', currency),
      // A notification need not have totals: nothing is booked by it.
    }).filter(({ code }) => format === 'camt.053' || code !== 'totals_missing'),
    ...differentNumber(summary, account, entries),
    ...counted('pending_left_out', pending),
    ...counted('outside_period', outside),
  ]
  return { account: read, warnings }
}

type Balance = ReturnType<typeof readBalance>

function readBalances(statement: XmlElement): Balance[] {
  return childrenOf(statement, 'Bal').map(readBalance)
}

/** The first of these codes that the file has. */
function balanceOf(balances: readonly Balance[], ...codes: string[]): Balance | undefined {
  return codes.map((code) => balances.find((balance) => balance.code === code)).find(Boolean)
}

function readBalance(balance: XmlElement) {
  const { amount, currency } = amountOf(balance)
  const units = directionOf(balance) === 'incoming' ? amount : -amount
  const code = textAt(balance, 'Tp/CdOrPrtry/Cd') ?? ''
  return { code, amount: units, currency, on: dateOf(balance, 'Dt'), line: balance.line }
}

function statedSum(summary: XmlElement | undefined, name: string, currency: string): bigint | null {
  const given = child(summary, name, 'Sum')
  if (!given) return null
  const sum = camtMoney(given.text, currency)
  if (sum === undefined) throw damaged('statement_balance', { line: given.line, field: 'Sum', currency })
  return sum
}

function differentNumber(
  summary: XmlElement | undefined,
  account: string,
  entries: number,
): StatementWarning[] {
  const stated = textAt(summary, 'TtlNtries/NbOfNtries')
  if (!stated || stated === String(entries)) return []
  return [{ code: 'number_of_lines', account, stated: stated.slice(0, 15), found: String(entries) }]
}
