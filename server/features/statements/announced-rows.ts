import { type RawBuilder, sql } from 'kysely'
import type { AnnouncedLineResponse, AnnouncedLineStatus } from '../../../contract/books/announced-lines.ts'
import type { StatementSuggestion } from '../../../contract/books/statements.ts'
import { announcedLineList } from '../../../contract/lists/announced-lines.ts'
import type { Db } from '../../platform/db/database.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { type Announced, announcedLines } from './announced-store.ts'
import { suggestionsFor } from './line-suggestions.ts'
import { toLineResponse } from './lines/line-response.ts'
import { type Line, lineConditions } from './lines/statement-store.ts'

const status = sql`case when line.line_id is not null then 'booked' when line.ended_at is null then 'announced' else 'not_booked' end`

const conditionOf: Readonly<Record<AnnouncedLineStatus, RawBuilder<boolean>>> = {
  announced: sql`line.ended_at is null`,
  booked: sql`line.line_id is not null`,
  not_booked: sql`line.line_id is null and line.ended_at is not null`,
}

/** What banks have announced. It can be read and no more: only booked lines become payments. */
export const announcedRows = rowsOf(announcedLineList, {
  conditions: ({ status, statement_id, ...same }) => [
    ...(status === undefined ? [] : [conditionOf[status]]),
    ...equals('line', { statement_id }),
    ...lineConditions(same),
  ],
  page: {
    find: announcedLines,
    order: [{ value: sql`line.id`, type: 'uuid' }],
    sums: { currency: sql`line.currency`, amounts: { amount: sql`line.amount` } },
    async items(db: Db, rows: Announced[]) {
      const waiting = rows.filter(({ ended_at }) => ended_at === null).map(asLine)
      const suggestions = await suggestionsFor(db, waiting, new Map())
      return rows.map((row) => toResponse(row, suggestions.get(row.id) ?? []))
    },
  },
  file: {
    from: sql`announced_lines as line join statements as statement on statement.id = line.statement_id`,
    key: sql`line.id`,
    keyType: 'uuid',
    columns: columnsOf('line', {
      id: 'code',
      status: ['code', status],
      account: 'text',
      booked_on: 'date',
      direction: 'code',
      document_number: 'text',
      amount: 'number',
      currency: 'code',
      payer_name: 'text',
      payer_inn: 'text',
      payer_account: ['text', sql`nullif(line.payer_account, '')`],
      payer_bic: 'text',
      receiver_name: 'text',
      receiver_inn: 'text',
      receiver_account: 'text',
      receiver_bic: 'text',
      purpose: 'text',
      statement_line_id: ['code', sql`line.line_id`],
      statement_id: 'code',
      file_name: ['text', sql`statement.file_name`],
      imported_at: ['time', sql`statement.imported_at`],
    }),
  },
})

/** As a line that nobody has dealt with: what is suggested for it is what would be suggested once it is booked. */
function asLine(row: Announced): Line {
  return {
    ...row,
    status: 'new',
    set_aside_reason: null,
    decided_by: null,
    decided_at: null,
    waiting_since: row.announced_at,
    imported_at: row.announced_at,
  }
}

function toResponse(row: Announced, suggestions: StatementSuggestion[]): AnnouncedLineResponse {
  const line = toLineResponse(asLine(row), {
    matches: [],
    suggestions,
    posting: undefined,
    settlement: undefined,
    postingSuggestion: null,
  })
  const { account, booked_on, direction, document_number, amount, currency, payer, receiver, purpose } = line
  return {
    id: row.id,
    statement_id: row.statement_id,
    status: row.line_id !== null ? 'booked' : row.ended_at === null ? 'announced' : 'not_booked',
    line_id: row.line_id,
    account,
    booked_on,
    direction,
    document_number,
    amount,
    currency,
    payer,
    receiver,
    purpose,
    suggestions,
    announced_at: row.announced_at.toISOString(),
  }
}
