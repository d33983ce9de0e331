import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { requiredKinds } from '../../contract/organizations/documents.ts'
import type { DocumentSlots } from '../../contract/organizations/documents-summary.ts'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import { isFull } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import {
  bankAccount,
  download,
  forAbroad,
  givenApproved,
  givenCompany,
  givenCompleted,
  issue,
  newCompany,
} from '../support/given/given-paper.ts'
import {
  approve,
  cancel,
  complete,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const callers = 8
const server = startServer({ connections: connectionsFor(callers) })
const papersOf = (id: string) => `/v1/purchase-requests/${id}/papers`

async function contentOf(id: string) {
  const paper = await server.db.selectFrom('papers').select('content').where('id', '=', id).executeTakeFirst()
  return paper?.content
}

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

  test('a new price voids the invoices of the old one', async () => {
    server.clock.at = new Date()
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const request = await givenApproved(server, owner)
    const invoice = await issue(owner, request, { kind: 'invoice', company_id: company.id })
    const { rate } = (await owner.get(`/v1/purchase-requests/${request.id}`)).body
    const quote = async (given: string) => {
      const quote_expires_at = new Date(Date.now() + 3_600_000).toISOString()
      const body = { rate: given, quote_expires_at }
      expect((await owner.post(`/v1/purchase-requests/${request.id}/quotes`, body)).status).toBe(201)
      return (await owner.get(`${papersOf(request.id)}/${invoice.id}`)).body.voided
    }
    expect(await quote(rate)).toBeNull()
    expect(await quote('93.5')).toMatchObject({ reason: 'The price or the amount has changed.' })
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
      deal: { transactions: [{ tx_hash: request.tx_hash, amount: '1000.5' }] },
      total_in_words: 'Ninety-two thousand three hundred one roubles 08 kopecks',
    })
    expect((await download(server, owner, act)).headers.get('content-disposition')).toContain('act-')
  })

  test.runIf(isFull)('an act says who else has paid, as was agreed', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const { id } = await givenApproved(server, owner)
    const post = (what: string, body: object) => owner.post(`/v1/purchase-requests/${id}/${what}`, body)
    const payer = { payer_name: 'ООО «Лютик»', payer_inn: '7707083893' }
    const received_at = (server.clock.at ?? new Date()).toISOString()
    const money = { amount: '92301.08', currency: 'RUB', reference: 'P-1', received_at }
    const paid = await post('payments', { ...money, ...payer })
    expect(paid.body).toMatchObject({ is_foreign_payer: true })
    await post(`payments/${paid.body.id}/accept-payer`, { reason: 'Материнская компания' })
    expect((await owner.patch(`/v1/purchase-requests/${id}/status`, complete)).status).toBe(200)
    const act = await issue(owner, { id }, { kind: 'act', company_id: company.id })
    expect(await contentOf(act.id)).toMatchObject({
      deal: { third_parties: ['ООО «Лютик», ИНН 7707083893'] },
    })
  })

  test('a request has one act that holds, also when two are issued at once', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const request = await givenCompleted(server, owner)
    const body = { kind: 'act', company_id: company.id, language: 'ru' }
    const both = await whileLocked(
      server.db,
      (db) =>
        db.selectFrom('purchase_requests').selectAll().where('id', '=', request.id).forUpdate().execute(),
      () => [owner.post(papersOf(request.id), body), owner.post(papersOf(request.id), body)],
    )
    const [issued, refused] = both.toSorted((a, b) => a.status - b.status)
    expect(issued?.status).toBe(201)
    const { id, number } = issued?.body ?? {}
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'act_exists', context: { paper_id: id, number } },
    })
    const twice = sql`
      insert into papers (id, request_id, organization_id, company_id, kind, number, language, content, issued_at, issued_by)
      select gen_random_uuid(), request_id, organization_id, company_id, kind, 'x', language, content, issued_at, issued_by
      from papers where id = ${id}`
    await expect(twice.execute(server.db)).rejects.toMatchObject({ constraint: 'papers_one_act' })
    await owner.post(`${papersOf(request.id)}/${id}/void`, { reason: 'Ошибка' })
    expect((await owner.post(papersOf(request.id), body)).status).toBe(201)
  })

  test('an invoice asks for what is due, or for a part of it; what is paid gets none', async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner)
    const request = await givenApproved(server, owner)
    const invoice = { kind: 'invoice', company_id: company.id, language: 'ru' }
    const sumOf = ({ payment_qr }: { payment_qr: string }) => /\|Sum=(\d+)\|/.exec(payment_qr)?.[1]
    const pay = (amount: string, reference: string) =>
      owner.post(`/v1/purchase-requests/${request.id}/payments`, {
        amount,
        currency: 'RUB',
        received_at: new Date().toISOString(),
        reference,
      })
    const faultOf = async (body: Record<string, unknown>) => {
      const response = await owner.post(papersOf(request.id), { ...invoice, ...body })
      return [response.status, ...response.body.detail.map(({ ctx }: { ctx: unknown }) => ctx)]
    }
    const advance = await issue(owner, request, { ...invoice, amount: '50000' })
    expect([advance.amount, sumOf(advance as never)]).toEqual(['50000.00', '5000000'])
    expect(await faultOf({ amount: '92301.09' })).toEqual([422, { code: 'above_due', due: '92301.08' }])
    expect(await faultOf({ amount: '0.00' })).toEqual([422, { code: 'not_positive' }])
    expect(await faultOf({ amount: '1.001' })).toEqual([422, { code: 'too_many_decimals', places: 2 }])
    expect(await faultOf({ kind: 'act', amount: '1' })).toEqual([422, { code: 'only_of_invoice' }])
    expect((await pay('50000', '1')).status).toBe(201)
    const rest = await issue(owner, request, invoice)
    expect([rest.amount, sumOf(rest as never)]).toEqual(['42301.08', '4230108'])
    expect(await contentOf(rest.id)).toMatchObject({
      price: '92301.08',
      received: '50000.00',
      is_advance: false,
      total_in_words: 'Сорок две тысячи триста один рубль 08 копеек',
    })
    expect(await contentOf(advance.id)).toMatchObject({ received: null, is_advance: true })
    await pay('42301.08', '2')
    expect(await owner.post(papersOf(request.id), invoice)).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_due' },
    })
    await owner.post(`/v1/purchase-requests/${request.id}/refunds`, {
      amount: '301.08',
      reference: '3',
      account: '40702810900000000001',
      reason_code: 'customer_request',
    })
    expect((await issue(owner, request, invoice)).amount).toBe('301.08')
  })

  test.runIf(isFull)(
    'the date of an act is from the last delivery to today, and gives the number its year',
    async () => {
      // Half past midnight in Moscow.
      server.clock.at = new Date('2027-12-30T21:30:00Z')
      const owner = await server.signIn()
      const company = await givenCompany(owner)
      const request = await givenCompleted(server, owner)
      server.clock.at = new Date('2028-01-10T09:00:00Z')
      const again = await server.signIn()
      const act = { kind: 'act', company_id: company.id, language: 'ru' }
      for (const date of ['2027-12-30', '2028-01-11']) {
        expect(await again.post(papersOf(request.id), { ...act, date })).toMatchObject({
          status: 422,
          body: { detail: [{ ctx: { code: 'outside_period', from: '2027-12-31', to: '2028-01-10' } }] },
        })
      }
      expect(
        await again.post(papersOf(request.id), { ...act, kind: 'invoice', date: '2027-12-31' }),
      ).toMatchObject({
        status: 422,
        body: { detail: [{ ctx: { code: 'only_of_act' } }] },
      })
      expect(await issue(again, request, { ...act, date: '2027-12-31' })).toMatchObject({
        number: '2027-000001',
        date: '2027-12-31',
      })
      server.clock.at = null
    },
  )

  test.runIf(isFull)('an invoice that is paid from abroad needs the requisites for that', async () => {
    const owner = await server.signIn()
    const bare = await givenCompany(owner, {
      vat: { ground: 'НДС не облагается' },
      bank_accounts: [
        bankAccount,
        { ...bankAccount, settlement_account: '40702840900000012345', currency: 'USD' },
      ],
    })
    const [roubles, dollars] = [
      await givenApproved(server, owner),
      await givenApproved(server, owner, { fiat_currency: 'USD' }),
    ]
    const invoice = { kind: 'invoice', company_id: bare.id }
    const lacking = [
      'latin_name',
      'latin_address',
      'bank_accounts.0.swift',
      'bank_accounts.0.bank_latin_name',
    ]
    expect(await owner.post(papersOf(roubles.id), { ...invoice, language: 'en' })).toMatchObject({
      status: 409,
      body: {
        code: 'requisites_missing',
        context: { company_id: bare.id, fields: [...lacking, 'vat.ground_en'] },
      },
    })
    const inDollars = await owner.post(papersOf(dollars.id), { ...invoice, language: 'ru' })
    expect(inDollars.body.context.fields).toContain('bank_accounts.1.correspondent_bank')
    expect((await owner.get(papersOf(dollars.id))).body.items).toEqual([])

    const whole = await givenCompany(owner, forAbroad)
    const english = await issue(owner, roubles, { kind: 'invoice', company_id: whole.id, language: 'en' })
    expect(english.payment_qr).toContain('|Sum=9230108|')
    const paper = await issue(owner, dollars, {
      kind: 'invoice',
      company_id: whole.id,
      language: 'en',
      account: 'AE070331234567890123456',
    })
    expect(paper).toMatchObject({ currency: 'USD', payment_qr: null })
    expect(await contentOf(paper.id)).toMatchObject({
      seller: { full_name: 'Kontora LLC', is_paid_from_abroad: true, account: { swift: 'EXBKAEADXXX' } },
      buyer: { country: 'Russia' },
      purpose: expect.stringMatching(/^Payment of invoice No\. .*, request PR-.*\. Without VAT\.$/),
    })
    expect((await download(server, owner, paper)).status).toBe(200)
    expect(
      await owner.post(
        '/v1/desk/companies',
        newCompany({
          bank_accounts: [
            { ...forAbroad.bank_accounts[1], iban: 'AE080331234567890123456', swift: 'EXBKZZAD' },
            { bank_name: 'Bank' },
          ] as never,
        }),
      ),
    ).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'bank_accounts', 0, 'swift'], ctx: { code: 'swift_format' } },
          { loc: ['body', 'bank_accounts', 0, 'iban'], ctx: { code: 'iban_check_digit' } },
          { loc: ['body', 'bank_accounts', 1, 'bik'], type: 'missing' },
          { loc: ['body', 'bank_accounts', 1, 'settlement_account'], type: 'missing' },
        ],
      },
    })
  })

  test.runIf(isFull)(
    'sole traders sign as themselves, and the country of a foreign buyer is named',
    async () => {
      const owner = await server.signIn()
      const {
        director: _director,
        kpp: _kpp,
        ...trader
      } = newCompany({
        inn: completeInn('7705000077'),
        ogrn: completeOgrn('30450011600015'),
        full_name: 'Индивидуальный предприниматель Сидоров Пётр Ильич',
        short_name: 'ИП Сидоров П. И.',
      })
      const { body: company } = await owner.post('/v1/desk/companies', trader)
      expect(company.director).toEqual({ name: 'Сидоров Пётр Ильич', post: 'Индивидуальный предприниматель' })
      const married = { full_name: 'ИП Смирнов Пётр Ильич' }
      const { body: renamed } = await owner.patch(`/v1/desk/companies/${company.id}`, married)
      expect(renamed.director.name).toBe('Смирнов Пётр Ильич')
      await owner.patch(`/v1/desk/companies/${company.id}`, { full_name: trader.full_name })
      // Whatever post somebody gives them.
      const director = { name: 'Сидоров Пётр Ильич', post: 'Генеральный директор' }
      expect((await owner.patch(`/v1/desk/companies/${company.id}`, { director })).status).toBe(200)
      const slots = (type: 'individual' | 'foreign') =>
        Object.fromEntries(
          requiredKinds(type).map((kind) => [kind, { status: 'approved', expires_on: null }]),
        ) as DocumentSlots
      const buyer = await givenBuyer(server, {
        type: 'individual',
        inn: completeInn('7705000078'),
        ogrn: completeOgrn('30450011600016'),
        full_name: 'ИП Петрова Анна Сергеевна',
        document_slots: slots('individual'),
      })
      const request = await givenRequest(owner, buyer.id, {}, review, approve, pay, complete)
      const act = await issue(owner, request, { kind: 'act', company_id: company.id })
      expect(await contentOf(act.id)).toMatchObject({
        seller: { signatory: { name: 'Сидоров Пётр Ильич', post: 'Индивидуальный предприниматель' } },
        buyer: {
          signatory: { name: 'Петрова Анна Сергеевна', post: 'Индивидуальный предприниматель' },
          country: 'Россия',
        },
      })
      const foreign = await givenBuyer(server, {
        type: 'foreign',
        inn: null,
        ogrn: null,
        country: 'KZ',
        registration_number: '201040012345',
        document_slots: slots('foreign'),
      })
      const abroad = await givenRequest(owner, foreign.id, {}, review, approve)
      const invoice = await issue(owner, abroad, { kind: 'invoice', company_id: company.id })
      expect(await contentOf(invoice.id)).toMatchObject({ buyer: { country: 'Казахстан' } })
    },
  )

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

  test.runIf(isFull)('a paper of another request is not found', async () => {
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

thorough.test(
  'papers issued at once have numbers without gaps, and one that is rolled back leaves none',
  async () => {
    const owner = await server.signIn()
    const company = await givenCompany(owner, forAbroad)
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
  },
)

test('without a language, a paper is in that of the client', async () => {
  const owner = await server.signIn('owner')
  const company = await givenCompany(owner, forAbroad)
  const issued = async (country: string | null) => {
    const request = await givenApproved(server, owner)
    await server.db
      .updateTable('organizations')
      .set({ country })
      .where('id', '=', request.organization_id)
      .execute()
    return (await issue(owner, request, { kind: 'invoice', company_id: company.id, language: undefined }))
      .language
  }
  expect(await issued(null)).toBe('ru')
  expect(await issued('KZ')).toBe('ru')
  expect(await issued('AE')).toBe('en')
})
