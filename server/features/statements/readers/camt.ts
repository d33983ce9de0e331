import { isCurrency } from '../../../../contract/currencies.ts'
import { type StatementWarning, statementMaxLines } from '../../../../contract/statements.ts'
import { amountOf, type CamtEntry, dateOf, directionOf, lacks, readEntry } from './camt-entry.ts'
import { damaged } from './damaged.ts'
import { parseMoney } from './money.ts'
import { longest, type ReadAccount, type ReadLine, type ReadStatement } from './statement.ts'
import { differencesOf } from './totals.ts'
import { decodeXml } from './xml-text.ts'
import { child, childrenOf, textAt, walkXml, type XmlElement } from './xml-tree.ts'

const namespaceForm = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[2-8]$/

/** Whether the content is XML. Which one, its namespace says. */
export function isXml(bytes: Uint8Array): boolean {
  return /^(\xef\xbb\xbf)?\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))
}

/** Reads camt.053 of ISO 20022, versions 2 to 8. Throws StatementDamaged. */
export function readCamt(bytes: Uint8Array): ReadStatement {
  const { text, warnings } = decodeXml(bytes)
  const statements: { account: ReadAccount; lines: ReadLine[]; warnings: StatementWarning[] }[] = []
  let entries: CamtEntry[] = []
  let lines = 0
  let hasMessage = false
  walkXml(text, {
    root(namespace, name) {
      if (name !== 'Document' || !namespaceForm.test(namespace)) throw damaged('statement_format')
    },
    visit(element) {
      if (element.name === 'BkToCstmrStmt') hasMessage = true
      if (element.name === 'Ntry') {
        const entry = readEntry(element)
        lines += entry.parts.length
        if (lines > statementMaxLines) throw damaged('statement_too_many_lines', { lines: statementMaxLines })
        entries.push(entry)
        return true
      }
      if (element.name === 'Stmt') {
        statements.push(readAccount(element, entries))
        entries = []
        return true
      }
      return false
    },
  })
  if (!hasMessage) throw damaged('statement_format')
  return {
    format: 'camt.053',
    accounts: statements.reduce<ReadAccount[]>((accounts, { account }) => merge(accounts, account), []),
    lines: statements.flatMap((statement) => statement.lines),
    warnings: [...statements.flatMap((statement) => statement.warnings), ...warnings],
  }
}

function readAccount(statement: XmlElement, entries: readonly CamtEntry[]) {
  const account = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
  if (!account) throw lacks(statement, 'Acct')
  if (!/^[A-Za-z0-9]{4,34}$/.test(account) || account.length > longest.account) {
    throw damaged('statement_account', { line: statement.line, field: 'Acct' })
  }
  const balances = childrenOf(statement, 'Bal').map(readBalance)
  const currency = textAt(statement, 'Acct/Ccy') ?? balances[0]?.currency ?? entries[0]?.currency
  if (!currency || !isCurrency(currency)) {
    throw damaged('statement_currency', { line: statement.line, field: 'Acct' })
  }
  for (const { line, currency: given, field } of [...balances, ...entries.map(asAmount)]) {
    if (given !== currency) throw damaged('statement_currency', { line, field })
  }
  const balance = (...codes: string[]) =>
    codes.map((code) => balances.find((candidate) => candidate.code === code)).find(Boolean)
  const booked = entries.filter(({ isBooked }) => isBooked)
  const read: ReadAccount = {
    account,
    currency,
    from: dateOf(statement, 'FrToDt', 'FrDtTm') ?? balance('OPBD')?.on ?? null,
    to: dateOf(statement, 'FrToDt', 'ToDtTm') ?? balance('CLBD')?.on ?? null,
    opening: balance('OPBD', 'PRCD')?.amount ?? null,
    closing: balance('CLBD')?.amount ?? null,
    received: sumOf(booked, 'incoming'),
    sent: sumOf(booked, 'outgoing'),
  }
  const lines = booked.flatMap(({ parts, direction }) =>
    // Banks also report fees of nothing.
    parts.filter(({ amount }) => amount > 0n).map((part) => ({ ...part, account, currency, direction })),
  )
  const pending = entries.length - booked.length
  const summary = child(statement, 'TxsSummry')
  const warnings: StatementWarning[] = [
    ...differencesOf({
      ...read,
      // The summary also counts entries that are not booked.
      statedReceived: pending > 0 ? null : statedSum(summary, 'TtlCdtNtries', currency),
      statedSent: pending > 0 ? null : statedSum(summary, 'TtlDbtNtries', currency),
    }),
    ...differentNumber(summary, account, entries.length),
    ...(pending > 0
      ? [{ code: 'pending_left_out' as const, account, stated: null, found: String(pending) }]
      : []),
    ...outsidePeriod(read, lines),
  ]
  return { account: read, lines, warnings }
}

function readBalance(balance: XmlElement) {
  const { amount, currency } = amountOf(balance)
  const units = directionOf(balance) === 'incoming' ? amount : -amount
  const code = textAt(balance, 'Tp/CdOrPrtry/Cd') ?? ''
  return { code, amount: units, currency, on: dateOf(balance, 'Dt'), line: balance.line, field: 'Bal' }
}

function asAmount({ line, currency }: CamtEntry) {
  return { line, currency, field: 'Ntry' }
}

function sumOf(entries: readonly CamtEntry[], direction: CamtEntry['direction']): bigint {
  return entries.reduce((sum, entry) => (entry.direction === direction ? sum + entry.amount : sum), 0n)
}

function statedSum(summary: XmlElement | undefined, name: string, currency: string): bigint | null {
  const given = child(summary, name, 'Sum')
  if (!given) return null
  const sum = parseMoney(given.text, currency)
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

function outsidePeriod({ account, from, to }: ReadAccount, lines: readonly ReadLine[]): StatementWarning[] {
  const outside = lines.filter(
    ({ bookedOn }) => (from !== null && bookedOn < from) || (to !== null && bookedOn > to),
  )
  if (outside.length === 0) return []
  return [{ code: 'outside_period', account, stated: null, found: String(outside.length) }]
}

/** A file may have a statement for each day: together they are one of the account. */
function merge(accounts: readonly ReadAccount[], next: ReadAccount): ReadAccount[] {
  const known = accounts.find(
    ({ account, currency }) => account === next.account && currency === next.currency,
  )
  if (!known) return [...accounts, next]
  const isEarlier = next.from !== null && known.from !== null && next.from < known.from
  const [first, last] = isEarlier ? [next, known] : [known, next]
  const merged: ReadAccount = {
    ...known,
    from: first.from,
    to: last.to,
    opening: first.opening,
    closing: last.closing,
    received: known.received + next.received,
    sent: known.sent + next.sent,
  }
  return accounts.map((account) => (account === known ? merged : account))
}
