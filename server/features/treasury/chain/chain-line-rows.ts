import { sql } from 'kysely'
import { chainLineList } from '../../../../contract/lists/chain-lines.ts'
import { columnsOf, equals, withinDays } from '../../../platform/lists/conditions.ts'
import { rowsOf } from '../../../platform/lists/list-rows.ts'
import { declareQueue } from '../../../platform/work/declared-queue.ts'
import { toChainLines } from './chain-line-response.ts'
import { waits } from './chain-line-store.ts'

/** Transactions of own wallets, the newest first. */
export const chainLineRows = rowsOf(chainLineList, {
  conditions: ({ from, to, ...same }) => [...equals('line', same), ...withinDays(sql`line.at`, from, to)],
  page: {
    find: (db) => db.selectFrom('chain_lines as line').selectAll(),
    order: [
      { value: sql`line.at`, type: 'timestamptz' },
      { value: sql`line.id`, type: 'uuid' },
    ],
    items: toChainLines,
  },
  file: {
    from: sql`chain_lines as line`,
    key: sql`line.id`,
    keyType: 'uuid',
    columns: columnsOf('line', {
      id: 'code',
      at: 'time',
      status: 'code',
      network: 'code',
      asset: 'code',
      direction: 'code',
      amount: 'number',
      fee: 'number',
      tx_hash: 'text',
      counterparty: 'text',
      wallet_id: 'code',
      source: 'code',
      taken_back_at: 'time',
      match_kind: 'code',
      match_id: 'code',
      set_aside_reason: 'text',
      decided_at: 'time',
    }),
  },
})

/** What nobody has said anything of yet. */
export const chainLineQueue = declareQueue({
  table: sql`chain_lines`,
  waits: waits('item'),
  at: sql`item.waiting_since`,
  tie: [[sql`item.id`, 'uuid']],
  joins: sql``,
  columns: {
    id: sql`item.id`,
    title: sql`case item.direction when 'incoming' then '+' else '-' end || trim_scale(item.amount)::text || ' ' || item.asset`,
    detail: sql`item.tx_hash`,
  },
})
