import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { StatementLineResponse } from '../../contract/statements.ts'
import { startServer } from '../support/harness.ts'
import { connectionsFor, whileLocked } from '../support/locks.ts'
import {
  camt,
  dollars,
  encode,
  oneC,
  client as payer,
  payments,
  rubles,
  type SamplePayment,
} from './samples.ts'
import { importFile, newAccount } from './uploads.ts'

const callers = 6
const server = startServer({ connections: connectionsFor(callers) })

function paymentsTo(account: string, amounts: readonly string[], on = '2026-01-30'): SamplePayment[] {
  return amounts.map((amount, index) => ({
    number: String(index + 1),
    on,
    amount,
    to: account,
    party: payer,
    purpose: 'Оплата',
  }))
}

test('a file is imported with its counts, and its lines have every field', async () => {
  const client = await server.signIn('operator')
  const file = encode(oneC(), 'windows-1251')
  const { status, body, headers } = await importFile(client, file, { name: 'C:\\выписки\\январь.txt' })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(headers.get('location')).toBe(`/v1/statements/${body.id}`)
  expect(body).toMatchObject({
    format: '1c',
    file: { name: 'январь.txt', size: file.length },
    from: '2026-01-30',
    to: '2026-01-31',
    new_lines: 5,
    known_lines: 0,
    open_lines: 5,
    warnings: [],
    imported_by: client.id,
    accounts: [
      {
        account: rubles,
        currency: 'RUB',
        opening_balance: '1000000.00',
        closing_balance: '1390850.58',
        received: '392301.08',
        sent: '1450.50',
        new_lines: 4,
        known_lines: 0,
      },
      { account: dollars, currency: 'USD', received: '12000.70', new_lines: 1 },
    ],
  })
  const lines = await client.get(`/v1/statements/${body.id}/lines`)
  expect(lines.body.items).toHaveLength(5)
  expect(lines.body.items.map(({ purpose }: StatementLineResponse) => purpose)).toEqual(
    payments.map(({ purpose }) => purpose),
  )
  expect(lines.body.items[0]).toMatchObject({
    statement_id: body.id,
    status: 'new',
    direction: 'incoming',
    document_number: '417',
    amount: '92301.08',
    open_amount: '92301.08',
    currency: 'RUB',
    payer,
    occurrence: 1,
    matches: [],
    suggestions: [],
  })
  expect(lines.body.items[2].occurrence).toBe(2)
  expect((await client.get(`/v1/statement-lines/${lines.body.items[0].id}`)).body).toEqual(
    lines.body.items[0],
  )
  expect((await client.get(`/v1/statements/${body.id}`)).body).toEqual(body)
  expect((await client.get('/v1/statements?limit=1')).body.items[0]).toEqual(body)
  const { rows } = await sql<{
    event: string
  }>`select event from audit_events where event like '%statement.imported%'`.execute(server.db)
  expect(rows).toHaveLength(1)
})

test('the same and an overlapping file add each line once', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const [first, second] = [
    paymentsTo(account, ['10.00', '20.00']),
    paymentsTo(account, ['30.00'], '2026-01-31'),
  ]
  const twins = [...first, ...first.map((payment) => ({ ...payment, purpose: 'Ещё раз' }))]
  const counts = async (list: readonly SamplePayment[]) => {
    const { status, body } = await importFile(client, oneC(list, { encoding: 'UTF-8' }))
    expect(status, JSON.stringify(body)).toBe(201)
    return [body.new_lines, body.known_lines]
  }
  expect(await counts(first)).toEqual([2, 0])
  expect(await counts(first)).toEqual([0, 2])
  expect(await counts([...first, ...second])).toEqual([1, 2])
  // The same payment twice on a day: the second one is new.
  expect(await counts(twins)).toEqual([2, 2])
  expect(await counts(twins)).toEqual([0, 4])
  const { body: list } = await client.get('/v1/statements?limit=1')
  const again = await client.get(`/v1/statements/${list.items[0].id}/lines`)
  expect(again.body.items).toHaveLength(4)
})

test('pages of lines follow the file, and filters are strict', async () => {
  const client = await server.signIn('auditor')
  const operator = await server.signIn('operator')
  const amounts = Array.from({ length: 7 }, (_, index) => `${index + 1}.00`)
  const { body } = await importFile(operator, oneC(paymentsTo(newAccount(), amounts), { encoding: 'UTF-8' }))
  const path = `/v1/statements/${body.id}/lines`
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await client.get(
      `${path}?limit=3&status=new&direction=incoming${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...page.body.items.map(({ amount }: StatementLineResponse) => amount))
    cursor = page.body.next_cursor
  }
  expect(seen).toEqual(amounts)
  expect((await client.get(`${path}?status=matched`)).body).toEqual({ items: [], next_cursor: null })
  expect((await client.get(`${path}?status=open`)).status).toBe(422)
  expect((await client.get(`${path}?state=new`)).status).toBe(422)
  expect((await client.get('/v1/statements/none/lines')).body.code).toBe('statement_not_found')
  expect((await client.get('/v1/statement-lines/none')).body.code).toBe('statement_line_not_found')
  expect((await client.get('/v1/statement-lines?status=new&limit=2')).body.items).toHaveLength(2)
  expect((await importFile(client, oneC())).status).toBe(403)
})

test('a damaged file changes nothing and says where', async () => {
  const client = await server.signIn('operator')
  const before = (await client.get('/v1/statements?limit=200')).body.items.length
  const damaged = oneC(paymentsTo(newAccount(), ['77.00']), { encoding: 'UTF-8' }).replace(
    'Сумма=77.00',
    'Сумма=7x.00',
  )
  const reply = await importFile(client, damaged)
  expect(reply.status).toBe(422)
  expect(reply.body.detail).toEqual([
    {
      loc: ['body', 'file'],
      type: 'file_type',
      msg: expect.stringMatching(/^Line \d+: Сумма is not an amount in RUB above zero\.$/),
      ctx: { code: 'statement_amount', line: expect.any(Number), field: 'Сумма', currency: 'RUB' },
    },
  ])
  expect((await importFile(client, '%PDF-1.7')).body.detail[0].ctx.code).toBe('statement_format')
  expect((await importFile(client, '')).body.detail[0].type).toBe('file_empty')
  expect((await client.post('/v1/statements', new FormData())).status).toBeGreaterThanOrEqual(400)
  const large = await importFile(client, new Uint8Array(20 * 1024 * 1024 + 1))
  expect(large).toMatchObject({ status: 422, body: { detail: [{ type: 'file_too_large' }] } })
  expect((await client.get('/v1/statements?limit=200')).body.items).toHaveLength(before)
})

test('a file that does not add up needs somebody who says so', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const text = camt(paymentsTo(account, ['50.00'])).replace('"RUB">50.00<', '"RUB">51.00<')
  const refused = await importFile(client, text)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'statement_difference',
      context: {
        differences: [
          { code: 'received_total', account, stated: '50.00', found: '51.00' },
          { code: 'closing_balance', account, stated: '1000050.00', found: '1000051.00' },
        ],
      },
    },
  })
  expect((await importFile(client, text, { accept_difference: 'yes' })).status).toBe(422)
  const taken = await importFile(client, text, { accept_difference: 'true' })
  expect(taken).toMatchObject({
    status: 201,
    body: { format: 'camt.053', new_lines: 1, warnings: refused.body.context.differences },
  })
})

test('an Idempotency-Key replays the import, and refuses another file', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const headers = { 'idempotency-key': 'statement-1' }
  const text = oneC(paymentsTo(account, ['5.00']), { encoding: 'UTF-8' })
  const first = await importFile(client, text, { headers })
  expect(await importFile(client, text, { headers })).toMatchObject({ status: 201, body: first.body })
  const other = await importFile(client, oneC(paymentsTo(account, ['6.00']), { encoding: 'UTF-8' }), {
    headers,
  })
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
})

test('imports at the same time add each line once', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const amounts = Array.from({ length: 1200 }, (_, index) => `${index + 1}.00`)
  const files = Array.from({ length: callers }, (_, index) =>
    // Overlapping, and in another order.
    oneC(
      paymentsTo(account, amounts)
        .slice(index * 10)
        .toSorted(() => (index % 2 ? -1 : 1)),
      { encoding: 'UTF-8' },
    ),
  )
  const replies = await whileLocked(
    server.db,
    (db) => sql`lock table statement_lines in exclusive mode`.execute(db),
    () => files.map((file) => importFile(client, file)),
  )
  expect(replies.map(({ status }) => status)).toEqual(files.map(() => 201))
  const added = replies.reduce((sum, { body }) => sum + body.new_lines, 0)
  expect(added).toBe(amounts.length)
  for (const { body } of replies) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from statement_contents where statement_id = ${body.id}`.execute(
      server.db,
    )
    expect(rows[0]?.count).toBe(body.new_lines + body.known_lines)
  }
})

test('a line is set aside, taken back, and never twice', async () => {
  const client = await server.signIn('operator')
  const { body } = await importFile(client, oneC(paymentsTo(newAccount(), ['5.00']), { encoding: 'UTF-8' }))
  const [line] = (await client.get(`/v1/statements/${body.id}/lines`)).body.items
  const path = `/v1/statement-lines/${line.id}`
  const aside = await client.post(`${path}/set-aside`, { reason: 'Комиссия банка' })
  expect(aside).toMatchObject({
    status: 200,
    body: { status: 'set_aside', set_aside_reason: 'Комиссия банка', decided_by: client.id, suggestions: [] },
  })
  expect((await client.post(`${path}/set-aside`, { reason: 'Комиссия банка' })).body).toEqual(aside.body)
  expect((await client.get(`/v1/statements/${body.id}`)).body.open_lines).toBe(0)
  expect((await client.post(`${path}/set-aside`, { reason: '' })).status).toBe(422)
  const back = await client.post(`${path}/reopen`)
  expect(back).toMatchObject({
    status: 200,
    body: { status: 'new', set_aside_reason: null, decided_by: null },
  })
  expect((await client.post(`${path}/reopen`)).body).toEqual(back.body)
  expect((await client.post('/v1/statement-lines/none/reopen')).status).toBe(404)
  const { rows } = await sql<{
    type: string
  }>`select type from outbox_events where object_id = ${line.id} order by id`.execute(server.db)
  expect(rows.map(({ type }) => type)).toEqual(['statement_line.set_aside', 'statement_line.reopened'])
})
