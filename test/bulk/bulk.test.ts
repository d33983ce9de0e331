import { beforeAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { DocumentResponse } from '../../contract/organizations/documents.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { isFull } from '../support/cases/scale.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import {
  approve,
  cancel,
  givenBuyer,
  givenRequest,
  review,
  tracesOf,
} from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(3) })
let operator: Client
let officer: Client
let organization: { id: string }

beforeAll(async () => {
  operator = await server.signIn('operator')
  officer = await server.signIn('officer')
  organization = await givenBuyer(server)
})

type Outcome = {
  id: string
  status: number
  result?: Record<string, unknown>
  error?: Record<string, unknown>
}

async function bulk(by: Client, act: string, body: object, key?: string): Promise<Outcome[]> {
  const reply = await by.post(`/v1/bulk/${act}`, body, key ? { 'idempotency-key': key } : {})
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.items
}
const statuses = (items: Outcome[]) => items.map(({ status }) => status)
const request = (overrides: object = {}, ...moves: object[]) =>
  givenRequest(operator, organization.id, overrides as never, ...(moves as never[]))
const auditOf = async (id: string) => (await tracesOf(server, id)).audit.map(({ action }) => action)

async function givenDocument(
  kind: 'charter' | 'bank-details',
  by: Client = operator,
): Promise<DocumentResponse> {
  const of = await givenOrganization(server)
  const reply = await upload(by, of, kind, pdf())
  expect(reply.status).toBe(200)
  return reply.body
}

test('requests are assigned, all to one person or each to another, and a row that fails stops no other', async () => {
  const [a, b, c, d] = [await request(), await request(), await request(), await request()]
  const items = await bulk(operator, 'assign', {
    assignee_id: officer.id,
    items: [
      { id: a.id, version: 1 },
      { id: b.id, version: 7 },
      { id: newId(), version: 1 },
      { id: 'nonsense' },
      { id: c.id, version: 1, assignee_id: operator.id },
      { id: d.id, version: 1, assignee_id: newId() },
    ],
  })
  expect(items).toMatchObject([
    { id: a.id, status: 200, result: { assignee_id: officer.id, version: 2 } },
    { id: b.id, status: 409, error: { code: 'version_conflict', context: { version: 1 } } },
    { status: 404, error: { code: 'purchase_request_not_found' } },
    { id: 'nonsense', status: 404, error: { code: 'purchase_request_not_found' } },
    { id: c.id, status: 200, result: { assignee_id: operator.id } },
    { id: d.id, status: 422, error: { detail: [{ loc: ['body', 'assignee_id'] }] } },
  ])
  expect(items.map(({ result, error }) => [result !== undefined, error !== undefined])).toEqual(
    [true, false, false, false, true, false].map((done) => [done, !done]),
  )
  expect(await auditOf(a.id)).toEqual(['purchase_request.created', 'purchase_request.assigned'])
  expect(await auditOf(b.id)).toEqual(['purchase_request.created'])
  const [nobody] = await bulk(operator, 'assign', { items: [{ id: a.id, version: 2, assignee_id: null }] })
  expect(nobody).toMatchObject({ status: 200, result: { assignee_id: null } })
})

test('an error of a row is the one of the single operation', async () => {
  const blocked = await givenRequest(officer, (await givenOrganization(server)).id, {}, review)
  const done = await request({}, cancel)
  const single = [
    await officer.patch(`/v1/purchase-requests/${blocked.id}/status`, approve),
    await officer.patch(`/v1/purchase-requests/${done.id}/status`, review),
    await officer.patch(`/v1/purchase-requests/${newId()}/status`, review),
    await officer.patch(`/v1/purchase-requests/${blocked.id}/status`, { status: 'rejected' }),
  ]
  const items = await bulk(officer, 'move', {
    items: [
      { id: blocked.id, ...approve },
      { id: done.id, ...review },
      { id: newId(), ...review },
      { id: blocked.id, status: 'rejected' },
    ],
  })
  expect(statuses(items)).toEqual(single.map(({ status }) => status))
  expect(statuses(items)).toEqual([409, 409, 404, 422])
  const withoutId = ({ request_id: _, ...rest }: Record<string, unknown>) => rest
  expect(items.map(({ error }) => withoutId(error ?? {}))).toEqual(single.map(({ body }) => withoutId(body)))
})

test('requests are moved with the fields of the move, and each move needs its own permission', async () => {
  const [a, b, c] = [await request(), await request(), await request({}, review)]
  const items = await bulk(operator, 'move', {
    items: [
      { id: a.id, version: 1, ...review, comment: 'Берём' },
      { id: b.id, version: 1, ...cancel },
      { id: c.id, version: 2, ...approve },
    ],
  })
  expect(items).toMatchObject([
    { status: 200, result: { status: 'in_review', version: 2 } },
    { status: 200, result: { status: 'cancelled' } },
    { status: 403, error: { code: 'forbidden' } },
  ])
  expect(await auditOf(a.id)).toEqual(['purchase_request.created', 'purchase_request.status_changed'])
  await expect
    .poll(() =>
      server.db
        .selectFrom('audit_events')
        .select('event')
        .where('action', '=', 'access.denied')
        .where('actor_id', '=', operator.id as string)
        .execute()
        .then((rows) => rows.some(({ event }) => event.includes('bulkMove'))),
    )
    .toBe(true)
  expect(await bulk(officer, 'move', { items: [{ id: c.id, version: 2, ...approve }] })).toMatchObject([
    { status: 200, result: { status: 'approved' } },
  ])
})

test('documents are reviewed by their ids, without a link to the file', async () => {
  const [charter, details, old] = [
    await givenDocument('charter'),
    await givenDocument('bank-details'),
    await givenDocument('charter'),
  ]
  const newer = await upload(operator, { id: old.organization_id }, 'charter', pdf({ padding: 9 }))
  const items = await bulk(officer, 'review', {
    items: [
      { id: charter.id, version: 1, decision: 'approved' },
      {
        id: details.id,
        version: 1,
        decision: 'rejected',
        reason_code: 'missing_page',
        comment: 'Нет страницы',
      },
      { id: old.id, version: 1, decision: 'approved' },
      { id: old.id, version: 2, decision: 'approved' },
      { id: newer.body.id, version: 2, decision: 'approved' },
      { id: newId(), version: 1, decision: 'approved' },
    ],
  })
  expect(items).toMatchObject([
    { status: 200, result: { status: 'approved', download_url: null } },
    { status: 200, result: { status: 'rejected', decision: { comment: 'Нет страницы' } } },
    { status: 409, error: { code: 'version_conflict', context: { version: 2 } } },
    { status: 409, error: { code: 'version_conflict', context: { version: 2 } } },
    { status: 200, result: { version: 2 } },
    { status: 404, error: { code: 'document_not_found' } },
  ])
  const slot = await officer.get(`/v1/organizations/${charter.organization_id}/documents/charter`)
  expect(slot.body).toMatchObject({ id: charter.id, status: 'approved' })
  expect(await operator.post('/v1/bulk/review', { items: [] })).toMatchObject({ status: 403 })
})

test('the policy judges each row: four eyes, a reason, and approvals of others', async () => {
  const owner = await server.signIn('owner')
  const voter = await server.signIn('officer')
  await server.signIn('owner')
  const rules = [
    { act: 'document.review', separate: 'uploaded' },
    { act: 'document.review', approvals: 1, from: ['officer'], reason: 'required' },
    ...closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] })),
  ]
  const changed = await owner.put('/v1/policy', { rules })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  const [own, first, second] = [
    await givenDocument('charter', officer),
    await givenDocument('charter'),
    await givenDocument('charter'),
  ]
  const items = [own, first, second].map(({ id }) => ({ id, version: 1, decision: 'approved' }))
  expect(statuses(await bulk(officer, 'review', { items }))).toEqual([422, 422, 422])
  const reason = { 'kontor-reason': encodeURIComponent('Сверено') }
  const send = async () => (await officer.post('/v1/bulk/review', { items }, reason)).body.items
  const asked = await send()
  expect(asked).toMatchObject([
    { status: 403, error: { code: 'four_eyes' } },
    { status: 403, error: { code: 'approval_required' } },
    { status: 403, error: { code: 'approval_required' } },
  ])
  const approvals = asked
    .slice(1)
    .map(({ error }: { error: { context: { approval_id: string } } }) => error.context.approval_id)
  expect((await voter.post(`/v1/approvals/${approvals[0]}/votes`, { decision: 'approve' })).status).toBe(200)
  expect(await send()).toMatchObject([
    { status: 403, error: { code: 'four_eyes' } },
    { status: 200, result: { status: 'approved' } },
    { status: 403, error: { code: 'approval_required', context: { approval_id: approvals[1] } } },
  ])
  const rows = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('object_id', '=', first.id)
    .execute()
  const recorded = rows
    .map(({ event }) => JSON.parse(event))
    .find(({ action }) => action === 'document.reviewed')
  expect(recorded.details).toMatchObject({ approval_id: approvals[0], reason: 'Сверено' })
})

test('who has not proven who they are for long is asked once, before anything is done', async () => {
  const [a, b] = [await request({}, review), await request()]
  const stale = await server.signIn('officer', { authenticatedAt: new Date(Date.now() - 13 * 3_600_000) })
  const body = {
    items: [
      { id: b.id, ...review },
      { id: a.id, ...approve },
    ],
  }
  expect(await stale.post('/v1/bulk/move', body)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required' },
  })
  expect(await auditOf(b.id)).toEqual(['purchase_request.created'])
})

test('the same key again returns the same and does nothing twice', async () => {
  const [a, b] = [await request(), await request()]
  const body = {
    items: [
      { id: a.id, version: 1, ...review },
      { id: b.id, version: 5, ...review },
      { id: a.id, version: 1, ...review },
    ],
  }
  const first = await operator.post('/v1/bulk/move', body, { 'idempotency-key': 'twice' })
  const again = await operator.post('/v1/bulk/move', body, { 'idempotency-key': 'twice' })
  expect(statuses(first.body.items)).toEqual([200, 409, 409])
  const bare = ({ error, ...rest }: Outcome) => ({ ...rest, code: error?.code })
  expect(again.body.items.map(bare)).toEqual(first.body.items.map(bare))
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await auditOf(a.id)).toEqual(['purchase_request.created', 'purchase_request.status_changed'])
  const other = { items: [{ id: b.id, version: 1, ...review }] }
  expect(await bulk(operator, 'move', other, 'twice')).toMatchObject([
    { status: 409, error: { code: 'idempotency_key_reused' } },
  ])
})

test('a call that was cut off in the middle is finished by the same call', async () => {
  const [a, b] = [await request(), await request()]
  const rows = [
    { id: a.id, version: 1 },
    { id: b.id, version: 1 },
  ]
  // What a crash leaves behind: the first row with its key, and nothing of the second.
  await bulk(operator, 'assign', { items: rows.slice(0, 1), assignee_id: officer.id }, 'cut')
  const items = await bulk(operator, 'assign', { items: rows, assignee_id: officer.id }, 'cut')
  expect(items).toMatchObject([
    { status: 200, result: { version: 2 } },
    { status: 200, result: { version: 2 } },
  ])
  expect(await auditOf(a.id)).toEqual(['purchase_request.created', 'purchase_request.assigned'])
})

test.each([
  ['with the same key', 'race'],
  ['without a key', undefined],
])('two calls at the same time do each row once: %s', async (_name, key) => {
  const rows = [await request(), await request(), await request()]
  const body = { items: rows.map(({ id }) => ({ id, version: 1, ...review })) }
  const lock = (db: typeof server.db) =>
    db
      .selectFrom('purchase_requests')
      .select('id')
      .where('id', '=', rows[0]?.id as string)
      .forUpdate()
      .execute()
  const [first, second] = await whileLocked(server.db, lock, () => [
    bulk(operator, 'move', body, key),
    bulk(operator, 'move', body, key),
  ])
  for (const [index, { id }] of rows.entries()) {
    const both = [first?.[index]?.status, second?.[index]?.status].sort()
    expect(both).toEqual(key ? [200, 200] : [200, 409])
    expect(await auditOf(id)).toEqual(['purchase_request.created', 'purchase_request.status_changed'])
  }
})

test('a body that is not valid does nothing', async () => {
  const { id } = await request()
  const many = Array.from({ length: 201 }, () => ({ id, version: 1, ...review, comment: 'x' }))
  expect(await operator.post('/v1/bulk/move', { items: many })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'items'], type: 'too_long' }] },
  })
  const bodies: [string, object, unknown[]][] = [
    ['move', { items: [] }, ['body', 'items']],
    [
      'move',
      {
        items: [
          { id, ...review },
          { id, status: 'lost' },
        ],
      },
      ['body', 'items', 1, 'status'],
    ],
    ['assign', { items: [{ id, version: 1 }] }, ['body', 'items', 0, 'assignee_id']],
    ['assign', { items: [{ id, version: 0, assignee_id: null }] }, ['body', 'items', 0, 'version']],
  ]
  for (const [act, body, loc] of bodies)
    expect(await officer.post(`/v1/bulk/${act}`, body), act).toMatchObject({
      status: 422,
      body: { detail: [{ loc }] },
    })
  expect(
    await officer.post('/v1/bulk/review', { items: [{ id, version: 1, decision: 'rejected' }] }),
  ).toMatchObject({
    status: 422,
    body: {
      detail: [{ loc: ['body', 'items', 0, 'reason_code'], ctx: { code: 'rejection_reason_required' } }],
    },
  })
  expect((await tracesOf(server, id)).history).toHaveLength(1)
})

test.runIf(isFull)('200 rows with all their fields are one call', async () => {
  const { id } = await request()
  const row = {
    id: newId(),
    version: 1,
    ...review,
    comment: 'x',
    payment_reference: null,
    received_amount: null,
    tx_hash: null,
  }
  const items = await bulk(operator, 'move', {
    items: [...Array.from({ length: 199 }, () => row), { id, version: 1, ...review }],
  })
  expect(items).toHaveLength(200)
  expect(items.at(-1)).toMatchObject({ id, status: 200 })
})

test('roles and API keys need what the single operation needs', async () => {
  const { id } = await request()
  const auditor = await server.signIn('auditor')
  expect((await auditor.post('/v1/bulk/assign', { items: [{ id, assignee_id: null }] })).status).toBe(403)
  expect((await auditor.post('/v1/bulk/move', { items: [{ id, ...review }] })).status).toBe(403)
  const owner = await server.signIn('owner')
  const reading = client(server, await givenApprovedKey(server, owner, ['requests:read']))
  expect((await reading.post('/v1/bulk/assign', { items: [{ id, assignee_id: null }] })).status).toBe(403)
  const writing = client(server, await givenApprovedKey(server, owner, ['requests:read', 'requests:write']))
  expect(statuses(await bulk(writing, 'move', { items: [{ id, ...review }] }))).toEqual([200])
  expect((await writing.post('/v1/bulk/review', { items: [] })).status).toBe(403)
  expect((await server.anonymous.post('/v1/bulk/move', { items: [] })).status).toBe(401)
})
