import { type RawBuilder, sql } from 'kysely'
import type { ListFilter } from '../../../contract/lists/list.ts'
import { transferList } from '../../../contract/lists/transfers.ts'
import { coins, purchasableAssets } from '../../../contract/money/assets.ts'
import type { TransferStatus } from '../../../contract/wallets/transfers.ts'
import type { Db } from '../../platform/db/database.ts'
import { columnsOf, equals, withinDays } from '../../platform/lists/conditions.ts'
import { type ListRows, rowsOf } from '../../platform/lists/list-rows.ts'
import { hasOpenApproval } from '../control/approvals/open-approvals.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import type { SignatureApprovals } from './transfer/signature-approvals.ts'
import { toTransfer } from './transfer/transfer-response.ts'
import { isSoughtTransfer } from './transfer-search.ts'

const currentTime = sql<Date>`now()`

/** What a filter asks of `transfers as transfer`. `me` has been replaced by the caller. */
function transferConditions(
  {
    q,
    organization_id,
    status,
    network,
    asset,
    request_id,
    created_by_id,
    from,
    to,
  }: ListFilter<typeof transferList>,
  time: Date,
): RawBuilder<boolean>[] {
  const at = sql<Date>`${time.toISOString()}::timestamptz`
  return [
    ...(q?.trim() ? [isSoughtTransfer(q, time)] : []),
    ...equals('transfer', { organization_id, network, asset, request_id, created_by_id }),
    ...(status === undefined ? [] : hasStatus(status, at)),
    ...withinDays(sql`transfer.created_at`, from, to),
  ]
}

function hasStatus(status: TransferStatus, at: RawBuilder<Date>): RawBuilder<boolean>[] {
  if (status !== 'waiting' && status !== 'approved') return equals('transfer', { status })
  const is = status === 'waiting' ? isWaiting : isApproved
  return [...equals('transfer', { status: 'draft' }), is(at)]
}

const has = (status: 'waiting' | 'approved', at: RawBuilder<Date>) =>
  hasOpenApproval('transfer.sign', sql`transfer.id::text`, status, at)

/** What a draft is shown as, as in transfer-response.ts. */
const isApproved = (at: RawBuilder<Date>) =>
  sql<boolean>`(transfer.prepared_at is not null or ${has('approved', at)})`
const isWaiting = (at: RawBuilder<Date>) => sql<boolean>`(${has('waiting', at)} and not ${isApproved(at)})`

/** Transfers that were decided and are not signed, the oldest first. */
export function listApproved(db: Db, time: Date): Promise<{ id: string; prepared_at: Date | null }[]> {
  return db
    .selectFrom('transfers as transfer')
    .select(['transfer.id', 'transfer.prepared_at'])
    .where('transfer.status', '=', 'draft')
    .where(isApproved(sql<Date>`${time.toISOString()}::timestamptz`))
    .orderBy('transfer.created_at')
    .limit(1_000)
    .execute()
}

const shownStatus = sql`case when transfer.status <> 'draft' then transfer.status
  when ${isApproved(currentTime)} then 'approved' when ${isWaiting(currentTime)} then 'waiting' else 'draft' end`

const transferNetwork = sql`transfer.network`

/** Base units as the decimal number that people read. Multiplied, because a division would be rounded. */
export function decimal(
  units: RawBuilder<unknown>,
  asset: RawBuilder<unknown>,
  network = transferNetwork,
): RawBuilder<unknown> {
  const sizes = purchasableAssets.map(
    (one) =>
      sql`when ${asset} = ${sql.lit(one.asset)} and ${network} = ${sql.lit(one.network)} then ${sql.lit(`1e-${one.decimals}`)}::numeric`,
  )
  return sql`trim_scale((${units})::numeric * case ${sql.join(sizes, sql` `)} end)`
}

/** The coin of the network, in which fees are paid. */
export function coinOf(network: RawBuilder<unknown>): RawBuilder<unknown> {
  const known = Object.entries(coins).map(([one, asset]) => sql`when ${sql.lit(one)} then ${sql.lit(asset)}`)
  return sql`case ${network} ${sql.join(known, sql` `)} end`
}

export const coin = coinOf(transferNetwork)
const asset = sql`transfer.asset`

/** Newest first, or oldest first. */
export function transferRows({ approvalsOf }: { approvalsOf: SignatureApprovals }): ListRows {
  return rowsOf(transferList, {
    conditions: transferConditions,
    page: {
      find: (db) => db.selectFrom('transfers as transfer').selectAll(),
      order: [
        { value: sql`transfer.created_at`, type: 'timestamptz' },
        { value: sql`transfer.id`, type: 'uuid' },
      ],
      async items(db, rows) {
        const ids = rows.filter(({ status }) => status === 'draft').map(({ id }) => id)
        const approvals = await approvalsOf(db, 'transfer.sign', ids)
        return rows.map((row) =>
          toTransfer(
            row,
            approvals.filter(({ subjectId }) => subjectId === row.id),
          ),
        )
      },
    },
    file: {
      from: sql`transfers as transfer
      join ${organizationSummaries} as organization on organization.id = transfer.organization_id`,
      key: sql`transfer.id`,
      keyType: 'uuid',
      columns: columnsOf('transfer', {
        id: 'code',
        organization_id: 'code',
        organization_inn: ['code', sql`organization.inn`],
        organization_name: ['text', sql`organization.name`],
        status: ['code', shownStatus],
        network: 'code',
        asset: 'code',
        amount: ['number', decimal(sql`nullif(transfer.amount, 'all')`, asset)],
        is_everything: ['code', sql`transfer.amount = 'all'`],
        signed_amount: ['number', decimal(sql`transfer.signed_amount`, asset)],
        fee_asset: ['code', coin],
        fee_ceiling: ['number', decimal(sql`transfer.fee_ceiling`, coin)],
        signed_fee: ['number', decimal(sql`transfer.signed_fee`, coin)],
        paid_fee: ['number', decimal(sql`transfer.effect ->> 'fee'`, coin)],
        from_address: 'text',
        from_generation: 'number',
        to_address: 'text',
        memo: 'text',
        to_label: 'text',
        to_ownership: 'code',
        reason: 'text',
        request_number: 'code',
        request_id: 'code',
        tx_id: 'text',
        replaces: 'code',
        replaced_by: 'code',
        evidence: 'text',
        prepared_by: ['text', sql`transfer.created_by`],
        signed_by: ['text', sql`case when transfer.signed_at is not null then transfer.prepared_by end`],
        signed_at: 'time',
        sent_at: 'time',
        created_at: 'time',
        updated_at: 'time',
      }),
    },
  })
}
