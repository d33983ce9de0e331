import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isId } from '../../../contract/api/common.ts'
import { type Fault, fault } from '../../../contract/api/faults.ts'
import type {
  CreatePaymentFileBody,
  PaymentFileResponse,
  RefundsToPayQuery,
  RefundsToPayResponse,
} from '../../../contract/books/payment-files.ts'
import { addDecimals } from '../../../contract/money/decimal.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { proofInvalid } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { findPayingAccount, type PayingAccount } from '../papers/own-accounts.ts'
import { areRefunds, lockOwnersOfRefunds } from '../purchase-requests/requests-for-matching.ts'
import { provenPaymentFiles } from './file-proofs.ts'
import { writeOrders } from './one-c-orders.ts'
import { fileNameOf, toFile, toRefundToPay } from './payment-file-response.ts'
import * as store from './payment-file-store.ts'
import type { PaymentFileRow, PaymentOrderRow } from './payment-file-tables.ts'
import { purposeOf } from './purpose.ts'
import { type Payable, receiversOf } from './receivers.ts'

export type PaymentFileService = ReturnType<typeof createPaymentFileService>

/** Banks take orders ahead for so many days. */
const mostDaysAhead = 10
/** A number that banks take, whose last three digits are not all 0. */
const bankNumber = /^(?!\d*000$)[1-9]\d{0,5}$/

export function createPaymentFileService({
  db: pool,
  now,
  days,
  organizations,
  authorization,
  provenTables,
}: {
  db: Db
  now: () => Date
  days: Days
  organizations: Pick<OrganizationRecords, 'list'>
  authorization: Pick<Authorization, 'permit'>
  provenTables: Pick<ProvenTables, 'demand' | 'fresh'>
}) {
  /** What waits to be paid at the end of the day. */
  async function waiting(db: Db, day: string): Promise<Payable[]> {
    const refunds = await store.listRefundsToPay(db, new Date(`${dayAfter(day, 2)}T00:00:00Z`))
    return receiversOf(
      db,
      organizations,
      refunds.filter(({ recorded_at }) => days.dayOf(recorded_at) <= day),
    )
  }

  /** The refunds that were named, in the order given. */
  async function named(db: Db, ids: readonly string[]): Promise<Payable[]> {
    const loc = (index: number) => ['body', 'refund_ids', index]
    const known = await areRefunds(db, ids.filter(isId))
    const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [fault(loc(index), 'refund_unknown')]))
    if (unknown.length > 0) throw new Invalid(unknown)
    const payables = await receiversOf(db, organizations, await store.listRefunds(db, ids))
    const byRefund = new Map(payables.map((payable) => [payable.refund.id, payable]))
    const faults = ids.flatMap((id, index) => {
      const found = byRefund.get(id)
      const problem = found ? found.problem : 'refund_reversed'
      return problem ? [fault(loc(index), problem)] : []
    })
    if (faults.length > 0) throw new Invalid(faults)
    return ids.map((id) => byRefund.get(id) as Payable)
  }

  async function chosen(db: Db, { refund_ids, day, again }: CreatePaymentFileBody): Promise<Payable[]> {
    const choose = async () =>
      refund_ids
        ? await named(db, refund_ids)
        : (await waiting(db, day)).filter(({ problem }) => problem === null)
    const owners = (await choose()).map(({ refund }) => refund)
    await lockOwnersOfRefunds(db, {
      requests: owners.flatMap(({ request_id }) => request_id ?? []),
      credits: owners.flatMap(({ credit_id }) => credit_id ?? []),
    })
    // What was reversed or paid before the locks is seen now.
    const payables = await choose()
    if (payables.length === 0)
      throw new Failure('conflict', 'no_refunds_to_pay', 'There is no refund to make an order of.')
    const before = payables.filter(({ refund }) => refund.file_id !== null)
    if (before.length > 0 && !again)
      throw new Failure('conflict', 'refund_in_file', 'A file has some of these refunds already.', {
        refund_ids: before.map(({ refund }) => refund.id),
        file_id: before[0]?.refund.file_id,
      })
    return payables
  }

  async function ordersFor(
    db: Db,
    payables: readonly Payable[],
    of: { fileId: string; paying: PayingAccount; account: string; day: string },
  ) {
    const { fileId, paying, account, day } = of
    const refundIds = payables.map(({ refund }) => refund.id)
    const taken = await store.numbersOf(db, { account, day, without: refundIds })
    const numbers = numbersFor(
      payables.map(({ refund }) => refund.reference),
      taken,
    )
    return payables.map(({ refund, receiver }, index) => ({
      id: newId(),
      file_id: fileId,
      position: index + 1,
      account,
      day,
      number: numbers[index] as number,
      refund_id: refund.id,
      request_id: refund.request_id,
      credit_id: refund.credit_id,
      organization_id: refund.organization_id,
      amount: refund.amount,
      receiver: receiver as PaymentOrderRow['receiver'],
      purpose: purposeOf(refund, { paying, days }),
      released: null,
    }))
  }

  function dayFaults(day: string): Fault[] {
    const today = days.dayOf(now())
    return day < today || day > dayAfter(today, mostDaysAhead)
      ? [fault(['body', 'day'], 'order_day_far')]
      : []
  }

  async function shown(db: Db, id: string): Promise<PaymentFileResponse> {
    const file = isId(id) ? await store.findFile(db, id) : undefined
    if (!file) throw fileNotFound()
    return toFile(file, await store.ordersOf(db, id))
  }

  /** `again` are the refunds that another file has already. */
  async function write(
    db: Db,
    permit: Permit<'refund.order'>,
    {
      fileId,
      paying,
      account,
      day,
      amount,
    }: { fileId: string; paying: PayingAccount; account: string; day: string; amount: string },
    orders: Awaited<ReturnType<typeof ordersFor>>,
    again: string[],
  ): Promise<PaymentFileResponse> {
    const { actor } = permit
    if (again.length > 0) await store.releaseOrders(db, { refundIds: again }, 'again')
    const at = now()
    const [madeOn, madeAt] = [days.dayOf(at), timeOf(at, days.timeZone)]
    const content = writeOrders(payerOf(paying, account), orders, { day, madeOn, madeAt })
    const row = {
      id: fileId,
      company_id: paying.company_id,
      account,
      day,
      amount,
      orders_count: orders.length,
      content,
      sha256: hash('sha256', content, 'buffer'),
      made_at: at,
      made_by: actor.id ?? actor.name,
      made_by_name: actor.name,
      voided_at: null,
      voided_by: null,
      voided_by_name: null,
      void_reason: null,
    }
    const [file] = await provenTables.fresh(db, provenPaymentFiles, [row])
    await store.insertFile(
      db,
      file as NonNullable<typeof file>,
      orders.map((order) => ({ ...order, receiver: JSON.stringify(order.receiver) })),
    )
    recordChange(db, permit, {
      action: 'payment_file.created',
      object: { type: 'payment_file', id: fileId },
      details: {
        account,
        day,
        amount,
        sha256: row.sha256.toString('hex'),
        refund_ids: orders.map(({ refund_id }) => refund_id),
        ...(again.length > 0 && { again }),
      },
      data: { id: fileId, account, day, amount, orders: orders.length },
      at,
    })
    return shown(db, fileId)
  }

  async function takeBack(
    db: Db,
    permit: Permit<'refund.order'>,
    { id, account, day, amount, orders_count }: PaymentFileRow,
    reason: string,
  ): Promise<PaymentFileResponse> {
    const { actor } = permit
    const at = now()
    await store.voidFile(db, id, {
      voided_at: at,
      voided_by: actor.id ?? actor.name,
      voided_by_name: actor.name,
      void_reason: reason,
    })
    await store.releaseOrders(db, { fileId: id }, 'voided')
    recordChange(db, permit, {
      action: 'payment_file.voided',
      object: { type: 'payment_file', id },
      details: { reason },
      data: { id, account, day, amount, orders: orders_count },
      at,
    })
    return shown(db, id)
  }

  return {
    async refundsToPay({ account, day }: RefundsToPayQuery): Promise<RefundsToPayResponse> {
      if (!(await findPayingAccount(pool, account)))
        throw new Invalid([fault(['query', 'account'], 'paying_account_unknown')])
      return { items: (await waiting(pool, day)).map(toRefundToPay) }
    },

    read: (id: string) => shown(pool, id),

    create(
      body: CreatePaymentFileBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PaymentFileResponse> {
      return withIdempotency(pool, key, async (db) => {
        const { account, day } = body
        const paying = await findPayingAccount(db, account)
        const unknown = paying ? [] : [fault(['body', 'account'], 'paying_account_unknown')]
        const faults = [...unknown, ...dayFaults(day)]
        if (!paying || faults.length > 0) throw new Invalid(faults)
        const payables = await chosen(db, body)
        await store.holdAccount(db, account)
        const again = payables.flatMap(({ refund }) => (refund.file_id === null ? [] : [refund.id]))
        const fileId = newId()
        const orders = await ordersFor(db, payables, { fileId, paying, account, day })
        const amount = orders.reduce((sum, order) => addDecimals(sum, order.amount), '0')
        const permit = await authorization.permit(db, actor, {
          act: 'refund.order',
          subject: { type: 'payment_file', id: null },
          content: {
            paying_account: account,
            order_day: day,
            amount,
            currency: 'RUB',
            again: again.length > 0,
            orders: orders.map(({ number, amount, receiver }) => ({
              number,
              amount,
              receiver: receiver.name,
              receiver_account: receiver.account,
              bik: receiver.bik,
            })),
          },
          parts: partsOf(orders),
        })
        return write(db, permit, { fileId, paying, account, day, amount }, orders, again)
      })
    },

    /** The bytes that the service has written. Reading them is recorded. */
    download(id: string, actor: Actor): Promise<{ name: string; content: Readable }> {
      return pool.transaction().execute(async (db) => {
        const file = isId(id) ? await store.lockFile(db, id) : undefined
        if (!file) throw fileNotFound()
        if (file.void_reason !== null) throw fileVoided(file.void_reason)
        const sha256 = hash('sha256', file.content, 'buffer')
        await provenTables.demand(db, provenPaymentFiles, file)
        if (!sha256.equals(file.sha256)) throw proofInvalid(provenPaymentFiles, id)
        recordChange(db, actor, {
          action: 'payment_file.downloaded',
          object: { type: 'payment_file', id },
          details: { sha256: sha256.toString('hex') },
          at: now(),
        })
        return { name: fileNameOf(file), content: Readable.from([file.content], { objectMode: false }) }
      })
    },

    void(id: string, reason: string, actor: Actor): Promise<PaymentFileResponse> {
      return pool.transaction().execute(async (db) => {
        const file = isId(id) ? await store.lockFile(db, id) : undefined
        if (!file) throw fileNotFound()
        const { account, day, amount, void_reason } = file
        if (void_reason === reason) return shown(db, id)
        if (void_reason !== null) throw fileVoided(void_reason)
        const permit = await authorization.permit(db, actor, {
          act: 'refund.order',
          subject: { type: 'payment_file', id },
          content: {
            paying_account: account,
            order_day: day,
            amount,
            currency: 'RUB',
            voids: id,
            reason,
          },
          parts: partsOf(await store.ordersOf(db, id)),
        })
        return takeBack(db, permit, file, reason)
      })
    },

    /** The refund no longer counts, so that its order is not to be paid either. */
    refundReversed: (db: Db, refundId: string) =>
      store.releaseOrders(db, { refundIds: [refundId] }, 'reversed'),
  }
}

/** What each organization gets. */
function partsOf(orders: readonly { organization_id: string; amount: string }[]) {
  const sums = new Map<string, string>()
  for (const { organization_id, amount } of orders)
    sums.set(organization_id, addDecimals(sums.get(organization_id) ?? '0', amount))
  return [...sums].map(([organizationId, value]) => ({
    organizationId,
    amount: { currency: 'RUB', value },
  }))
}

/** The reference of each refund if a bank takes it and it is free, otherwise the next number. */
function numbersFor(references: readonly (string | null)[], taken: Set<number>): number[] {
  const wanted = references.map((reference) => {
    const number = reference !== null && bankNumber.test(reference) ? Number(reference) : undefined
    if (number === undefined || taken.has(number)) return undefined
    taken.add(number)
    return number
  })
  let next = Math.max(0, ...taken)
  return wanted.map((number) => {
    if (number !== undefined) return number
    do next = next >= 999_999 ? 1 : next + 1
    while (taken.has(next) || !bankNumber.test(String(next)))
    taken.add(next)
    return next
  })
}

function payerOf({ inn, kpp, short_name: name, own }: PayingAccount, account: string) {
  const { bik, bank_name: bankName, correspondent_account: correspondentAccount } = own
  return { name, inn, kpp, account, bik, bankName, correspondentAccount }
}

function timeOf(at: Date, timeZone: string): string {
  return at.toLocaleTimeString('ru-RU', { timeZone, hourCycle: 'h23' })
}

function fileNotFound(): Failure {
  return new Failure('not_found', 'payment_file_not_found', 'There is no such file of payment orders.')
}

function fileVoided(reason: string): Failure {
  return new Failure('conflict', 'payment_file_voided', 'The file must not be paid.', { reason })
}
