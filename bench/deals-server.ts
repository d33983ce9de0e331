import { sql } from 'kysely'
import type { StatementLineListResponse, StatementResponse } from '../contract/books/statements.ts'
import { oneC, rubles, type SamplePayment } from '../test/statements/samples.ts'
import { bikOf } from '../test/support/given/given-own-accounts.ts'
import { newCompany } from '../test/support/given/given-paper.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { createLoopWatch } from './loop-watch.ts'
import { startMeasuredService } from './measured-service.ts'
import { measurePayments } from './payment-posting.ts'
import { sized } from './scale.ts'

const organizations = sized(20, 2_000)
const requests = sized(100, 100_000)
const lines = sized(30, 10_000)

const { db, service, serve } = await startMeasuredService()
await loadOpenRequests()

const watch = createLoopWatch()

/** The parent uploads: what it needs for that is no memory of the service. */
process.on('message', async (question: 'watch' | 'watched') => {
  if (question === 'watch') watch.begin()
  process.send?.(question === 'watch' ? {} : await watch.end())
})

await serve(async (url) => {
  const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
  const payments = await measurePayments(db)
  return { payments, token, statements: await measureStatement(url, { authorization: `Bearer ${token}` }) }
})

/** Every organization has fifty approved requests, each with an amount of its own. */
async function loadOpenRequests(): Promise<void> {
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
    insert into purchase_requests (id, seq, number, organization_id, status, status_since, asset, network, crypto_amount,
      fiat_currency, fiat_amount, rate, fee_amount, total_amount, created_at, updated_at)
    select uuidv7(), n, 'PR-2026-' || lpad(n::text, 6, '0'), organization.id, 'approved', now(), 'USDT', 'tron', 1000 + n,
      'RUB', 1000 + n, 1, 0, 1000 + n, now(), now()
    from generate_series(1, ${requests}::int) as n
    join organizations as organization on organization.inn = (7700000000 + 1 + n % ${organizations}::int)::text
  `.execute(db)
  })
  for (const table of ['organizations', 'purchase_requests'])
    await sql.raw(`vacuum analyze ${table}`).execute(db)
}

/** One third names the request, one third has only INN and amount, one third a short number and no INN. */
function payment(index: number): SamplePayment {
  const seq = (index * 7) % requests || requests
  const inn = String(7_700_000_001 + (seq % organizations))
  const number = `PR-2026-${String(seq).padStart(6, '0')}`
  const purposes = [
    `Оплата по заявке ${number}`,
    'Оплата по договору за цифровые активы',
    `По заявке № ${seq}`,
  ]
  return {
    number: String(index + 1),
    on: '2026-01-30',
    amount: `${1000 + seq}.00`,
    to: rubles,
    party: { name: 'ООО «Ромашка»', account: '40702810400000067890', ...(index % 3 < 2 && { inn }) },
    purpose: purposes[index % 3] as string,
  }
}

/** Only statements of the desk's own accounts are imported. */
async function giveAccount(url: string, headers: Record<string, string>): Promise<void> {
  const account = { settlement_account: rubles, bik: bikOf(rubles), bank_name: 'АО «Пример Банк»' }
  const response = await fetch(`${url}/v1/desk/companies`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(newCompany({ bank_accounts: [account] })),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

async function measureStatement(url: string, headers: Record<string, string>) {
  const file = oneC(Array.from({ length: lines }, (_, index) => payment(index)))
  await giveAccount(url, headers)
  const form = new FormData()
  form.set('file', new Blob([file]), 'statement.txt')
  const begun = performance.now()
  const response = await fetch(`${url}/v1/statements`, { method: 'POST', headers, body: form })
  if (response.status !== 201) throw new Error(await response.text())
  const { id } = (await response.json()) as StatementResponse
  const imported = performance.now()
  let certain = 0
  let cursor: string | null = ''
  while (cursor !== null) {
    const path = `/v1/statements/${id}/lines?status=new&limit=200${cursor && `&cursor=${cursor}`}`
    const page = (await (await fetch(url + path, { headers })).json()) as StatementLineListResponse
    certain += page.items.filter(({ suggestions }) => suggestions[0]?.is_certain).length
    cursor = page.next_cursor
  }
  return {
    lines,
    requests,
    importSeconds: (imported - begun) / 1000,
    suggestionSeconds: (performance.now() - imported) / 1000,
    certain,
  }
}
