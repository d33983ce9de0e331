import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { pdf } from '../support/files/document-samples.ts'
import { filesOf, form, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenRequest } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

async function named(role: 'owner' | 'officer' | 'operator' | 'auditor', name: string): Promise<Client> {
  const client = await server.signIn(role)
  await changeAdministrators(server, { name }, client.id ?? '')
  return client
}

function send(client: Client, organization: { id: string }, file = pdf(), name = 'letter.pdf') {
  return client.post(`/v1/organizations/${organization.id}/comment-attachments`, form(file, {}, name))
}

test('people comment on an organization, a document and a request in the same way', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  await upload(operator, organization, 'charter', pdf())
  const request = await givenRequest(operator, organization.id)
  const paths = {
    organization: `/v1/organizations/${organization.id}/comments`,
    document: `/v1/organizations/${organization.id}/documents/charter/comments`,
    request: `/v1/purchase-requests/${request.id}/comments`,
  }
  for (const [what, path] of Object.entries(paths)) {
    const made = await operator.post(path, { comment: `О чём: ${what}` })
    expect(made).toMatchObject({
      status: 201,
      body: { comment: `О чём: ${what}`, mentions: [], attachments: [] },
    })
    await operator.post(path, { comment: 'The second' })
    const { body } = await operator.get(path)
    expect(body.items.map(({ comment }: { comment: string }) => comment)).toEqual([
      'The second',
      `О чём: ${what}`,
    ])
    expect(body.total).toBe(2)
  }
  const [inDocument] = (await operator.get(paths.document)).body.items
  expect(inDocument).toMatchObject({ organization_id: organization.id, kind: 'charter', version: 1 })
  const events = await server.db
    .selectFrom('outbox_events')
    .select('type')
    .where('type', 'like', '%.commented')
    .where('organization_id', '=', organization.id)
    .execute()
  expect(events.map(({ type }) => type).sort()).toEqual([
    'document.commented',
    'document.commented',
    'organization.commented',
    'organization.commented',
    'purchase_request.commented',
    'purchase_request.commented',
  ])
})

test('a comment is refused for other ids, other kinds, and those who only read', async () => {
  const operator = await server.signIn('operator')
  const auditor = await server.signIn('auditor')
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}`
  expect(await operator.post(`/v1/organizations/${randomUUID()}/comments`, { comment: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'organization_not_found' },
  })
  expect(await operator.get('/v1/organizations/%00/comments')).toMatchObject({ status: 404 })
  expect(await operator.post(`${path}/documents/charter/comments`, { comment: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'document_not_found' },
  })
  expect(await operator.get(`${path}/documents/nonsense/comments`)).toMatchObject({ status: 404 })
  expect(await auditor.post(`${path}/comments`, { comment: 'x' })).toMatchObject({ status: 403 })
  expect(await auditor.get(`${path}/comments`)).toMatchObject({ status: 200 })
  expect(await operator.post(`${path}/comments`, { comment: '' })).toMatchObject({ status: 422 })
})

test('a name after @ mentions its only bearer, and so does a listed id', async () => {
  const mark = randomUUID().slice(0, 8)
  const anna = await named('officer', `Анна${mark} Петрова`)
  const first = await named('operator', `Иван${mark} Сидоров`)
  const second = await named('operator', `Иван${mark} Котов`)
  const twin = await named('operator', `Twin${mark}`)
  await named('operator', `Twin${mark}`)
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}/comments`
  const mentionsOf = async (comment: string, mentions?: (string | null)[]) => {
    const { status, body } = await anna.post(path, { comment, ...(mentions && { mentions }) })
    expect(status).toBe(201)
    return body.mentions.map(({ id }: { id: string }) => id).sort()
  }
  expect(await mentionsOf(`@анна${mark} петрова, посмотрите`)).toEqual([anna.id])
  expect(await mentionsOf(`@Анна${mark}: посмотрите`)).toEqual([anna.id])
  expect(await mentionsOf(`@Иван${mark}, посмотрите`)).toEqual([])
  expect(await mentionsOf(`@Иван${mark} Котов и @Иван${mark} Сидоров`)).toEqual([first.id, second.id].sort())
  expect(await mentionsOf(`@Twin${mark}`)).toEqual([])
  expect(await mentionsOf(`@Twin${mark}`, [twin.id])).toEqual([twin.id])
  expect(await mentionsOf(`write to mail@Анна${mark} Петрова`)).toEqual([])
  expect(await anna.post(path, { comment: 'x', mentions: [randomUUID()] })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'mentions', 0], ctx: { code: 'mention_not_found' } }] },
  })
})

test('a comment with the same Idempotency-Key is written once', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}/comments`
  const key = { 'idempotency-key': randomUUID() }
  const [once, twice] = [
    await operator.post(path, { comment: 'once' }, key),
    await operator.post(path, { comment: 'once' }, key),
  ]
  expect(twice.body).toEqual(once.body)
  expect((await operator.get(path)).body.total).toBe(1)
})

test('a file is checked, sealed, taken by one comment, and its download is recorded', async () => {
  const operator = await server.signIn('operator')
  const auditor = await server.signIn('auditor')
  const organization = await givenOrganization(server)
  const content = pdf({ padding: 5000 })
  const sent = await send(operator, organization, content, '../Письмо\u202e: y.pdf')
  expect(sent).toMatchObject({
    status: 201,
    body: { name: 'Письмо_ y.pdf', content_type: 'application/pdf', size: content.length },
  })
  const file = `/v1/organizations/${organization.id}/comment-attachments/${sent.body.id}`
  // Nobody else can have it before it is part of a comment.
  expect(await auditor.get(file)).toMatchObject({ status: 404 })
  const path = `/v1/organizations/${organization.id}/comments`
  const made = await operator.post(path, { comment: 'see the file', attachments: [sent.body.id] })
  expect(made).toMatchObject({ status: 201, body: { attachments: [{ id: sent.body.id }] } })
  expect(await operator.post(path, { comment: 'again', attachments: [sent.body.id] })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'attachments', 0], ctx: { code: 'attachment_not_found' } }] },
  })
  const got = await fetch(server.url + file, { headers: { authorization: `Bearer ${auditor.token}` } })
  expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
  const audited = await server.db
    .selectFrom('audit_events')
    .select('event')
    .where('organization_id', '=', organization.id)
    .execute()
  expect(JSON.stringify(audited)).toContain('comment_attachment.downloaded')
  const other = await givenOrganization(server)
  expect(
    await operator.get(`/v1/organizations/${other.id}/comment-attachments/${sent.body.id}`),
  ).toMatchObject({ status: 404 })
  const foreign = await send(operator, other)
  expect(await operator.post(path, { comment: 'x', attachments: [foreign.body.id] })).toMatchObject({
    status: 422,
  })
})

test('what is no document is refused, and nothing stays on the disk', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  const before = filesOf(server)
  expect(await send(operator, organization, Buffer.from('#!/bin/sh\n'), 'run.pdf')).toMatchObject({
    status: 422,
  })
  expect(await send(operator, organization, Buffer.alloc(0))).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'file'], type: 'file_empty' }] },
  })
  expect(filesOf(server)).toEqual(before)
})

test('a file that was uploaded twice with the same key is stored once', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}/comment-attachments`
  const key = { 'idempotency-key': randomUUID() }
  const before = filesOf(server).blobs.length
  const once = await operator.post(path, form(pdf(), {}, 'a.pdf'), key)
  const twice = await operator.post(path, form(pdf(), {}, 'a.pdf'), key)
  expect(twice.body).toEqual(once.body)
  const other = await operator.post(path, form(pdf({ padding: 1 }), {}, 'a.pdf'), key)
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  expect(filesOf(server).blobs.length).toBe(before + 1)
})
