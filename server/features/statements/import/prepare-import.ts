import { hash } from 'node:crypto'
import type { StatementFormat, StatementWarning } from '../../../../contract/books/statements.ts'
import { newId } from '../../../platform/db/ids.ts'
import { formatMoney } from '../readers/money.ts'
import { readStatement } from '../readers/read-statement.ts'
import type { ReadLine } from '../readers/statement.ts'
import type { Bytes } from '../readers/text.ts'

/** A statement as it is stored, without its lines. */
export interface PreparedImport {
  format: StatementFormat
  accounts: PreparedAccount[]
  warnings: StatementWarning[]
  from: string | null
  to: string | null
  lines: number
}

export interface PreparedAccount {
  account: string
  currency: string
  from: string | null
  to: string | null
  opening_balance: string | null
  closing_balance: string | null
  received: string
  sent: string
  lines: number
  /** The first and the last day of its lines. */
  booked: { first: string; last: string } | null
}

/** Reads the whole file, so that it is known to be right, and keeps no line of it. Throws StatementDamaged. */
export function prepareImport(bytes: Bytes): PreparedImport {
  const reading = readStatement(bytes)
  const counts = new Map<string, { lines: number; first: string; last: string }>()
  let next = reading.next()
  for (; !next.done; next = reading.next()) {
    const { account, currency, bookedOn: day } = next.value
    const known = counts.get(`${account} ${currency}`) ?? { lines: 0, first: day, last: day }
    known.lines += 1
    if (day < known.first) known.first = day
    if (day > known.last) known.last = day
    counts.set(`${account} ${currency}`, known)
  }
  const { format, warnings, ...read } = next.value
  const accounts = read.accounts.map(({ account, currency, from, to, opening, closing, received, sent }) => {
    const balance = (units: bigint | null) => (units === null ? null : formatMoney(units, currency))
    const { lines, ...booked } = counts.get(`${account} ${currency}`) ?? { lines: 0 }
    return {
      account,
      currency,
      from,
      to,
      opening_balance: balance(opening),
      closing_balance: balance(closing),
      received: formatMoney(received, currency),
      sent: formatMoney(sent, currency),
      lines,
      booked: 'first' in booked ? booked : null,
    }
  })
  return {
    format,
    accounts,
    warnings,
    from: first(accounts.map(({ from }) => from)),
    to: last(accounts.map(({ to }) => to)),
    lines: accounts.reduce((sum, { lines }) => sum + lines, 0),
  }
}

/** JSON of lines, which stays text until PostgreSQL reads it, so that it costs the service no time. */
export interface Batch {
  lines: number
  json: Uint8Array<ArrayBuffer>
}

const linesPerBatch = 1000
/** Lines with the longest texts would otherwise make a batch of many megabytes. */
const charactersPerBatch = 400_000

/** The lines of a file that was read before, in batches. */
export function* prepareBatches(bytes: Bytes): Generator<Batch> {
  const occurrences = new Map<string, number>()
  let rows: string[] = []
  let characters = 0
  let position = 0
  for (const line of readStatement(bytes)) {
    position += 1
    const row = JSON.stringify(rowOf(line, position, occurrences))
    rows.push(row)
    characters += row.length
    if (rows.length < linesPerBatch && characters < charactersPerBatch) continue
    yield batchOf(rows)
    rows = []
    characters = 0
  }
  if (rows.length > 0) yield batchOf(rows)
}

function batchOf(rows: readonly string[]): Batch {
  // A buffer of its own, which can be moved to the caller.
  const json = new TextEncoder().encode(`[${rows.join(',')}]`)
  return { lines: rows.length, json }
}

/** Which one it is of lines that are otherwise the same: only their digests are kept. */
function rowOf(line: ReadLine, position: number, occurrences: Map<string, number>) {
  const { account, bookedOn, direction, documentNumber, currency, payer, receiver, purpose } = line
  const amount = formatMoney(line.amount, currency)
  const payerAccount = payer.account ?? ''
  const identity = hash(
    'sha256',
    [
      account,
      currency,
      bookedOn,
      direction,
      documentNumber,
      payerAccount,
      payer.inn,
      payer.name,
      amount,
    ].join('\n'),
    'base64',
  )
  const occurrence = (occurrences.get(identity) ?? 0) + 1
  occurrences.set(identity, occurrence)
  return {
    id: newId(),
    position,
    account,
    currency,
    booked_on: bookedOn,
    direction,
    document_number: documentNumber,
    payer_account: payerAccount,
    amount,
    occurrence,
    payer_name: payer.name,
    payer_inn: payer.inn,
    payer_bic: payer.bic,
    receiver_name: receiver.name,
    receiver_inn: receiver.inn,
    receiver_account: receiver.account,
    receiver_bic: receiver.bic,
    purpose,
  }
}

export function first(days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).sort()[0] ?? null
}

export function last(days: readonly (string | null)[]): string | null {
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}
