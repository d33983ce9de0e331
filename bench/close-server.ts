import { sql } from 'kysely'
import { bikOf } from '../test/support/given/given-own-accounts.ts'
import { newCompany } from '../test/support/given/given-paper.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'
import { sized } from './scale.ts'

const organizations = sized(5, 500)
const postings = sized(100, 100_000)
const documents = sized(20, 10_000)
const bank = '40702810900000012345'

const { db, service, serve } = await startMeasuredService()
await loadBooks()

await serve(async (url) => {
  const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
  }
  const account = { settlement_account: bank, bik: bikOf(bank), bank_name: 'АО «Пример Банк»' }
  await send('POST', '/v1/desk/companies', newCompany({ bank_accounts: [account] }))
  for (const day of ['01', '12', '24', '31'])
    await send('PUT', '/v1/rates', { currency: 'CNY', day: `2026-01-${day}`, rate: `11.${day}` })
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .where('inn', '=', inn(1))
    .executeTakeFirstOrThrow()
  return { token, postings, documents, organization: id }
})

function inn(number: number): string {
  return String(7_700_000_000 + number)
}

/**
 * A month of payments and deliveries of many clients, each tenth in yuan. The first client has as many documents as are
 * asked for.
 */
async function loadBooks(): Promise<void> {
  await db.transaction().execute(async (db) => {
    // On a busy machine it takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`
      insert into organizations (id, type, inn, ogrn, full_name, short_name, registry_status, kyb_status, source, created_at,
        updated_at, created_by)
      select uuidv7(), 'legal', (7700000000 + n)::text, '1027700132195', 'ООО «Ромашка ' || n || '»', 'Ромашка ' || n,
        'active', 'approved', 'manual', now(), now(), 'bench'
      from generate_series(1, ${organizations}::int) as n
    `.execute(db)
    await sql`
      create temporary table given on commit drop as
      select uuidv7() as id, organization.id as client, n, date '2026-01-01' + n % 31 as day,
        case when n % 10 = 0 and n > ${documents}::int then 'CNY' else 'RUB' end as currency, n % 3 = 2 as is_delivery
      from generate_series(1, ${postings}::int) as n
      join organizations as organization on organization.inn = (7700000000
        + case when n <= ${documents}::int then 1 else 1 + n % ${organizations}::int end)::text
    `.execute(db)
    await sql`
      insert into book_postings (id, kind, organization_id, fact_type, fact_id, description, at, day, posted_at, entries)
      select id, case when is_delivery then 'delivery' else 'payment' end, client,
        case when is_delivery then 'delivery' else 'payment' end, id::text, 'Документ ' || n, day, day, now(),
        case when is_delivery then 3 else 2 end
      from given
    `.execute(db)
    await sql`
      insert into book_entries (posting_id, n, account, commodity, amount)
      select id, 1, 'liabilities:client:' || client || ':' || currency, currency,
        case when is_delivery then 100000 else -100000 - n end
      from given
      union all
      select id, 2, case when is_delivery then 'equity:trading:' || currency else 'assets:bank:' || ${bank}::text end, currency,
        case when is_delivery then -99000 else 100000 + n end
      from given
      union all
      select id, 3, 'income:fee:' || currency, currency, -1000 from given where is_delivery
    `.execute(db)
  })
  for (const table of ['organizations', 'book_postings', 'book_entries'])
    await sql.raw(`vacuum analyze ${table}`).execute(db)
}
