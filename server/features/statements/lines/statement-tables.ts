import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PostingAccount, RuleAccount } from '../../../../contract/books/line-postings.ts'
import type {
  StatementAccount,
  StatementDirection,
  StatementFormat,
  StatementLineStatus,
  StatementMatch,
  StatementWarning,
} from '../../../../contract/books/statements.ts'

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, never>

/** What a bank says of a line, booked or announced. */
interface Line {
  id: string
  statement_id: string
  account: string
  currency: string
  booked_on: string
  direction: StatementDirection
  document_number: string
  payer_account: string
  amount: string
  occurrence: number
  payer_name: string | null
  payer_inn: string | null
  payer_bic: string | null
  receiver_name: string | null
  receiver_inn: string | null
  receiver_account: string | null
  receiver_bic: string | null
  purpose: string
}

export interface StatementTables {
  statements: {
    id: string
    format: StatementFormat
    file_name: string
    size: number
    sha256: Buffer
    accounts: Json<StatementAccount[]>
    warnings: Json<StatementWarning[]>
    period_from: string | null
    period_to: string | null
    new_lines: number
    known_lines: number
    imported_by: string
    imported_at: Date
  }
  statement_lines: Line & {
    status: Generated<StatementLineStatus>
    set_aside_reason: string | null
    decided_by: string | null
    decided_at: Date | null
    waiting_since: Generated<Date>
  }
  announced_lines: Line & {
    position: number
    line_id: string | null
    ended_at: Date | null
  }
  statement_periods: {
    statement_id: string
    account: string
    currency: string
    first_day: string
    last_day: string
    opening: string | null
    closing: string | null
    is_over: boolean
  }
  statement_exceptions: {
    statement_id: string
    warnings: Json<StatementWarning[]>
    waiting_since: Date
    explanation: string | null
    explained_by: string | null
    explained_at: Date | null
  }
  statement_contents: { statement_id: string; position: number; line_id: string }
  statement_matches: {
    id: string
    line_id: string
    position: number
    kind: StatementMatch['kind']
    fact_id: string
    request_id: string | null
    organization_id: string
    amount: string
    was_entered: boolean
    matched_at: Date
    released_at: Date | null
  }
  statement_postings: {
    id: string
    line_id: string
    account: PostingAccount
    text: string
    acquisition_id: Generated<string | null>
    posted_at: Date
    posted_by: string
    posted_by_name: string
    reversed_at: Generated<Date | null>
    reversed_on: Generated<string | null>
    reversed_by: Generated<string | null>
    reversed_by_name: Generated<string | null>
    reversed_reason: Generated<string | null>
  }
  exchange_settlements: {
    id: string
    given_id: string
    taken_id: string
    day: string
    result: string
    settled_at: Date
    settled_by: string
    settled_by_name: string
    reversed_at: Generated<Date | null>
    reversed_on: Generated<string | null>
  }
  posting_rules: {
    id: string
    contains: string
    folded: string
    direction: StatementDirection | null
    account: RuleAccount
    text: string | null
    created_at: Date
    created_by: string
    created_by_name: string
  }
}

export type StatementRow = Selectable<StatementTables['statements']>
export type PeriodRow = Selectable<StatementTables['statement_periods']>
export type ExceptionRow = Selectable<StatementTables['statement_exceptions']>
export type AnnouncedRow = Selectable<StatementTables['announced_lines']>
export type LineRow = Selectable<StatementTables['statement_lines']>
export type MatchRow = Selectable<StatementTables['statement_matches']>
export type PostingRow = Selectable<StatementTables['statement_postings']>
export type SettlementRow = Selectable<StatementTables['exchange_settlements']>
export type RuleRow = Selectable<StatementTables['posting_rules']>

declare module '../../../platform/db/database.ts' {
  interface Tables extends StatementTables {}
}
