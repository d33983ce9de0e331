import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { isBuiltLater, readMigrations } from '../../server/platform/db/migrations.ts'
import { expectBooks, pathOf, read } from '../deals/given-deal.ts'
import {
  approve,
  complete,
  fail,
  givenBuyer,
  givenRequest,
  pay,
  refund,
  review,
} from '../support/given/given-purchase-request.ts'
import { emptyDatabase, startServer } from '../support/service/harness.ts'
import { readReleases } from './release.ts'

const server = startServer()

/** A request as release 1.0.0 leaves it: columns and history, but no facts. */
async function givenFrom100(...moves: Record<string, unknown>[]) {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id, version } = await givenRequest(owner, buyer.id, {}, review, approve)
  let [status, at] = ['approved', version]
  for (const move of moves) {
    const { status: to, payment_reference, received_amount, tx_hash } = move as Record<string, string>
    at += 1
    await server.db
      .updateTable('purchase_requests')
      .set({
        status: to as 'paid',
        version: at,
        ...(payment_reference && { payment_reference, received_amount, received_at: new Date() }),
        ...(tx_hash && { tx_hash }),
      })
      .where('id', '=', id)
      .execute()
    await server.db
      .insertInto('purchase_request_history')
      .values({
        request_id: id,
        from_status: status as 'approved',
        to_status: to as 'paid',
        reason_code: null,
        comment: null,
        changes: null,
        actor_kind: 'administrator',
        actor_id: owner.id as string,
        actor_name: 'Анна',
        at: new Date(),
      })
      .execute()
    status = to as string
  }
  await server.db.deleteFrom('quotes').where('request_id', '=', id).execute()
  return { owner, buyer, id }
}

const migrations = await readMigrations()
const conversion = migrations.find(({ name }) => name === '0057_no_more_1_0_0.sql')?.sql as string

/** What the conversion takes away: with it, the database is that of the migrations before. */
const before = `
  alter table purchase_requests add column facts_version integer not null default 0;
  update purchase_requests set facts_version = version;
  create table secret_approvals ();
  create view purchase_request_comments as select from comments;
  alter table refresh_tokens add column ended_at timestamptz;
`

/** Converts these requests, which no later release has written. */
async function convert(...ids: string[]): Promise<void> {
  await server.db.transaction().execute(async (db) => {
    await sql.raw(before).execute(db)
    await sql`update purchase_requests set facts_version = 0 where id = any (${ids}::uuid[])`.execute(db)
    await sql.raw(conversion).execute(db)
  })
}

test('what the columns of a request tell of becomes facts, which are posted', async () => {
  const completed = await givenFrom100(pay, complete)
  const refunded = await givenFrom100(pay, fail, refund)
  const twin = await givenFrom100(pay, complete)
  await convert(completed.id, refunded.id, twin.id)
  const { owner } = completed
  expect((await owner.get(`${pathOf(completed.id)}/payments`)).body.items).toMatchObject([
    { reference: 'P-77', amount: '92301.08', recorded_by: { id: owner.id, name: 'Анна' } },
  ])
  // Several requests of release 1.0.0 can name one transaction.
  for (const { id } of [completed, twin])
    expect((await owner.get(`${pathOf(id)}/deliveries`)).body.items).toMatchObject([
      { tx_hash: complete.tx_hash, amount: '1000.5' },
    ])
  expect((await owner.get(`${pathOf(refunded.id)}/refunds`)).body.items).toMatchObject([
    { amount: '92301.08' },
  ])
  await expectBooks(server.db, completed.buyer.id, '0')
  await expectBooks(server.db, refunded.buyer.id, '0')
  expect((await read(owner, completed.id)).totals).toMatchObject({
    received_amount: '92301.08',
    delivered_amount: '1000.5',
    undelivered_amount: '0',
  })
  expect((await read(owner, refunded.id)).totals).toMatchObject({
    refunded_amount: '92301.08',
    refundable_amount: '0.00',
  })
})

test('the price of a request is its first quote', async () => {
  const { owner, id } = await givenFrom100()
  await convert(id)
  const quotes = `${pathOf(id)}/quotes`
  const [first] = (await owner.get(quotes)).body.items
  expect(first).toMatchObject({ id, rate: '92.155', quoted_by: { id: owner.id } })
  const end = new Date(Date.now() + 3_600_000).toISOString()
  expect((await owner.post(quotes, { rate: '93', quote_expires_at: end })).status).toBe(201)
  expect((await owner.get(quotes)).body.items).toMatchObject([
    { rate: '93' },
    { ...first, is_current: false },
  ])
})

test('a price of a currency without a smaller unit has no decimal places any more', async () => {
  const { owner, buyer, id } = await givenFrom100(pay)
  // Price and fee would both be rounded up, their sum is whole: what was paid exactly stays so.
  await sql`update purchase_requests set fiat_currency = 'JPY', rate = 92.155423, fiat_amount = 92201.50,
    fee_amount = 99.50, total_amount = 92301, received_amount = 92301 where id = ${id}`.execute(server.db)
  await convert(id)
  expect(await read(owner, id)).toMatchObject({
    fiat_amount: '92202',
    fee_amount: '99',
    total_amount: '92301',
    totals: { received_amount: '92301', outstanding_amount: '0' },
  })
  expect((await owner.get(`${pathOf(id)}/payments`)).body.items).toMatchObject([{ amount: '92301' }])
  const { rows } = await sql`select balance from client_balances
    where organization_id = ${buyer.id} and commodity = 'JPY'`.execute(server.db)
  expect(rows).toEqual([{ balance: '92301' }])
})

test('while a node of 1.0.0 is connected, nothing is upgraded', async () => {
  const [first] = readReleases()
  const url = await emptyDatabase()
  const [node, db] = [connect(url, { max: 1 }), connect(url, { max: 1, applicationName: 'kontor 1.1.0' })]
  try {
    await migrate(db, migrations.slice(0, first?.migrations.length))
    await sql`select 1`.execute(node)
    await expect(migrate(db, migrations)).rejects.toThrow('Nodes of release 1.0.0 are still connected')
    expect((await sql`select from migrations`.execute(db)).rows).toHaveLength(
      first?.migrations.length as number,
    )
    await node.destroy()
    const last = migrations.findLast((migration) => !isBuiltLater(migration))
    expect((await migrate(db, migrations)).at(-1)).toBe(last?.name)
  } finally {
    await db.destroy()
  }
})
