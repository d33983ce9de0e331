import type { LinePosting, PostingSuggestion } from '../../../../contract/books/line-postings.ts'
import type {
  StatementLineResponse,
  StatementResponse,
  StatementSuggestion,
} from '../../../../contract/books/statements.ts'
import { currencyDecimals } from '../../../../contract/money/currencies.ts'
import { addDecimals, decimalDifference, toPlaces } from '../../../../contract/money/decimal.ts'
import type { OwnSettlement } from './exchange-store.ts'
import { shownOccurrence } from './occurrences.ts'
import type { Line } from './statement-store.ts'
import type { ExceptionRow, MatchRow, PostingRow, StatementRow } from './statement-tables.ts'

/** What the statement does not follow from, and who said why. */
export type Sequence = Pick<ExceptionRow, 'warnings' | 'explanation' | 'explained_by' | 'explained_at'>

export function toStatementResponse(
  row: StatementRow,
  openLines: number,
  sequence: Sequence | undefined,
): StatementResponse {
  return {
    id: row.id,
    format: row.format,
    file: { name: row.file_name, size: row.size, sha256: row.sha256.toString('hex') },
    from: row.period_from,
    to: row.period_to,
    accounts: row.accounts,
    new_lines: row.new_lines,
    known_lines: row.known_lines,
    open_lines: openLines,
    warnings: [...row.warnings, ...(sequence?.warnings ?? [])],
    explanation: toExplanation(sequence),
    imported_by: row.imported_by,
    imported_at: row.imported_at.toISOString(),
  }
}

function toExplanation(sequence: Sequence | undefined): StatementResponse['explanation'] {
  const { explanation: reason = null, explained_by: by = null, explained_at: at = null } = sequence ?? {}
  return reason === null || by === null || at === null ? null : { reason, by, at: at.toISOString() }
}

/** The part of a line that is neither matched nor posted. */
export function openAmount(line: Line, matches: readonly MatchRow[]): string {
  if (line.status === 'posted') return toPlaces('0', currencyDecimals(line.currency))
  const matched = matches.reduce((sum, { amount }) => addDecimals(sum, amount), '0')
  return toPlaces(decimalDifference(line.amount, matched), currencyDecimals(line.currency))
}

/** Of a payment, for people: the number of the order, or that of the line where the bank gave none. */
export function referenceOf({ document_number, id }: Line): string {
  return document_number || id
}

export function toLineResponse(
  line: Line,
  {
    matches,
    suggestions,
    posting,
    settlement,
    postingSuggestion,
  }: {
    matches: readonly MatchRow[]
    suggestions: StatementSuggestion[]
    posting: PostingRow | undefined
    settlement: OwnSettlement | undefined
    postingSuggestion: PostingSuggestion | null
  },
): StatementLineResponse {
  const money = (amount: string) => toPlaces(amount, currencyDecimals(line.currency))
  return {
    id: line.id,
    statement_id: line.statement_id,
    status: line.status,
    account: line.account,
    booked_on: line.booked_on,
    direction: line.direction,
    document_number: line.document_number,
    amount: money(line.amount),
    currency: line.currency,
    payer: {
      name: line.payer_name,
      inn: line.payer_inn,
      account: line.payer_account || null,
      bic: line.payer_bic,
    },
    receiver: {
      name: line.receiver_name,
      inn: line.receiver_inn,
      account: line.receiver_account,
      bic: line.receiver_bic,
    },
    purpose: line.purpose,
    occurrence: shownOccurrence(line.occurrence),
    matches: matches.map(({ kind, fact_id, request_id, organization_id, amount, was_entered }) => ({
      kind,
      id: fact_id,
      request_id,
      organization_id,
      amount: money(amount),
      was_entered,
    })),
    open_amount: openAmount(line, matches),
    suggestions,
    posting: posting ? toPosting(posting, settlement) : null,
    posting_suggestion: postingSuggestion,
    set_aside_reason: line.set_aside_reason,
    decided_by: line.decided_by,
    decided_at: line.decided_at?.toISOString() ?? null,
    imported_at: line.imported_at.toISOString(),
  }
}

function toPosting(
  { id, account, text, acquisition_id, posted_at, posted_by, posted_by_name }: PostingRow,
  settlement: OwnSettlement | undefined,
): LinePosting {
  return {
    id,
    account,
    text,
    acquisition_id,
    exchange: settlement
      ? { line_id: settlement.other_line_id, day: settlement.day, result: settlement.result }
      : null,
    posted_at: posted_at.toISOString(),
    posted_by: { id: posted_by, name: posted_by_name },
  }
}

/** A line for somebody who may decide about it, but not read it: what they have sent, and what became of it. */
export function withheld(line: StatementLineResponse): StatementLineResponse {
  const nobody = { name: null, inn: null, account: null, bic: null }
  return {
    ...line,
    account: '',
    document_number: '',
    payer: nobody,
    receiver: nobody,
    purpose: '',
    suggestions: [],
    posting: line.posting && { ...line.posting, text: '' },
    posting_suggestion: null,
  }
}
