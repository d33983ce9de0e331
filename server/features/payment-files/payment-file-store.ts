import { sql } from 'kysely'
import { mostOrders, type PaymentFileStatus } from '../../../contract/books/payment-files.ts'
import type { Db } from '../../platform/db/database.ts'
import { refundsOfClients } from '../purchase-requests/requests-for-matching.ts'
import { newOutgoingLines, refundsOnLines, refundsWithLines } from '../statements/refund-lines.ts'
import type { PaymentFileRow, PaymentFileTables, PaymentOrderRow } from './payment-file-tables.ts'

export type Refund = Awaited<ReturnType<typeof listRefunds>>[number]

/** Refunds that hold, the oldest first, with the line and the file that each has. */
function refunds(db: Db) {
  return db
    .selectFrom(refundsOfClients(db).as('refund'))
    .leftJoin(refundsOnLines(db).as('paid'), 'paid.refund_id', 'refund.id')
    .leftJoin('payment_orders as order', (join) =>
      join.onRef('order.refund_id', '=', 'refund.id').on('order.released', 'is', null),
    )
    .selectAll('refund')
    .select(['paid.line_id', 'order.file_id'])
    .orderBy('refund.seq')
}

export function listRefunds(db: Db, ids: readonly string[]) {
  return refunds(db).where('refund.id', 'in', ids).execute()
}

/** Those that wait to be paid: nobody has said when they were, and they were recorded before this time. */
export function listRefundsToPay(db: Db, before: Date): Promise<Refund[]> {
  return refunds(db)
    .where('refund.currency', '=', 'RUB')
    .where('refund.paid_at', 'is', null)
    .where('refund.recorded_at', '<', before)
    .where('paid.line_id', 'is', null)
    .where('order.file_id', 'is', null)
    .limit(mostOrders)
    .execute()
}

/** Others who make a file of the account wait until the transaction ends. */
export async function holdAccount(db: Db, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor payment orders ${account}`}, 0))`.execute(
    db,
  )
}

/** The numbers of orders of the account in the year of this day, without those of refunds that get another one. */
export async function numbersOf(
  db: Db,
  { account, day, without }: { account: string; day: string; without: readonly string[] },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('payment_orders')
    .select('number')
    .where('account', '=', account)
    .where('refund_id', 'not in', without)
    .where(sql<boolean>`extract(year from day) = extract(year from ${day}::date)`)
    .where('released', 'is', null)
    .execute()
  return new Set(rows.map(({ number }) => number))
}

export async function insertFile(
  db: Db,
  file: PaymentFileRow,
  orders: readonly (Omit<PaymentOrderRow, 'receiver'> & { receiver: string })[],
): Promise<void> {
  await db.insertInto('payment_files').values(file).execute()
  await db.insertInto('payment_orders').values(orders).execute()
}

/** Says why the orders of these refunds, or of a file, are no longer to be paid. Returns how many there were. */
export async function releaseOrders(
  db: Db,
  of: { refundIds: readonly string[] } | { fileId: string },
  released: NonNullable<PaymentOrderRow['released']>,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ released })
    .where('released', 'is', null)
    .where((where) =>
      'fileId' in of ? where('file_id', '=', of.fileId) : where('refund_id', 'in', of.refundIds),
    )
    // What a line has paid is paid.
    .where(
      sql<boolean>`not exists (
        select from ${refundsWithLines} as paid where paid.refund_id = payment_orders.refund_id
      )`,
    )
    .execute()
}

export type FileHead = Omit<PaymentFileRow, 'content'> & {
  executed_count: number
  status: PaymentFileStatus
}

/** The orders of `payment_files` that count. */
const orders = sql`payment_orders as ordered
  left join ${refundsWithLines} as paid on paid.refund_id = ordered.refund_id
  where ordered.file_id = payment_files.id and ordered.released is null`

export const executedCount = sql<number>`(select count(paid.line_id)::int from ${orders})`

export const fileStatus = sql<PaymentFileStatus>`case
  when payment_files.voided_at is not null then 'voided'
  when exists (select from ${orders} and paid.line_id is null) then 'open'
  else 'done' end`

/** Files without their content. */
export function files(db: Db) {
  return db
    .selectFrom('payment_files')
    .select(['id', 'company_id', 'account', 'day', 'amount', 'orders_count', 'sha256', 'made_at', 'made_by'])
    .select(['made_by_name', 'voided_at', 'voided_by', 'voided_by_name', 'void_reason'])
    .select(['proof', 'proof_revision'])
    .select([executedCount.as('executed_count'), fileStatus.as('status')])
}

export function findFile(db: Db, id: string): Promise<FileHead | undefined> {
  return files(db).where('id', '=', id).executeTakeFirst()
}

/** With its content; nobody changes it until the transaction ends. */
export function lockFile(db: Db, id: string): Promise<PaymentFileRow | undefined> {
  return db.selectFrom('payment_files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function voidFile(
  db: Db,
  id: string,
  voided: Pick<
    PaymentFileTables['payment_files'],
    'voided_at' | 'voided_by' | 'voided_by_name' | 'void_reason'
  >,
): Promise<void> {
  await db.updateTable('payment_files').set(voided).where('id', '=', id).execute()
}

/** The orders of a file, each with the line that has paid its refund. */
export function ordersOf(db: Db, fileId: string) {
  return db
    .selectFrom('payment_orders as order')
    .leftJoin(refundsOnLines(db).as('paid'), 'paid.refund_id', 'order.refund_id')
    .selectAll('order')
    .select('paid.line_id')
    .where('order.file_id', '=', fileId)
    .orderBy('order.position')
    .execute()
}

export interface PossibleExecution {
  order_id: string
  refund_id: string
  request_id: string | null
  organization_id: string
  number: number
  purpose: string
  /** As the line has it. */
  amount: string
  receiver_account: string
  line_id: string
  booked_on: string
  line_account: string | null
  line_number: string
  line_purpose: string
}

/** New lines of the accounts of files with the amount of an order that waits. */
export async function listPossibleExecutions(db: Db): Promise<PossibleExecution[]> {
  const { rows } = await sql<PossibleExecution>`
    select ordered.id as order_id, ordered.refund_id, ordered.request_id, ordered.organization_id, ordered.number,
      ordered.purpose, line.amount, ordered.receiver ->> 'account' as receiver_account, line.id as line_id,
      line.booked_on, line.receiver_account as line_account, line.document_number as line_number,
      line.purpose as line_purpose
    from payment_orders as ordered
    join ${newOutgoingLines(db).as('line')} on line.amount = ordered.amount and line.account = ordered.account
      and line.booked_on >= ordered.day
    where ordered.released is null and not exists (
      select from ${refundsWithLines} as paid where paid.refund_id = ordered.refund_id
    )
    order by line.id, ordered.id
  `.execute(db)
  return rows
}

/** Refunds of this amount to this account that no line has paid, beside the one of an order. */
export function listRivals(
  db: Db,
  {
    refund_id,
    amount,
    receiver_account,
  }: Pick<PossibleExecution, 'refund_id' | 'amount' | 'receiver_account'>,
) {
  return refunds(db)
    .where('refund.currency', '=', 'RUB')
    .where('refund.amount', '=', amount)
    .where('refund.account', '=', receiver_account)
    .where('refund.id', '!=', refund_id)
    .where('paid.line_id', 'is', null)
    .execute()
}

export async function isLive(db: Db, orderId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment_orders')
    .select('id')
    .where('id', '=', orderId)
    .where('released', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}
