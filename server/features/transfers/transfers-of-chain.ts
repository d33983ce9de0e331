import { type RawBuilder, sql } from 'kysely'
import type { Network } from '../../../contract/money/networks.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOneOf } from '../../platform/db/tuples.ts'
import type { Transfer } from './transfer/transfer-tables.ts'

const columns = [
  'id',
  'network',
  'asset',
  'from_wallet_id',
  'to_address',
  'signed_fee',
  'status',
  'effect',
  'tx_id',
  'request_id',
  'request_number',
] as const

/**
 * What the transaction takes from the wallet, and what it brings to the address of this transfer: a chain tells of a transaction
 * once, whether it makes one transfer or those of a batch on bitcoin. Null before the signature.
 */
const sums = [
  sumOf(sql`true`).as('paid'),
  sumOf(sql`other.to_address = transfers.to_address`).as('received'),
] as const

function sumOf(isCounted: RawBuilder<unknown>) {
  return sql<string | null>`case when output_index is null then signed_amount else (
    select sum(other.signed_amount::numeric)::text from transfers as other
    where other.batch_id = transfers.batch_id and other.output_index is not null and ${isCounted}
  ) end`
}

/** Signed transfers with these transactions. What was replaced or given up comes after what the same transaction carries out. */
export async function listTransfersWith(db: Db, wanted: readonly (readonly [Network, string])[]) {
  return wanted.length === 0 ? [] : inOrder(await withTransactions(db, wanted).execute())
}

/** The same, held until the transaction ends, so that none is given up meanwhile. */
export async function holdTransfersWith(db: Db, wanted: readonly (readonly [Network, string])[]) {
  return wanted.length === 0 ? [] : inOrder(await withTransactions(db, wanted).forShare().execute())
}

function withTransactions(db: Db, wanted: readonly (readonly [Network, string])[]) {
  return db
    .selectFrom('transfers')
    .select(columns)
    .select(sums)
    .where(isOneOf(['network', 'tx_id'], wanted))
    .orderBy('created_at', 'desc')
}

function inOrder<Row extends Pick<Transfer, 'status'>>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(wasGivenUp(a)) - Number(wasGivenUp(b)))
}

export type TransferOfChain = Awaited<ReturnType<typeof listTransfersWith>>[number]

/** Held as well. */
export function holdTransferOfChain(db: Db, id: string): Promise<TransferOfChain | undefined> {
  return db
    .selectFrom('transfers')
    .select(columns)
    .select(sums)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Whether the books have nothing of its coins: if the network has moved them all the same, somebody has to say so. */
export function wasGivenUp({ status }: Pick<Transfer, 'status'>): boolean {
  return status === 'failed' || status === 'replaced'
}

/** Whether the books have its fee, or will have it. */
export function hasFee({ status, effect }: Pick<Transfer, 'status' | 'effect'>): boolean {
  return !wasGivenUp({ status }) || (status === 'failed' && typeof effect?.fee === 'string')
}
