import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { createEventConsumer } from '../../server/features/inbox/event-consumer.ts'
import { createNoticeWriter } from '../../server/features/inbox/notice-writer.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { useStillClock } from '../support/service/still-clock.ts'

const server = startServer()
const at = useStillClock(server)

async function inboxOf(client: Client, query = '') {
  await server.service.inbox.consume()
  const { status, body } = await client.get(`/v1/inbox${query}`)
  expect(status).toBe(200)
  return body as {
    items: {
      id: string
      kind: string
      subject: { type: string; id: string }
      actor: { id: string } | null
      details: object
      read_at: string | null
    }[]
    next_cursor: string | null
    unread: number
  }
}

const comment = (client: Client, organization: { id: string }, mentions: (string | null)[]) =>
  client.post(`/v1/organizations/${organization.id}/comments`, { comment: 'Please look', mentions })

/** Looks from the clock of the test on: at the start of the service it was the real time. */
async function beginToLookForDue(): Promise<void> {
  await server.db.deleteFrom('inbox_positions').execute()
  await server.service.inbox.lookForDue()
}

/** The event of a comment, as an earlier moment could have left it. */
async function givenComment(organization: { id: string }, author: Client, mentions: (string | null)[]) {
  await server.db
    .insertInto('outbox_events')
    .values({
      id: randomUUID(),
      type: 'organization.commented',
      object_type: 'organization',
      object_id: organization.id,
      organization_id: organization.id,
      data: JSON.stringify({ mentions }),
      created_at: new Date(),
      trace_id: null,
      trace_sampled: null,
      actor_id: author.id,
    })
    .execute()
}

test('a mention in each sort of comment is told once, and not to the author', async () => {
  const [author, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
  const organization = await givenOrganization(server)
  await upload(author, organization, 'charter', pdf())
  const request = await givenRequest(author, organization.id)
  const mentions = [author.id, colleague.id]
  for (const path of [
    `/v1/organizations/${organization.id}/comments`,
    `/v1/organizations/${organization.id}/documents/charter/comments`,
    `/v1/purchase-requests/${request.id}/comments`,
  ])
    expect((await author.post(path, { comment: 'Please look', mentions })).status).toBe(201)
  const { items, unread } = await inboxOf(colleague)
  expect(items.map(({ kind, subject, details }) => [kind, subject.type, details])).toEqual([
    ['mention', 'purchase_request', { number: request.number }],
    ['mention', 'document', { document: 'charter' }],
    ['mention', 'organization', {}],
  ])
  expect(items.every(({ actor }) => actor?.id === author.id)).toBe(true)
  expect(unread).toBe(3)
  expect((await inboxOf(author)).items).toEqual([])
})

test('an assignment is told to the assignee, also with the request, but not to who took it', async () => {
  const [operator, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
  const { id } = await givenBuyer(server)
  const made = await givenRequest(operator, id, { assignee_id: colleague.id })
  const other = await givenRequest(operator, id)
  await operator.patch(`/v1/purchase-requests/${other.id}/assignee`, { assignee_id: colleague.id })
  const taken = await givenRequest(operator, id, { assignee_id: operator.id })
  const { items } = await inboxOf(colleague)
  expect(items.map(({ kind, subject }) => [kind, subject.id])).toEqual([
    ['assignment', other.id],
    ['assignment', made.id],
  ])
  expect((await inboxOf(operator)).items.filter(({ subject }) => subject.id === taken.id)).toEqual([])
})

test('owners are told of a reset, also who did it, and others are not', async () => {
  const [owner, second, officer] = [
    await server.signIn('owner'),
    await server.signIn('owner'),
    await server.signIn('officer'),
  ]
  const victim = await server.signIn('operator')
  expect((await owner.post(`/v1/administrators/${victim.id}/reset`, {})).status).toBe(200)
  for (const one of [owner, second])
    expect((await inboxOf(one)).items.filter(({ subject }) => subject.id === victim.id)).toMatchObject([
      { kind: 'security', subject: { type: 'administrator' }, details: { event: 'administrator.reset' } },
    ])
  expect((await inboxOf(officer)).items).toEqual([])
})

test('one marks a notice, or all that one has seen, and nobody marks those of others', async () => {
  const [author, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
  const organization = await givenOrganization(server)
  for (let count = 0; count < 5; count++) await comment(author, organization, [colleague.id])
  const first = await inboxOf(colleague, '?limit=2')
  expect(first.unread).toBe(5)
  const second = await inboxOf(colleague, `?limit=2&cursor=${first.next_cursor}`)
  const third = await inboxOf(colleague, `?limit=2&cursor=${second.next_cursor}`)
  const all = [...first.items, ...second.items, ...third.items].map(({ id }) => id)
  expect(new Set(all).size).toBe(5)
  expect(third.next_cursor).toBeNull()
  const [newest, next] = all as [string, string]
  expect((await author.post(`/v1/inbox/${newest}/read`)).status).toBe(404)
  expect((await colleague.post('/v1/inbox/nonsense/read')).status).toBe(404)
  const read = await colleague.post(`/v1/inbox/${newest}/read`)
  expect(read.body.read_at).not.toBeNull()
  // Once more changes nothing.
  expect((await colleague.post(`/v1/inbox/${newest}/read`)).body).toEqual(read.body)
  expect((await inboxOf(colleague, '?unread=true')).items.map(({ id }) => id)).toEqual(all.slice(1))
  expect((await inboxOf(colleague, '?unread=false')).items.map(({ id }) => id)).toEqual([newest])
  // What came after the page was seen stays unread.
  await comment(author, organization, [colleague.id])
  await server.service.inbox.consume()
  expect((await colleague.post('/v1/inbox/read', { until: next })).body).toEqual({ unread: 1 })
  expect((await colleague.post('/v1/inbox/read', {})).body).toEqual({ unread: 0 })
})

test('a disabled person is told nothing, and a role that no longer sees the object hides it', async () => {
  const [author, gone, colleague] = [
    await server.signIn('operator'),
    await server.signIn('operator'),
    await server.signIn('owner'),
  ]
  const organization = await givenOrganization(server)
  await changeAdministrators(server, { disabled_at: new Date() }, gone.id ?? '')
  await givenComment(organization, author, [gone.id, colleague.id])
  await server.service.inbox.consume()
  const notices = await server.db
    .selectFrom('inbox_notices')
    .selectAll()
    .where('administrator_id', '=', gone.id ?? '')
    .execute()
  expect(notices).toEqual([])
  // As if the notice were about something that only owners see.
  expect((await inboxOf(colleague)).unread).toBe(1)
  const own = server.db.updateTable('inbox_notices').where('administrator_id', '=', colleague.id ?? '')
  await own.set({ permission: 'administrators:manage' }).execute()
  expect((await inboxOf(colleague)).unread).toBe(1)
  const owner = await server.signIn('owner')
  expect((await owner.patch(`/v1/administrators/${colleague.id}`, { role: 'officer' })).status).toBe(200)
  expect(await inboxOf(colleague)).toMatchObject({ items: [], unread: 0 })
})

test('two nodes at once and a node that dies half-way make each notice once', async () => {
  const [author, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
  const organization = await givenOrganization(server)
  const outbox = await server.db.selectFrom('inbox_events').select('event_id').execute()
  expect(outbox).toEqual([])
  for (let count = 0; count < 30; count++) await givenComment(organization, author, [colleague.id])
  const write = createNoticeWriter({ sendsMail: false })
  const node = (dies: boolean) =>
    createEventConsumer({
      db: server.db,
      now: () => new Date(),
      votersOf: async () => [],
      onNotices() {},
      async write(db, notices, at) {
        const count = await write(db, notices, at)
        if (dies) throw new Error('kill -9')
        return count
      },
    }).job.run(new AbortController().signal)
  await Promise.allSettled([node(true), node(false), node(false), server.service.inbox.consume()])
  await node(false)
  expect((await inboxOf(colleague)).unread).toBe(30)
  expect(await server.db.selectFrom('inbox_events').selectAll().execute()).toEqual([])
})

test('an approval is told to those who may vote, and is settled when it is decided', async () => {
  const owner = await server.signIn('owner')
  const [first, second] = [await server.signIn('owner'), await server.signIn('officer')]
  // Who has the role for less than a day may not vote.
  const old = new Date(at(0).getTime() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: old, credentials_since: old })
  const rules = ['webhook.save', ...closureActs].map((act) => ({ act, approvals: 1, from: ['owner'] }))
  expect(await owner.put('/v1/policy', { rules })).toMatchObject({ status: 200, body: { rules } })
  const made = await owner.post('/v1/webhooks', { url: 'https://example.com/hook' })
  expect(made.body.code).toBe('approval_required')
  const approvalId = made.body.context.approval_id
  const waiting = (await inboxOf(first)).items.find(({ kind }) => kind === 'approval')
  expect(waiting).toMatchObject({
    subject: { type: 'approval', id: approvalId },
    details: { act: 'webhook.save' },
  })
  expect((await inboxOf(owner)).items.filter(({ kind }) => kind === 'approval')).toEqual([])
  expect((await inboxOf(second)).items.filter(({ kind }) => kind === 'approval')).toEqual([])
  expect(
    (await inboxOf(first)).items.some(({ details }) => JSON.stringify(details).includes('policy.changed')),
  ).toBe(true)
  const voted = await first.post(`/v1/approvals/${approvalId}/votes`, { decision: 'approve' })
  expect(voted.status).toBe(200)
  expect((await inboxOf(first)).items.find(({ kind }) => kind === 'approval')?.read_at).not.toBeNull()
})

test.runIf(isFull)(
  'overdue work is told once: to the assignee, or once a day to all who may do it',
  async () => {
    const [operator, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
    const { id } = await givenBuyer(server)
    await beginToLookForDue()
    const mine = await givenRequest(operator, id, { assignee_id: colleague.id })
    await givenRequest(operator, id)
    at(23 * 3600)
    await server.service.inbox.lookForDue()
    // Read from the table: the sessions have ended by then.
    const overdue = async ({ id }: Client) => {
      const rows = await server.db
        .selectFrom('inbox_notices')
        .select('subject_id')
        .where('kind', '=', 'overdue')
        .where('administrator_id', '=', id ?? '')
        .execute()
      return rows.map(({ subject_id }) => subject_id)
    }
    expect(await overdue(colleague)).not.toContain(mine.id)
    at(25 * 3600)
    await server.service.inbox.lookForDue()
    await server.service.inbox.lookForDue()
    // Also what other tests have left is overdue by then: it belongs to nobody.
    expect((await overdue(colleague)).filter((id) => id === mine.id)).toHaveLength(1)
    expect(await overdue(operator)).toContain('requests')
    expect(await overdue(operator)).not.toContain(mine.id)
    const often = await server.db
      .selectFrom('inbox_notices')
      .select((row) => ['source', row.fn.countAll().as('count')])
      .where('administrator_id', '=', operator.id ?? '')
      .groupBy('source')
      .execute()
    expect(often.every(({ count }) => Number(count) === 1)).toBe(true)
  },
)

test('documents that come near their last day are told once', async () => {
  const officer = await server.signIn('officer')
  const auditor = await server.signIn('auditor')
  const organization = await givenOrganization(server)
  const today = at(0)
  await beginToLookForDue()
  const ends = new Date(today.getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
  await upload(officer, organization, 'charter', pdf(), { expires_on: ends })
  await server.db
    .updateTable('documents')
    .set({ status: 'approved' })
    .where('organization_id', '=', organization.id)
    .execute()
  const expiring = async (client: Client) =>
    (await inboxOf(client)).items.filter(({ kind }) => kind === 'expiring').map(({ details }) => details)
  await server.service.inbox.lookForDue()
  expect(await expiring(officer)).toEqual([])
  for (const days of [10, 10, 11, 12]) {
    at(days * 86_400)
    await server.service.inbox.lookForDue()
  }
  const notices = await server.db
    .selectFrom('inbox_notices')
    .select('details')
    .where('kind', '=', 'expiring')
    .where('administrator_id', '=', officer.id ?? '')
    .execute()
  expect(notices).toEqual([{ details: { queue: 'expiring-documents', count: 1 } }])
  const others = await server.db
    .selectFrom('inbox_notices')
    .select('id')
    .where('administrator_id', '=', auditor.id ?? '')
    .execute()
  expect(others).toEqual([])
})

test('an API key has no inbox', async () => {
  expect((await server.anonymous.get('/v1/inbox')).status).toBe(401)
})

test('the settings of notifications are kept, and a wrong time zone is refused', async () => {
  const operator = await server.signIn('operator')
  expect((await operator.get('/v1/account/notifications')).body).toMatchObject({
    language: null,
    mail: ['mention', 'assignment', 'approval', 'security'],
    digest_hour: 9,
    time_zone: null,
    mail_enabled: false,
  })
  const path = '/v1/account/notifications'
  await operator.patch(path, { language: 'ru', mail: ['overdue'] })
  const changed = await operator.patch(path, { digest_hour: null, time_zone: 'Asia/Vladivostok' })
  expect(changed.body).toMatchObject({
    language: 'ru',
    mail: ['overdue'],
    digest_hour: null,
    time_zone: 'Asia/Vladivostok',
  })
  expect((await operator.patch(path, { time_zone: 'Mars/Olympus' })).status).toBe(422)
  expect((await operator.patch(path, { digest_hour: 24 })).status).toBe(422)
})
