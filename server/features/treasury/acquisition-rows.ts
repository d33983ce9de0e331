import { sql } from 'kysely'
import { acquisitionList } from '../../../contract/lists/acquisitions.ts'
import { columnsOf, equals } from '../../platform/lists/conditions.ts'
import { rowsOf } from '../../platform/lists/list-rows.ts'
import { toAcquisitions } from './acquisition-response.ts'
import type { AcquisitionPayments } from './stock/acquisition-payments.ts'

/** The newest day first, also what was reversed. */
export const createAcquisitionRows = (payments: AcquisitionPayments) =>
  rowsOf(acquisitionList, {
    conditions: ({ company_id, asset, network, from, to }) => [
      ...equals('acquisition', { company_id, asset, network }),
      ...(from === undefined ? [] : [sql<boolean>`acquisition.day >= ${from}`]),
      ...(to === undefined ? [] : [sql<boolean>`acquisition.day <= ${to}`]),
    ],
    page: {
      find: (db) => db.selectFrom('acquisitions as acquisition').selectAll(),
      order: [
        { value: sql`acquisition.day`, type: 'date' },
        { value: sql`acquisition.id`, type: 'uuid' },
      ],
      items: (db, rows) => toAcquisitions(db, rows, payments),
    },
    file: {
      from: sql`acquisitions as acquisition`,
      key: sql`acquisition.id`,
      keyType: 'uuid',
      columns: columnsOf('acquisition', {
        id: 'code',
        day: 'date',
        company_id: 'code',
        asset: 'code',
        network: 'code',
        wallet_id: 'code',
        amount: 'number',
        currency: 'code',
        cost_amount: 'number',
        fee_amount: 'number',
        counterparty: 'text',
        organization_id: 'code',
        reference: 'text',
        tx_hash: 'text',
        acquired_at: 'time',
        recorded_by: ['text', sql`acquisition.recorded_by_name`],
        recorded_at: 'time',
        reversed_on: 'date',
        reversed_reason: 'text',
      }),
    },
  })
