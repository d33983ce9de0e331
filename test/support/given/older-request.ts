import { sql } from 'kysely'
import type { TestServer } from '../service/harness.ts'

/** Makes a request older than what is recorded for it, with the sums by day that follow from when requests were made. */
export async function makeOlder(
  server: Pick<TestServer, 'db'>,
  { id }: { id: string },
  created_at: Date,
): Promise<void> {
  await server.db.transaction().execute(async (db) => {
    await db.updateTable('purchase_requests').set({ created_at }).where('id', '=', id).execute()
    await sql`delete from purchase_request_days`.execute(db)
    await sql`
      insert into purchase_request_days (created_on, asset, fiat_currency, status, requests, crypto_amount, total_amount)
      select (created_at at time zone 'UTC')::date, asset, fiat_currency, status, count(*), sum(crypto_amount), sum(total_amount)
      from purchase_requests group by 1, 2, 3, 4
    `.execute(db)
  })
}
