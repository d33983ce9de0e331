import { sql } from 'kysely'
import { type Books, createBooks } from '../server/features/books/books.ts'
import { holdClosing } from '../server/features/books/closing-store.ts'
import { createOrganizationRecords } from '../server/features/organizations/organization-records.ts'
import { recordPayment } from '../server/features/purchase-requests/payments/record-payment.ts'
import { lockRequest } from '../server/features/purchase-requests/request/find-request.ts'
import { service } from '../server/platform/actor.ts'
import { Permit } from '../server/platform/authorization/permit.ts'
import { daysIn } from '../server/platform/days.ts'
import type { Db } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/db/ids.ts'
import { sized } from './scale.ts'

/** Short turns: a busy moment of the machine then affects both sides. */
const turns = sized(1, 15)
const payments = sized(2, 40)

export interface PaymentTimes {
  /** Median times of one transaction in ms, of the turn with the median ratio. */
  posted: number
  bare: number
}

/**
 * What the books add to a payment. Both sides run the same function of the service in a transaction of their own: lock
 * of the request, payment, request, stored response, history, events and audit rows. One has books that post nothing.
 */
export async function measurePayments(db: Db): Promise<PaymentTimes> {
  const books = createBooks({
    now: () => new Date(),
    days: daysIn('Europe/Moscow'),
    sellers: { vatOf: async () => undefined },
    closings: { hold: async (db) => (await holdClosing(db))?.through ?? null },
  })
  const without: Books = { ...books, post: async () => ({ id: newId(), day: '2026-01-31' }) }
  await inTurn(db, books, await givenRequests(db))
  await inTurn(db, without, await givenRequests(db))
  const pairs: PaymentTimes[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const bare = await inTurn(db, without, await givenRequests(db))
    pairs.push({ bare, posted: await inTurn(db, books, await givenRequests(db)) })
  }
  const ratio = ({ bare, posted }: PaymentTimes) => bare / posted
  return pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as PaymentTimes
}

/** Approved requests, each for one payment. */
async function givenRequests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
      fiat_currency, fiat_amount, rate, fee_amount, total_amount, created_at, updated_at)
    select uuidv7(), last + n, 'BENCH-' || (last + n), organization, 'approved', now(), 'USDT', 'tron', 1000, 'RUB', 1000,
      1, 0, 1000, now(), now()
    from generate_series(1, ${payments}::int) as n,
      (select coalesce(max(seq), 0) as last from purchase_requests) as numbered,
      (select id as organization from organizations order by id limit 1) as buyer
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** One payment after the other. Returns the median time in ms. */
async function inTurn(db: Db, books: Books, ids: readonly string[]): Promise<number> {
  const organizations = createOrganizationRecords({ now: () => new Date() })
  const times: number[] = []
  for (const id of ids) {
    const start = performance.now()
    await db.transaction().execute(async (db) => {
      const at = new Date()
      const given = {
        amount: '1000.00',
        receivedAt: at,
        reference: 'P-1',
        payerInn: null,
        payerName: null,
        payerAccount: null,
        bankAccount: null,
        statementLineId: null,
      }
      // Nobody is known as the payer, so nobody is compared with lists.
      const parts = { books, screening: { save: async () => {} }, organizations }
      const permit = new Permit(db, 'payment.record', service)
      await recordPayment(db, parts, await lockRequest(db, id), given, { permit, at })
    })
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
