import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { complete, givenBuyer } from '../support/given/given-purchase-request.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { client, emptyDatabase } from '../support/service/harness.ts'
import { startService } from '../support/service/second-node.ts'

const account = { email: 'owner@example.com', password: 'correct horse battery staple' }

test('what an earlier release has approved is proven at the first start, and delivered', async () => {
  const env = {
    DATABASE_URL: await emptyDatabase(),
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'approved-')),
    KONTOR_KYB_REQUIRES: 'none',
    KONTOR_ADMIN_EMAIL: account.email,
    KONTOR_ADMIN_PASSWORD: account.password,
  }
  const db = connect(env.DATABASE_URL, { max: 1, unlimited: true })
  await migrate(
    db,
    (await readMigrations()).filter(({ name }) => name < '0071'),
  )
  const buyer = await givenBuyer({ db })
  const paid = { id: newId(), seq: 1, status: 'paid' }
  const open = { id: newId(), seq: 2, status: 'in_review' }
  for (const { id, seq, status } of [paid, open])
    await sql`
      insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
        fiat_currency, fiat_amount, rate, fee_amount, total_amount, wallet_id, destination_address, payment_reference,
        received_amount, received_at, created_at, updated_at)
      select ${id}, ${seq}, ${`PR-2026-${seq}`}, organization_id, ${status}, now(), 'USDT', 'tron', 100, 'RUB', 1000, 10, 10, 1010,
        id, address, 'P-1', 1010, now(), now(), now()
      from wallets where organization_id = ${buyer.id} and network = 'tron'`.execute(db)
  const service = await startService(env)
  try {
    const { rows } = await sql<{ request_id: string; is_proven: boolean }>`
      select request_id, proof is not null as is_proven from purchase_request_decisions`.execute(db)
    expect(rows).toEqual([{ request_id: paid.id, is_proven: true }])
    const { body } = await client(service, null).post('/v1/auth/login', account)
    const owner = client(service, body.access_token)
    const done = await owner.patch(`/v1/purchase-requests/${paid.id}/status`, complete)
    expect(done, JSON.stringify(done.body)).toMatchObject({ status: 200, body: { status: 'completed' } })
  } finally {
    await service.stop()
    await db.destroy()
  }
  expect(await runCli(['audit', 'verify'], env)).toMatchObject({ code: 0 })
})
