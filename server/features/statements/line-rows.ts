import { type RawBuilder, sql } from 'kysely'
import { statementLineList } from '../../../contract/lists/statement-lines.ts'
import { columnsOf } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { isSoughtLine } from './line-search.ts'
import { linesWithSuggestions } from './line-suggestions.ts'
import { lineConditions, linesWithImport } from './lines/statement-store.ts'

/** What of a line is matched. What was reversed since is open again. */
const matched = sql`coalesce((
  select sum(part.amount) from statement_matches as part where part.line_id = line.id and part.released_at is null
), 0)`

const posting = (column: RawBuilder<unknown>) => sql`(
  select ${column} from statement_postings as posting where posting.line_id = line.id and posting.reversed_at is null
)`

/** Lines of bank statements, each once, however many files brought it. */
export const lineRows = rowsOf(statementLineList, {
  conditions: (filter, at) => {
    const { q, statement_id } = filter as typeof filter & { statement_id?: string }
    return [
      ...(q?.trim() ? [isSoughtLine(q, at)] : []),
      ...lineConditions(filter),
      ...(statement_id === undefined ? [] : [isIn(statement_id)]),
    ]
  },
  page: {
    find: linesWithImport,
    order: [{ value: sql`line.id`, type: 'uuid' }],
    isAscending: true,
    sums: { currency: sql`line.currency`, amounts: { amount: sql`line.amount` } },
    items: linesWithSuggestions,
  },
  file: {
    from: sql`statement_lines as line join statements as statement on statement.id = line.statement_id`,
    key: sql`line.id`,
    keyType: 'uuid',
    columns: columnsOf('line', {
      id: 'code',
      status: 'code',
      account: 'text',
      booked_on: 'date',
      direction: 'code',
      document_number: 'text',
      amount: 'number',
      open_amount: ['number', sql`case line.status when 'posted' then 0 else line.amount - ${matched} end`],
      currency: 'code',
      payer_name: 'text',
      payer_inn: 'text',
      payer_account: 'text',
      payer_bic: 'text',
      receiver_name: 'text',
      receiver_inn: 'text',
      receiver_account: 'text',
      receiver_bic: 'text',
      purpose: 'text',
      posted_as: ['code', posting(sql`posting.account`)],
      posting_text: ['text', posting(sql`posting.text`)],
      set_aside_reason: 'text',
      decided_at: 'time',
      statement_id: 'code',
      file_name: ['text', sql`statement.file_name`],
      imported_at: ['time', sql`statement.imported_at`],
    }),
  },
})

/** Also lines that an earlier statement brought first. */
function isIn(statementId: string): RawBuilder<boolean> {
  return sql`exists (
    select from statement_contents as content where content.statement_id = ${statementId} and content.line_id = line.id
  )`
}
