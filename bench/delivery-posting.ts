import { sql } from 'kysely'
import { type Books, createBooks } from '../server/features/books/books.ts'
import { holdClosing } from '../server/features/books/closing-store.ts'
import { recordDelivery } from '../server/features/purchase-requests/deliveries/record-delivery.ts'
import { lockRequest } from '../server/features/purchase-requests/request/find-request.ts'
import { service } from '../server/platform/actor.ts'
import { Permit } from '../server/platform/authorization/permit.ts'
import { daysIn } from '../server/platform/days.ts'
import type { Db } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/db/ids.ts'
import { sized } from './scale.ts'

/** Short turns: a busy moment of the machine then affects both sides. */
const turns = sized(1, 15)
const deliveries = sized(2, 40)

export interface DeliveryTimes {
  /** Median times of one transaction in ms, of the turn with the median ratio. */
  posted: number
  bare: number
}

interface Given {
  requestId: string
  transferId: string
  walletId: string
}

/**
 * What the books add to a delivery from a wallet of the desk. Both sides run the same function of the service in a transaction of
 * their own: lock of the request, delivery, request, stored response, history, events and audit rows. One has books that post
 * nothing.
 */
export async function measureDeliveries(db: Db): Promise<DeliveryTimes> {
  const books = createBooks({
    now: () => new Date(),
    days: daysIn('Europe/Moscow'),
    sellers: { vatOf: async () => undefined },
    closings: { hold: async (db) => (await holdClosing(db))?.through ?? null },
  })
  const without: Books = { ...books, post: async () => ({ id: newId(), day: '2026-01-31' }) }
  await inTurn(db, books, await givenRequests(db))
  await inTurn(db, without, await givenRequests(db))
  const pairs: DeliveryTimes[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const bare = await inTurn(db, without, await givenRequests(db))
    pairs.push({ bare, posted: await inTurn(db, books, await givenRequests(db)) })
  }
  const ratio = ({ bare, posted }: DeliveryTimes) => bare / posted
  return pairs.sort((a, b) => ratio(a) - ratio(b))[Math.floor(turns / 2)] as DeliveryTimes
}

/** Paid requests, each for one delivery, with the transfer that carries it out. */
async function givenRequests(db: Db): Promise<Given[]> {
  const { rows } = await sql<{ requestId: string; transferId: string; walletId: string }>`
    with added as (
      insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
        fiat_currency, fiat_amount, rate, fee_amount, total_amount, payment_reference, received_at, received_amount,
        destination_address, created_at, updated_at)
      select uuidv7(), last + n, 'BENCH-' || (last + n), client_id, 'paid', now(), 'USDT', 'tron', 1000, 'RUB', 92000, 92, 920,
        92920, 'P-' || n, now(), 92920, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', now(), now()
      from generate_series(1, ${deliveries}::int) as n,
        (select coalesce(max(seq), 0) as last from purchase_requests) as numbered,
        (select client_id from transfers limit 1) as client
      returning id
    )
    select added.id as "requestId", transfer.id as "transferId", transfer.from_wallet_id as "walletId"
    from (select id, row_number() over () as n from added) as added
    join (
      select id, from_wallet_id, row_number() over () as n from transfers
      where not exists (select from deliveries where transfer_id = transfers.id) limit ${deliveries}::int
    ) as transfer on transfer.n = added.n
  `.execute(db)
  return rows
}

/** One delivery after the other. Returns the median time in ms. */
async function inTurn(db: Db, books: Books, given: readonly Given[]): Promise<number> {
  const times: number[] = []
  for (const { requestId, transferId, walletId } of given) {
    const start = performance.now()
    await db.transaction().execute(async (db) => {
      const permit = new Permit(db, 'request.complete', service)
      const sent = {
        txHash: newId().replaceAll('-', '').padStart(64, '0'),
        output: null,
        amount: '1000',
        deliveredAt: undefined,
        from: { transferId, walletId },
      }
      await recordDelivery(db, books, await lockRequest(db, requestId), sent, { permit, at: new Date() })
    })
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
