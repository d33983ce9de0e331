import { type RawBuilder, sql } from 'kysely'
import type { ListFilter } from '../../../contract/lists/list.ts'
import { transferBatchList } from '../../../contract/lists/transfer-batches.ts'
import type { BatchStatus } from '../../../contract/wallets/transfer-batches.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { type ListRows, rowsOf } from '../../platform/lists/list-rows.ts'
import { hasOpenApproval } from '../control/approvals/open-approvals.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { progressOf } from './batch/batch-store.ts'
import { toBatch } from './batch-response.ts'
import type { SignatureApprovals } from './transfer/signature-approvals.ts'
import { coinOf, decimal } from './transfer-rows.ts'

const network = sql`batch.network`
const coin = coinOf(network)

/** What a batch is shown as at this moment, as in batch-response.ts. */
function shownStatus(at: RawBuilder<Date>): RawBuilder<string> {
  const has = (status: 'waiting' | 'approved') =>
    hasOpenApproval('transfer.sign', sql`batch.id::text`, status, at)
  return sql`case
    when batch.status = 'cancelled' then 'cancelled'
    when batch.status = 'draft' and ${has('approved')} then 'approved'
    when batch.status = 'draft' and ${has('waiting')} then 'waiting'
    when batch.status = 'draft' then 'draft'
    when not exists (select ${members} where transfer.status = 'draft') then 'signed'
    when batch.expires_at > ${at} then 'signing'
    else 'expired' end`
}

const members = sql`from jsonb_array_elements(batch.members) as member
  join transfers as transfer on transfer.id = (member ->> 'transfer_id')::uuid`

function hasStatus(status: BatchStatus, time: Date): RawBuilder<boolean> {
  return sql`${shownStatus(sql`${time.toISOString()}::timestamptz`)} = ${status}`
}

const sums = sql`(
  select string_agg(${decimal(sql`sum.amount`, sql`sum.asset`, network)} || ' ' || sum.asset, ' + ' order by sum.asset)
  from jsonb_each_text(batch.sums) as sum (asset, amount)
)`

/** Newest first, or oldest first. Ids are in the order in which batches were made. */
export function batchRows({ approvalsOf }: { approvalsOf: SignatureApprovals }): ListRows {
  return rowsOf(transferBatchList, {
    conditions: (
      { organization_id, status, network, from, to }: ListFilter<typeof transferBatchList>,
      at: Date,
    ) => [
      ...equals('batch', { organization_id, network }),
      ...(status === undefined ? [] : [hasStatus(status, at)]),
      ...withinDays(sql`batch.created_at`, from, to),
    ],
    page: {
      find: (db) => db.selectFrom('transfer_batches as batch').selectAll(),
      order: [{ value: sql`batch.id`, type: 'uuid' }],
      async items(db, rows, { at }) {
        const ids = rows.map(({ id }) => id)
        const approvals = await approvalsOf(db, 'transfer.sign', ids)
        const progress = await progressOf(db, ids)
        return rows.map((batch) =>
          toBatch(batch, {
            approvals: approvals.filter(({ subjectId }) => subjectId === batch.id),
            progress: progress.get(batch.id),
            at,
          }),
        )
      },
    },
    file: {
      from: sql`transfer_batches as batch
      join ${organizationSummaries} as organization on organization.id = batch.organization_id`,
      key: sql`batch.id`,
      keyType: 'uuid',
      columns: columnsOf('batch', {
        id: 'code',
        organization_id: 'code',
        organization_inn: ['code', sql`organization.inn`],
        organization_name: ['text', sql`organization.name`],
        status: ['code', shownStatus(sql`now()`)],
        network: 'code',
        from_address: 'text',
        transfers_count: ['number', sql`jsonb_array_length(batch.members)`],
        signed_count: ['number', sql`(select count(*) ${members} where transfer.signed_at is not null)`],
        recipients: 'number',
        sums: ['text', sums],
        fee_asset: ['code', coin],
        fee_ceiling: ['number', decimal(sql`batch.fee_ceiling`, coin, network)],
        reason: 'text',
        decided_by: ['text', sql`batch.decided_by ->> 'name'`],
        decided_at: 'time',
        expires_at: 'time',
        created_by: ['text', sql`batch.created_by ->> 'name'`],
        created_at: 'time',
        updated_at: 'time',
      }),
    },
  })
}
