import { sql } from 'kysely'
import { paymentFileList } from '../../../contract/lists/payment-files.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { byId } from '../../platform/lists/page.ts'
import { toSummary } from './payment-file-response.ts'
import { executedCount, fileStatus, files } from './payment-file-store.ts'

/** Files without their orders, newest first: ids are in the order in which they were made. */
export const paymentFileRows = rowsOf(paymentFileList, {
  conditions: ({ status, account, from, to }) => [
    ...equals('payment_files', { account }),
    ...(status === undefined ? [] : [sql<boolean>`${fileStatus} = ${status}`]),
    ...withinDays(sql`payment_files.made_at`, from, to),
  ],
  page: {
    find: files,
    order: byId,
    // What was voided is in the list, and is not to be paid.
    sums: {
      currency: sql`'RUB'`,
      amounts: { amount: sql`case when voided_at is null then amount else 0 end` },
    },
    items: (_db, rows) => rows.map(toSummary),
  },
  file: {
    from: sql`payment_files`,
    key: sql`payment_files.id`,
    keyType: 'uuid',
    columns: columnsOf('payment_files', {
      id: 'code',
      status: ['code', fileStatus],
      account: 'text',
      day: 'date',
      amount: 'number',
      currency: ['code', sql`'RUB'`],
      orders_count: 'number',
      executed_count: ['number', executedCount],
      made_by: ['text', sql`payment_files.made_by_name`],
      made_at: 'time',
      voided_by: ['text', sql`payment_files.voided_by_name`],
      voided_at: 'time',
      void_reason: 'text',
      sha256: ['code', sql`encode(payment_files.sha256, 'hex')`],
    }),
  },
})
