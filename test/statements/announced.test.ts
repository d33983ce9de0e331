import { beforeAll, expect, test } from 'vitest'
import { startServer } from '../support/service/harness.ts'
import { entries, mt940, mt942 } from './mt-samples.ts'
import { camt, oneC, payments, rubles } from './samples.ts'
import { givenAccounts, importFile, newAccount } from './uploads.ts'

const server = startServer()
beforeAll(async () => givenAccounts(await server.signIn('owner')))

test('announced lines are suggested, never posted, and replaced by the line that books them', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const list = async (query = '') => (await client.get(`/v1/announced-lines?limit=100${query}`)).body.items
  const before = (await client.get('/v1/statement-lines?limit=100')).body.items.length
  const report = await importFile(client, mt942(entries.slice(0, 3), { account }))
  expect(report.status, JSON.stringify(report.body)).toBe(201)
  expect(report.body).toMatchObject({
    format: 'mt942',
    new_lines: 3,
    known_lines: 0,
    open_lines: 3,
    warnings: [],
  })
  // The bank announces all of the day again, with more.
  const again = await importFile(client, mt942(entries.slice(0, 4), { account }))
  expect(again.body).toMatchObject({ new_lines: 1, known_lines: 3 })
  expect((await client.get('/v1/statement-lines?limit=100')).body.items).toHaveLength(before)
  const announced = await list(`&statement_id=${report.body.id}`)
  expect(
    announced.map(({ status, line_id }: { status: string; line_id: null }) => [status, line_id]),
  ).toEqual(Array.from({ length: 3 }, () => ['announced', null]))
  expect(announced.at(-1)).toMatchObject({
    account,
    amount: '92301.08',
    document_number: '417',
    payer: { inn: '7701234560' },
  })

  const booked = await importFile(client, mt940(entries.slice(0, 2), { account }))
  expect(booked.body, JSON.stringify(booked.body)).toMatchObject({
    format: 'mt940',
    new_lines: 2,
    warnings: [],
  })
  const lines = (await client.get(`/v1/statements/${booked.body.id}/lines`)).body.items
  const after = await list(`&statement_id=${report.body.id}`)
  expect(after.map(({ status, line_id }: { status: string; line_id: string }) => [status, line_id])).toEqual([
    ['announced', null],
    ['booked', lines[1].id],
    ['booked', lines[0].id],
  ])
  expect((await client.get(`/v1/statements/${report.body.id}`)).body.open_lines).toBe(1)
  // An announcement that comes after its statement is booked at once.
  const late = await importFile(client, camt(payments.slice(0, 1), { version: '02', kind: 'camt.054' }))
  expect(late.body, JSON.stringify(late.body)).toMatchObject({
    format: 'camt.054',
    new_lines: 1,
    open_lines: 1,
  })
  await importFile(client, camt(payments.slice(0, 1)))
  expect((await client.get(`/v1/statements/${late.body.id}`)).body.open_lines).toBe(0)
  // Statements of later days came without the rest.
  const later = mt940([], { account, opening: '1242301,08', closedOn: '260120', number: '00002' })
  expect((await importFile(client, later)).status).toBe(201)
  const ended = await list(`&statement_id=${report.body.id}&status=not_booked`)
  expect(ended).toMatchObject([{ amount: '1450.50', status: 'not_booked', suggestions: [] }])
  // The list is counted, filtered and written to a file like every other.
  const totals = await client.get(
    `/v1/announced-lines/totals?statement_id=${report.body.id}&direction=outgoing`,
  )
  expect(totals.body).toMatchObject({ count: 1, sums: [{ amount: '1450.50', currency: 'RUB' }] })
  expect(
    await list(`&statement_id=${report.body.id}&account=${account}&currency=RUB&direction=outgoing`),
  ).toEqual(ended)
  expect(await list(`&account=${account}&to=2025-12-31`)).toEqual([])
  const csv = await client.get(`/v1/exports/announced-lines?format=csv&statement_id=${report.body.id}`)
  expect(
    csv.body
      .trim()
      .split('\n')
      .map((row: string) => row.split(',')[1]),
  ).toEqual(['status', 'not_booked', 'booked', 'booked'])
})

test('another format of the same account and days is refused', async () => {
  const client = await server.signIn('operator')
  const account = newAccount()
  const line = { number: '1', on: '2026-01-05', amount: '10.00', to: account, purpose: 'Оплата' }
  const first = await importFile(client, oneC([line], { encoding: 'UTF-8' }))
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  const refused = await importFile(client, mt940(entries, { account }))
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'other_format',
    context: { account, format: '1c', statement_id: first.body.id, from: '2026-01-05', to: '2026-01-05' },
  })
  expect((await importFile(client, oneC([line], { encoding: 'UTF-8' }))).status).toBe(201)
  // Days after it, and announcements, may be in any format.
  const next = mt940([{ value: '260107', mark: 'C', amount: '1,00' }], { account, closedOn: '260107' })
  expect((await importFile(client, next)).status).toBe(201)
  expect((await importFile(client, mt942(entries, { account }))).status).toBe(201)
  expect(rubles).not.toBe(account)
})
