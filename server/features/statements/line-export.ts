import { type RawBuilder, sql } from 'kysely'
import type { StatementLineFilter } from '../../../contract/statements.ts'
import { columnsOf, equals } from '../../platform/exports/declare.ts'
import type { ExportedList } from '../../platform/exports/exported-list.ts'

/** What of a line is matched. What was reversed since is open again. */
const matched = sql`coalesce((
  select sum(part.amount) from statement_matches as part where part.line_id = line.id and part.released_at is null
), 0)`

/** Lines of bank statements, each once, however many files brought it. */
export const lineExport: ExportedList<StatementLineFilter & { statement_id?: string }> = {
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
    open_amount: ['number', sql`line.amount - ${matched}`],
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
    set_aside_reason: 'text',
    decided_at: 'time',
    statement_id: 'code',
    file_name: ['text', sql`statement.file_name`],
    imported_at: ['time', sql`statement.imported_at`],
  }),
  conditions: ({ status, direction, statement_id }) => [
    ...equals('line', { status, direction }),
    ...(statement_id === undefined ? [] : [isIn(statement_id)]),
  ],
}

/** Also lines that an earlier statement brought first. */
function isIn(statementId: string): RawBuilder<boolean> {
  return sql`exists (
    select from statement_contents as content where content.statement_id = ${statementId} and content.line_id = line.id
  )`
}
