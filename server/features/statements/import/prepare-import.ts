import type { StatementFormat, StatementWarning } from '../../../../contract/statements.ts'
import { newId } from '../../../platform/db/ids.ts'
import { formatMoney } from '../readers/money.ts'
import type { ReadLine, ReadStatement } from '../readers/statement.ts'

/** A statement as it is stored. Its lines stay text until PostgreSQL reads them, so that they cost the service no time. */
export interface PreparedImport {
  format: StatementFormat
  accounts: PreparedAccount[]
  warnings: StatementWarning[]
  from: string | null
  to: string | null
  /** JSON arrays of lines. */
  batches: Uint8Array<ArrayBuffer>[]
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
}

export const linesPerBatch = 1000

export function prepareImport(statement: ReadStatement): PreparedImport {
  const { format, lines, warnings } = statement
  const counts = Map.groupBy(lines, ({ account }) => account)
  const accounts = statement.accounts.map((read) => {
    const { account, currency, from, to, opening, closing } = read
    const balance = (units: bigint | null) => (units === null ? null : formatMoney(units, currency))
    return {
      account,
      currency,
      from,
      to,
      opening_balance: balance(opening),
      closing_balance: balance(closing),
      received: formatMoney(read.received, currency),
      sent: formatMoney(read.sent, currency),
      lines: counts.get(account)?.length ?? 0,
    }
  })
  return {
    format,
    accounts,
    warnings,
    from: first(accounts.map(({ from }) => from)),
    to: last(accounts.map(({ to }) => to)),
    batches: batchesOf(rowsOf(lines)),
  }
}

/** In the order of their identity, in which every import adds lines: two of them never wait for each other in a circle. */
function rowsOf(lines: readonly ReadLine[]) {
  const occurrences = new Map<string, number>()
  const rows = lines.map((line, index) => {
    const { account, bookedOn, direction, documentNumber, currency, payer, receiver, purpose } = line
    const amount = formatMoney(line.amount, currency)
    const identity = [account, bookedOn, direction, documentNumber, payer.account ?? '', amount].join('\n')
    const occurrence = (occurrences.get(identity) ?? 0) + 1
    occurrences.set(identity, occurrence)
    return {
      identity: `${identity}\n${String(occurrence).padStart(6, '0')}`,
      row: {
        id: newId(),
        position: index + 1,
        account,
        currency,
        booked_on: bookedOn,
        direction,
        document_number: documentNumber,
        payer_account: payer.account ?? '',
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
      },
    }
  })
  return rows.sort((a, b) => (a.identity < b.identity ? -1 : 1)).map(({ row }) => row)
}

function batchesOf(rows: readonly object[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  const starts = Array.from({ length: Math.ceil(rows.length / linesPerBatch) }, (_, n) => n * linesPerBatch)
  return starts.map((start) => encoder.encode(JSON.stringify(rows.slice(start, start + linesPerBatch))))
}

function first(days: readonly (string | null)[]): string | null {
  return days.filter((day) => day !== null).sort()[0] ?? null
}

function last(days: readonly (string | null)[]): string | null {
  return (
    days
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  )
}
