import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  bankAccount,
  download,
  givenApproved,
  givenCompany,
  givenCompleted,
  issue,
} from '../support/given-paper.ts'
import { cancel, givenBuyer, givenRequest } from '../support/given-purchase-request.ts'
import { startServer } from '../support/harness.ts'
import { connectionsFor, whileLocked } from '../support/locks.ts'

const callers = 8
const server = startServer({ connections: connectionsFor(callers) })
const papersOf = (id: string) => `/v1/purchase-requests/${id}/papers`

describe('issuing', () => {
  test('an invoice gets a number, keeps what it says, and can be downloaded', async () => {
    server.clock.at = new Date('2026-12-31T21:30:00Z')
    const owner = await server.signIn()
    const operator = await server.signIn('operator')
    const company = await givenCompany(owner)
    const request = await givenApproved(server, owner)
    const body = { kind: 'invoice', company_id: company.id, language: 'ru' }
    const issued = await operator.post(papersOf(request.id), body, { 'idempotency-key': 'paper-1' })
    expect(issued).toMatchObject({
      status: 201,
      body: {
        kind: 'invoice',
        // The day of Moscow counts.
        number: '2027-000001',
        currency: 'RUB',
        amount: '92301.08',
        payment_qr:
          `ST00012|Name=ООО «Контора»|PersonalAcc=40702810600000012345|BankName=АО «Пример Банк»|BIC=044525999` +
          `|CorrespAcc=30101810845250000999|PayeeINN=${company.inn}|KPP=770501001|Sum=9230108` +
          `|Purpose=Оплата по счёту № 2027-000001 от 01.01.2027, заявка ${request.number}. Без НДС.`,
        voided: null,
      },
    })
    const place = `${papersOf(request.id)}/${issued.body.id}`
    expect(issued.headers.get('location')).toBe(place)
    expect((await operator.post(papersOf(request.id), body, { 'idempotency-key': 'paper-1' })).body).toEqual(
      issued.body,
    )

    const { status, headers, pdf } = await download(server, operator, issued.body)
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    expect(status).toBe(200)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain('attachment; filename="invoice-2027-000001.pdf"')
    expect(headers.get('etag')).toBe(`"${sha256}"`)
    const rendered = await operator.get(place)
    expect(rendered.body.file).toEqual({ name: 'invoice-2027-000001.pdf', size: pdf.length, sha256 })
    expect((await operator.get(papersOf(request.id))).body).toEqual({
      items: [rendered.body],
      next_cursor: null,
    })
    const part = await fetch(`${server.url}${place}/content`, {
      headers: { authorization: `Bearer ${operator.token}`, range: 'bytes=0-4' },
    })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])

    const traces = await server.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('object_id', '=', issued.body.id)
      .orderBy('seq')
      .execute()
    expect(traces).toEqual([
      { action: 'paper.issued', actor_id: operator.id },
      { action: 'paper.rendered', actor_id: null },
    ])
    const files = await server.db.selectFrom('paper_files').selectAll().execute()
    expect(files).toHaveLength(1)
    server.clock.at = null
  })

  test('a later change of the company or the organization changes no issued paper', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const request = await givenApproved(server, owner)
    const first = await issue(owner, request, { kind: 'invoice', company_id: company.id })
    const { pdf } = await download(server, owner, first)
    await owner.patch(`/v1/desk/companies/${company.id}`, { short_name: 'ООО «Новая»' })
    const second = await issue(owner, request, { kind: 'invoice', company_id: company.id })
    expect([first.number, second.number].map((number) => number.slice(-6))).toEqual(['000001', '000002'])
    expect(second.payment_qr).toContain('Name=ООО «Новая»|')
    expect((await download(server, owner, first)).pdf.equals(pdf)).toBe(true)
    expect((await owner.get(`${papersOf(request.id)}/${first.id}`)).body.payment_qr).toBe(first.payment_qr)
  })

  test('an act names the transaction, and has no payment code', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const request = await givenCompleted(server, owner)
    const act = await issue(owner, request, { kind: 'act', company_id: company.id, language: 'en' })
    expect(act).toMatchObject({ kind: 'act', number: expect.stringMatching(/-000001$/), payment_qr: null })
    const { content } = await server.db
      .selectFrom('papers')
      .select('content')
      .where('id', '=', act.id)
      .executeTakeFirstOrThrow()
    expect(content).toMatchObject({
      deal: { transactions: [{ tx_hash: 'ab'.repeat(32), amount: '1000.5' }] },
      total_in_words: 'Ninety-two thousand three hundred one roubles 08 kopecks',
    })
    expect((await download(server, owner, act)).headers.get('content-disposition')).toContain('act-')
  })

  test('the status, the company and the account are checked', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const closed = await givenCompany(owner)
    await owner.patch(`/v1/desk/companies/${closed.id}`, { active: false })
    const request = await givenApproved(server, owner)
    const invoice = { kind: 'invoice', company_id: company.id, language: 'ru' }
    expect(await owner.post(papersOf(request.id), { ...invoice, kind: 'act' })).toMatchObject({
      status: 409,
      body: {
        code: 'paper_not_allowed',
        context: { kind: 'act', status: 'approved', allowed: ['completed'] },
      },
    })
    for (const company_id of [closed.id, request.id, 'x\u0435']) {
      expect(await owner.post(papersOf(request.id), { ...invoice, company_id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'company_id'], ctx: { code: 'company_not_found' } }] },
      })
    }
    const account = bankAccount.settlement_account.replace(/5$/, '6')
    const noAccount = {
      status: 422,
      body: { detail: [{ loc: ['body', 'account'], ctx: { code: 'account_not_of_company' } }] },
    }
    expect(await owner.post(papersOf(request.id), { ...invoice, account })).toMatchObject(noAccount)
    const dollars = await givenApproved(server, owner, { fiat_currency: 'USD' })
    expect(await owner.post(papersOf(dollars.id), invoice)).toMatchObject(noAccount)
    const buyer = await givenBuyer(server)
    const cancelled = await givenRequest(owner, buyer.id, {}, cancel)
    expect(await owner.post(papersOf(cancelled.id), invoice)).toMatchObject({
      status: 409,
      body: { context: { status: 'cancelled' } },
    })
    expect((await owner.post(papersOf(company.id), invoice)).body.code).toBe('purchase_request_not_found')
    const auditor = await server.signIn('auditor')
    expect((await auditor.post(papersOf(request.id), invoice)).status).toBe(403)
    expect((await owner.get(papersOf(request.id))).body.items).toEqual([])
  })

  test('a paper of another request is not found', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const [request, other] = [await givenApproved(server, owner), await givenApproved(server, owner)]
    const paper = await issue(owner, request, { kind: 'invoice', company_id: company.id })
    for (const path of ['', '/content']) {
      expect(await owner.get(`${papersOf(other.id)}/${paper.id}${path}`)).toMatchObject({
        status: 404,
        body: { code: 'paper_not_found' },
      })
    }
    expect((await server.anonymous.get(`${papersOf(request.id)}/${paper.id}/content`)).status).toBe(401)
  })
})

test('a voided paper keeps its number and its file', async () => {
  const owner = await server.signIn()
  const company = await givenCompany(owner)
  const request = await givenApproved(server, owner)
  const paper = await issue(owner, request, { kind: 'invoice', company_id: company.id })
  const place = `${papersOf(request.id)}/${paper.id}/void`
  const voided = await owner.post(place, { reason: 'Исправлена сумма' })
  expect(voided).toMatchObject({ status: 200, body: { voided: { reason: 'Исправлена сумма' } } })
  const again = await owner.post(place, { reason: 'Исправлена сумма' })
  expect(again.body.voided).toEqual(voided.body.voided)
  expect(await owner.post(place, { reason: 'Другая' })).toMatchObject({
    status: 409,
    body: { code: 'paper_voided' },
  })
  expect((await download(server, owner, paper)).status).toBe(200)
  const next = await issue(owner, request, { kind: 'invoice', company_id: company.id })
  expect(next.number).toMatch(/-000002$/)
})

test('papers issued at once have numbers without gaps, and one that is rolled back leaves none', async () => {
  const owner = await server.signIn()
  const company = await givenCompany(owner)
  const requests = await Promise.all(Array.from({ length: callers }, () => givenApproved(server, owner)))
  const first = await issue(owner, requests[0] as { id: string }, {
    kind: 'invoice',
    company_id: company.id,
  })
  const issued = await whileLocked(
    server.db,
    (db) => db.selectFrom('paper_numbers').selectAll().forUpdate().execute(),
    () => requests.map((request) => issue(owner, request, { kind: 'invoice', company_id: company.id })),
  )
  // The content does not fit the row: the transaction is rolled back after the number was taken.
  await sql`alter table papers add constraint refused check (language <> 'en') not valid`.execute(server.db)
  const refused = await owner.post(papersOf(requests[0]?.id ?? ''), {
    kind: 'invoice',
    company_id: company.id,
    language: 'en',
  })
  await sql`alter table papers drop constraint refused`.execute(server.db)
  expect(refused.status).toBe(500)
  const last = await issue(owner, requests[0] as { id: string }, {
    kind: 'invoice',
    company_id: company.id,
  })
  const numbers = [first, ...issued, last].map(({ number }) => Number(number.slice(-6)))
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: callers + 2 }, (_, i) => i + 1))
})
