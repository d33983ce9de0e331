import { sql } from 'kysely'
import { declareQueue } from '../../platform/work/declared-queue.ts'

/** Lines of statements that fit nothing yet. */
export const lineQueue = declareQueue({
  table: sql`statement_lines`,
  waits: sql`item.status = 'new'`,
  at: sql`item.waiting_since`,
  tie: [[sql`item.id`, 'uuid']],
  joins: sql``,
  columns: {
    id: sql`item.id`,
    title: sql`coalesce(case item.direction when 'incoming' then item.payer_name else item.receiver_name end,
      nullif(item.document_number, ''), item.account)`,
    detail: sql`item.purpose`,
    amount: sql`item.amount::text`,
    currency: sql`item.currency`,
  },
})
