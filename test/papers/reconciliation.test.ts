import { beforeAll, expect, test } from 'vitest'
import { currencyDecimals } from '../../contract/money/currencies.ts'
import { readClientAccount } from '../../server/features/books/client-account.ts'
import { composeReconciliation } from '../../server/features/papers/printing/compose-reconciliation.ts'
import { drawReconciliation } from '../../server/features/papers/printing/draw-reconciliation.ts'
import type { Sides } from '../../server/features/papers/printing/reconciliation-content.ts'
import { reconciliationRows } from '../../server/features/papers/printing/reconciliation-rows.ts'
import { createReconciliationService } from '../../server/features/papers/reconciliation-service.ts'
import { service as serviceActor } from '../../server/platform/actor.ts'
import { fc } from '../support/cases/properties.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { unzip } from '../support/files/unzip.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { download, givenApproved, givenCompany, issue } from '../support/given/given-paper.ts'
import { arbitraryPostings } from '../support/given/given-postings.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
const organizations: { id: string }[] = []
beforeAll(async () => {
  owner = await server.signIn('owner')
  organizations.push(await givenOrganization(server), await givenOrganization(server))
  const postings = arbitraryPostings(organizations.map(({ id }) => id))
  for (const posting of fc.sample(postings, { numRuns: scaled(100, 3000), seed }))
    await server.db.transaction().execute((db) => server.service.books.post(db, posting))
})

const party = { full_name: 'ООО «Ромашка»', inn: '7701234560', signatory: { name: null, post: 'Директор' } }

async function actOf(organizationId: string, commodity: string, from: string, to: string) {
  const account = await readClientAccount(server.db, { organizationId, commodity, from, to }, 100_000)
  if (!account) throw new Error('too many')
  return composeReconciliation({
    language: 'ru',
    from,
    to,
    madeAt: new Date('2026-02-01T00:00:00Z'),
    currency: commodity,
    desk: party,
    client: party,
    contract: null,
    account,
  })
}

const units = (text: string, currency: string) =>
  BigInt((text || '0').replace('.', '')) * (text === '' ? 0n : 1n) + 0n * BigInt(currencyDecimals(currency))
const net = ({ debit, credit }: Sides, currency: string) => units(debit, currency) - units(credit, currency)

test('acts of all clients sum to the client accounts, and each follows from the one before', async () => {
  const balances = await server.db.selectFrom('client_balances').selectAll().execute()
  const money = balances.filter(
    ({ commodity }) => commodity.length === 3 && commodity !== 'ETH' && commodity !== 'BTC',
  )
  expect(money.length).toBeGreaterThan(0)
  for (const { organization_id, commodity, balance } of money) {
    const act = await actOf(organization_id, commodity, '2000-01-01', '2099-12-31')
    expect(net(act.closing, commodity)).toBe(-BigInt(balance))
    const documents = act.documents.reduce((sum, document) => sum + net(document, commodity), 0n)
    expect(documents).toBe(net(act.turnover, commodity))
    const [first, second] = [
      await actOf(organization_id, commodity, '2000-01-01', '2026-06-15'),
      await actOf(organization_id, commodity, '2026-06-16', '2099-12-31'),
    ]
    expect(second.opening).toEqual(first.closing)
    expect(second.closing).toEqual(act.closing)
    expect(first.documents.length + second.documents.length).toBe(act.documents.length)
  }
})

test('it is a PDF and a table, of a client and a period, and is recorded', async () => {
  const company = await givenCompany(owner)
  const [organization] = organizations
  const path = `/v1/organizations/${organization?.id}/reconciliation-act?company_id=${company.id}&from=2026-01-01&to=2026-12-31`
  const read = async (rest: string) => {
    const response = await fetch(`${server.url}${path}${rest}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  expect((await read('&language=en&format=pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  const sheet =
    unzip(await read('&language=ru&format=xlsx'))
      .get('xl/worksheets/sheet1.xml')
      ?.toString() ?? ''
  for (const text of [
    'Дебет, RUB',
    'Сальдо начальное',
    'Обороты за период',
    'Сальдо конечное',
    company.full_name,
  ])
    expect(sheet).toContain(text)
  const { body } = await owner.get('/v1/audit-events?limit=20')
  expect(JSON.stringify(body)).toContain('reconciliation_act.made')
  const refused = await owner.get(`${path.replace('to=2026-12-31', 'to=2025-12-31')}&language=ru&format=pdf`)
  expect(refused.status).toBe(422)
  const other = await owner.get(`${path.replace(company.id, organization?.id ?? '')}&language=ru&format=pdf`)
  expect([other.status, other.body.errors?.[0]?.ctx?.code ?? other.body.detail?.[0]?.ctx?.code]).toEqual([
    422,
    'company_unknown',
  ])
})

test('the contract is the ground of later papers, and a voided paper is stamped', async () => {
  const company = await givenCompany(owner)
  const request = await givenApproved(server, owner)
  const path = `/v1/organizations/${request.organization_id}/contract`
  expect((await owner.get(path)).body.contract).toBeNull()
  const contract = { number: '12/26', date: '2026-01-15' }
  expect((await owner.put(path, { contract })).body).toMatchObject({ contract })
  expect((await owner.put(path, { contract: { number: 'x', date: '2999-01-01' } })).status).toBe(422)
  const paper = await issue(owner, request, { kind: 'invoice', company_id: company.id })
  const { content } = await server.db
    .selectFrom('papers')
    .select('content')
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  expect(content).toMatchObject({ deal: { contract: '№\u00a012/26 от 15.01.2026' } })
  const issued = await download(server, owner, paper)
  expect(
    (await owner.post(`/v1/purchase-requests/${request.id}/papers/${paper.id}/void`, { reason: 'Ошибка' }))
      .status,
  ).toBe(200)
  const voided = await download(server, owner, paper)
  expect([voided.status, voided.pdf.equals(issued.pdf)]).toEqual([200, false])
  expect((await download(server, owner, paper)).pdf).toEqual(voided.pdf)
  expect((await owner.put(path, { contract: null })).body.contract).toBeNull()
})

test('an act of many documents', async () => {
  const movements = Array.from({ length: scaled(500, 10_000) }, (_, at) => ({
    day: '2026-01-15',
    kind: at % 2 ? 'payment' : 'delivery',
    description:
      at % 2 ? `Payment ${at} for PR-2026-000123` : `Delivery ${'ab'.repeat(32)} for PR-2026-000123`,
    amount: at % 2 ? -100n : 101n,
  }))
  const content = composeReconciliation({
    language: 'ru',
    from: '2026-01-01',
    to: '2026-01-31',
    madeAt: new Date(0),
    currency: 'RUB',
    desk: party,
    client: party,
    contract: '№ 1',
    account: { opening: 0n, movements },
  })
  expect(content.documents[1]?.name).toBe('Поступление оплаты № 1, заявка PR-2026-000123')
  expect((await drawReconciliation(content)).subarray(0, 5).toString()).toBe('%PDF-')
  expect(new TextDecoder().decode(reconciliationRows(content)).split('\n')).toHaveLength(
    movements.length + 10,
  )
})

test('an act that could not be printed is not recorded as made', async () => {
  const { id } = await givenOrganization(server)
  const client = (await owner.get(`/v1/organizations/${id}`)).body
  const made = async () =>
    (await owner.get('/v1/audit-events?action=reconciliation_act.made&limit=200')).body.items.length
  const before = await made()
  const fail = () => Promise.reject(new Error('The printer has no memory'))
  const service = createReconciliationService({
    db: server.db,
    now: () => new Date(),
    organizations: { require: async () => client },
    pdfs: { render: fail },
    sheets: { run: fail },
  })
  const [company] = (await owner.get('/v1/desk/companies')).body.items
  const query = {
    company_id: company.id,
    currency: 'RUB',
    from: '2026-01-01',
    to: '2026-12-31',
    language: 'ru',
  } as const
  for (const format of ['pdf', 'xlsx'] as const)
    await expect(
      service.make(id, { ...query, format }, { ...serviceActor, name: 'Anna Petrova' }),
    ).rejects.toThrow('no memory')
  expect(await made()).toBe(before)
})
