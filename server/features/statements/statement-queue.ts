import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'

/** Statements that do not follow from the others of their accounts, until somebody says why. */
export const statementQueue = declareQueue({
  table: sql`statement_exceptions`,
  waits: sql`item.explained_at is null`,
  at: sql`item.waiting_since`,
  tie: [[sql`item.statement_id`, 'uuid']],
  joins: sql`join statements as statement on statement.id = item.statement_id`,
  columns: {
    id: sql`item.statement_id`,
    title: sql`statement.file_name`,
    detail: sql`(
      select string_agg(distinct warning ->> 'account', ', ') from jsonb_array_elements(item.warnings) as warning
    )`,
  },
})
