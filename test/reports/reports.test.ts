import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { reportNames } from '../../contract/work/reports.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import * as given from '../support/given/given-purchase-request.ts'
import { bank, organizationTools } from '../support/given/organization-tools.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  recountDaily,
  recountDocuments,
  recountFunnel,
  recountKyb,
  recountStays,
  recountVolumes,
} from './recount.ts'

const server = startServer()
const tools = organizationTools(server)

async function read(name: string, query = ''): Promise<Record<string, unknown> & { items: never[] }> {
  const reader = await server.signIn('auditor')
  const { status, body } = await reader.get(`/v1/reports/${name}${query}`)
  expect([status, status === 200 ? '' : body]).toEqual([200, ''])
  return body
}

describe('without any row', () => {
  test('reports are empty, and name their days', async () => {
    server.clock.at = new Date('2026-03-31T23:59:59.999Z')
    const days = { from: '2026-01-01', to: '2026-03-31' }
    expect(await read('volumes')).toEqual({ ...days, items: [] })
    expect(await read('time-in-status')).toEqual({ ...days, items: [] })
    const funnel = await read('funnel')
    expect(funnel.items.every(({ requests }) => requests === 0)).toBe(true)
    const documents = await read('documents-ageing')
    expect(documents).toMatchObject({ from: null, to: '2026-03-31', as_of: '2026-03-31' })
    expect(documents.items.map(({ from, to, documents }) => [from, to, documents])).toEqual([
      ['2026-03-31', '2026-03-31', 0],
      ['2026-03-29', '2026-03-30', 0],
      ['2026-03-25', '2026-03-28', 0],
      ['2026-03-02', '2026-03-24', 0],
      [null, '2026-03-01', 0],
    ])
    server.clock.at = null
  })
})

describe('one request', () => {
  test('counts on its day of UTC, and only there', async () => {
    const at = '2024-05-05T23:59:59.999Z'
    server.clock.at = new Date(at)
    const owner = await server.signIn('owner')
    const buyer = await given.givenBuyer(server)
    const { id } = await given.givenRequest(owner, buyer.id, { crypto_amount: '0.000001', rate: '100000' })
    server.clock.at = new Date('2024-05-06T01:00:00Z')
    const officer = await server.signIn('officer')
    await officer.patch(`/v1/purchase-requests/${id}/status`, given.review)
    server.clock.at = null

    const volumes = await read('volumes', '?from=2024-05-05&to=2024-05-05')
    expect(volumes.items).toEqual([
      {
        week: '2024-04-29',
        from: '2024-05-05',
        to: '2024-05-05',
        asset: 'USDT',
        fiat_currency: 'RUB',
        requests: 1,
        crypto_amount: '0.000001',
        total_amount: '100.10',
        delivered: { requests: 0, crypto_amount: '0', total_amount: '0' },
      },
    ])
    expect((await read('daily', '?from=2024-05-05&to=2024-05-05')).items).toEqual([
      {
        day: '2024-05-05',
        asset: 'USDT',
        requests: 1,
        requested: '0.000001',
        deliveries: 0,
        delivered: '0',
      },
    ])
    for (const query of ['?from=2024-05-06&to=2024-05-06', '?from=2024-05-04&to=2024-05-04']) {
      expect((await read('volumes', query)).items).toEqual([])
      expect((await read('funnel', query)).items.map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0])
    }
    expect((await read('funnel', '?from=2024-05-05&to=2024-05-05')).items).toMatchObject([
      { stage: 'requested', requests: 1 },
      { stage: 'reviewed', requests: 1 },
      { stage: 'approved', requests: 0 },
      { stage: 'paid', requests: 0 },
      { stage: 'delivered', requests: 0 },
    ])
    const stay = { stays: 1, median_seconds: 3600, worst_tenth_seconds: 3600, requests_now: 0 }
    expect((await read('time-in-status', '?from=2024-05-06&to=2024-05-06')).items).toEqual([
      { status: 'new', ...stay },
      { status: 'in_review', stays: 0, median_seconds: null, worst_tenth_seconds: null, requests_now: 1 },
    ])
    expect((await read('time-in-status', '?from=2024-05-05&to=2024-05-05')).items).toHaveLength(1)
  })

  test('that is corrected leaves no decimals in the sums', async () => {
    server.clock.at = new Date('2024-06-05T12:00:00Z')
    const owner = await server.signIn('owner')
    const buyer = await given.givenBuyer(server)
    const { id, version } = await given.givenRequest(owner, buyer.id, { crypto_amount: '3.50' })
    const correction = { version, crypto_amount: '3', comment: 'corrected' }
    expect((await owner.patch(`/v1/purchase-requests/${id}`, correction)).status).toBe(200)
    server.clock.at = null
    const volumes = await read('volumes', '?from=2024-06-05&to=2024-06-05')
    expect(volumes.items).toMatchObject([{ requests: 1, crypto_amount: '3' }])
  })

  test('counts as delivered on the day on which its coins were sent, unless that is reversed', async () => {
    server.clock.at = new Date('2024-07-04T12:00:00Z')
    const owner = await server.signIn('owner')
    const { id } = await given.givenRequest(
      owner,
      (await given.givenBuyer(server)).id,
      {},
      given.review,
      given.approve,
      given.pay,
    )
    server.clock.at = new Date('2024-07-06T12:00:00Z')
    const later = await server.signIn('owner')
    const done = await later.patch(`/v1/purchase-requests/${id}/status`, given.complete)
    expect(done.status).toBe(200)
    server.clock.at = null
    const items = async () => (await read('daily', '?from=2024-07-01&to=2024-07-31')).items
    expect(await items()).toMatchObject([
      { day: '2024-07-04', requests: 1, deliveries: 0, delivered: '0' },
      { day: '2024-07-06', requests: 0, requested: '0', deliveries: 1 },
    ])
    await server.db.updateTable('deliveries').set({ reversed_at: new Date() }).execute()
    expect(await items()).toMatchObject([{ day: '2024-07-04', deliveries: 0 }])
  })
})

describe('dates', () => {
  test.each(reportNames)('that are none, or in the wrong order, are refused by %s', async (name) => {
    const reader = await server.signIn('auditor')
    const refused = async (query: string) => (await reader.get(`/v1/reports/${name}?${query}`)).status
    for (const query of [
      'from=2026-02-30',
      'to=yesterday',
      'from=',
      'from=2026-01-01T00:00:00Z',
      'from=0000-01-01',
      'days=30',
    ]) {
      expect([query, await refused(query)]).toEqual([query, 422])
    }
    const { status, body } = await reader.get(`/v1/reports/${name}?from=2026-02-02&to=2026-02-01`)
    expect([status, body.detail[0].ctx.code]).toEqual([422, 'days_reversed'])
    expect(await refused('from=1000-01-01&to=9999-12-31')).toBe(200)
    expect(await refused('to=1000-01-01')).toBe(200)
  })
})

describe('permissions', () => {
  test('decide which reports somebody sees', async () => {
    const owner = await server.signIn('owner')
    const { body } = await owner.post('/v1/api-keys', { name: 'documents', scopes: ['documents:read'] })
    const ask = async (path: string) => {
      const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${body.key}` } })
      return { status: response.status, body: (await response.json()) as { items: unknown } }
    }
    expect((await ask('/v1/reports')).body.items).toEqual([{ name: 'documents-ageing' }])
    expect((await ask('/v1/reports/documents-ageing')).status).toBe(200)
    expect((await ask('/v1/reports/volumes')).status).toBe(403)
    expect((await ask('/v1/reports/kyb-ageing')).status).toBe(403)
    expect((await ask('/v1/reports/nothing')).status).toBe(404)
    expect((await server.anonymous.get('/v1/reports')).status).toBe(401)
    expect((await server.anonymous.get('/v1/reports/funnel')).status).toBe(401)
  })
})

const ranges = [
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2026-02-01', to: '2026-02-28' },
  { from: '2026-02-11', to: '2026-02-11' },
  { from: '2026-03-10', to: '2026-04-20' },
]

async function everyReport() {
  const found = []
  for (const { from, to } of ranges) {
    for (const name of ['volumes', 'daily', 'time-in-status', 'funnel'])
      found.push(await read(name, `?from=${from}&to=${to}`))
  }
  return [...found, await read('documents-ageing'), await read('kyb-ageing')]
}

describe('after random changes', () => {
  test.runIf(isFull)(
    'every report says what a recount of the rows says, before and after an upgrade',
    {
      timeout: 120_000,
    },
    async () => {
      await randomChanges()
      await reopenDocument()
      await expectRecounted()
      const before = await everyReport()

      // As an installation that has never had summaries.
      await sql`
      drop table purchase_request_days, purchase_request_funnel, purchase_request_stays,
        purchase_request_stay_counts, organization_kyb_days, document_waiting_days;
      drop function purchase_requests_added_to_days, purchase_request_moved_in_days, purchase_request_stage,
        purchase_request_stay_class, purchase_request_history_summarized, organizations_added_to_kyb_days,
        organization_moved_in_kyb_days, document_moved_in_waiting_days cascade;
      delete from migrations where name = '0032_reports.sql';
    `.execute(server.db)
      await migrate(server.db)
      expect(await everyReport()).toEqual(before)
      await randomChanges()
      await expectRecounted()
    },
  )
})

let now = Date.parse('2026-01-20T10:00:00Z')

/** People work on requests, documents and organizations, over HTTP, while days pass. */
async function randomChanges(): Promise<void> {
  const random = testRandom()
  const buyer = await given.givenBuyer(server)
  const requests: string[] = []
  const organizations: string[] = []
  let version = 0
  const steps: ((client: Client) => Promise<unknown>)[] = [
    async (client) => {
      const { id } = await given.givenRequest(client, buyer.id, {
        ...random.pick([
          { asset: 'USDT', network: 'tron' },
          { asset: 'BTC', network: 'bitcoin' },
        ]),
        crypto_amount: (1 + random.below(5000) / 100).toFixed(2),
        fiat_currency: random.pick(['RUB', 'AED']),
      })
      requests.push(id)
    },
    ...Array.from({ length: 6 }, () => async (client: Client) => {
      if (requests.length === 0) return
      const path = `/v1/purchase-requests/${random.pick(requests)}`
      const { body } = await client.get(path)
      if (body.allowed_statuses.length === 0) return
      const status = random.pick(body.allowed_statuses as string[])
      const move = {
        status,
        reason_code: 'other',
        ...(status === 'paid' && { payment_reference: path.slice(-6), received_amount: body.total_amount }),
        ...(status === 'completed' && { tx_hash: path.slice(-32).replaceAll('-', '0').padStart(64, 'a') }),
      }
      expect((await client.patch(`${path}/status`, move)).status).toBe(200)
    }),
    async (client) => {
      if (requests.length === 0) return
      const path = `/v1/purchase-requests/${random.pick(requests)}`
      const { body } = await client.get(path)
      const corrected = await client.patch(path, {
        version: body.version,
        crypto_amount: String(1 + random.below(500)),
        comment: 'corrected',
      })
      expect([200, 409, 422]).toContain(corrected.status)
    },
    async (client) => {
      const { body } = await client.post('/v1/organizations', tools.company())
      organizations.push(body.id)
    },
    ...Array.from({ length: 3 }, () => async (client: Client) => {
      if (organizations.length === 0) return
      const path = `/v1/organizations/${random.pick(organizations)}`
      const kyb_status = random.pick(['in_review', 'approved', 'rejected', 'suspended'])
      await client.patch(path, { kyb_status, kyb_reason: 'because' })
      // Of an approved organization, requisites that change lead back to review.
      if (random.chance(0.3)) await client.patch(path, { full_name: `Общество ${random.below(1_000_000)}` })
    }),
    ...Array.from({ length: 3 }, () => async (client: Client) => {
      if (organizations.length === 0) return
      const id = random.pick(organizations)
      const kind = random.pick(['charter', 'inn-certificate'] as const)
      if (random.chance(0.6)) {
        version++
        expect((await upload(client, { id }, kind, pdf({ padding: version }))).status).toBeLessThan(300)
      }
      if (random.chance(0.5)) return
      const { body } = await client.get(`/v1/organizations/${id}/documents/${kind}`)
      await client.patch(`/v1/organizations/${id}/documents/${kind}/review`, {
        version: body.version,
        ...random.pick([{ decision: 'approved' }, { decision: 'rejected', reason_code: 'expired' }]),
      })
    }),
  ]
  for (let step = 0; step < scaled(80, 400); step++) {
    now += random.below(2) === 0 ? random.below(90_000) : random.below(30 * 3_600_000)
    server.clock.at = new Date(now)
    await random.pick(steps)(await server.signIn('owner'))
  }
}

/** An approved document with other bank details waits again, from that day on. */
async function reopenDocument(): Promise<void> {
  const later = (days: number) => {
    now += days * 24 * 3_600_000
    server.clock.at = new Date(now)
    return server.signIn('officer')
  }
  const { body: organization } = await (await later(0)).post('/v1/organizations', tools.company())
  await upload(await later(0), organization, 'bank-details', pdf())
  const path = `/v1/organizations/${organization.id}`
  const decision = { version: 1, decision: 'approved' }
  expect((await (await later(4)).patch(`${path}/documents/bank-details/review`, decision)).status).toBe(200)
  expect((await (await later(8)).patch(path, { bank_details: bank })).status).toBe(200)
}

async function expectRecounted(): Promise<void> {
  const { db } = server
  const today = new Date(now).toISOString().slice(0, 10)
  for (const days of ranges) {
    const query = `?from=${days.from}&to=${days.to}`
    const volumes = await read('volumes', query)
    expect(
      volumes.items.map(
        ({ week, asset, fiat_currency, requests, crypto_amount, total_amount, delivered }) => {
          const {
            requests: count,
            crypto_amount: crypto,
            total_amount: total,
          } = delivered as Record<string, unknown>
          const rest = {
            delivered_requests: count,
            delivered_crypto_amount: crypto,
            delivered_total_amount: total,
          }
          return { week, asset, fiat_currency, requests, crypto_amount, total_amount, ...rest }
        },
      ),
    ).toEqual(await recountVolumes(db, days))
    expect((await read('daily', query)).items).toEqual(await recountDaily(db, days))
    expect((await read('time-in-status', query)).items).toEqual(await recountStays(db, days))
    expect(await read('funnel', query)).toMatchObject(await recountFunnel(db, days))
  }
  const documents = await read('documents-ageing')
  expect(documents.items.map(({ documents }) => documents)).toEqual(await recountDocuments(db, today))
  const kyb = await read('kyb-ageing')
  expect(kyb.items.map(({ organizations }) => organizations)).toEqual([
    ...(await recountKyb(db, today, 'new')),
    ...(await recountKyb(db, today, 'in_review')),
  ])
  // Something was counted at all.
  expect(documents.items.some(({ documents }) => documents > 0)).toBe(true)
  expect((await read('time-in-status', '?from=2026-01-01&to=2026-12-31')).items.length).toBeGreaterThan(3)
}
