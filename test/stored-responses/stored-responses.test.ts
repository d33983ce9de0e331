import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hiddenTextFault } from '../../contract/api/visible-text.ts'
import { type DocumentKind, documentKinds } from '../../contract/organizations/documents.ts'
import { completeInn, completeOgrn } from '../../contract/values/identifiers.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer()
const msPerDay = 24 * 3600_000
let made = 0

/** Texts with everything that JSON escapes, and with letters of more than one byte. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('"\\', '\n\t\u0001\u007f', '\u2028', '😀', '</script>', 'ё « »'),
  )
  .map((end) => `ООО ${end.replaceAll('\0', '')}`)

/** What people read as a name, or vote on, is one line of visible characters. */
const name = text.filter((name) => hiddenTextFault(name, []) === undefined)

const changes = fc.record(
  {
    full_name: name,
    short_name: fc.option(name),
    notes: fc.option(text),
    director: fc.option(fc.record({ name })),
    contact: fc.constantFrom(null, { email: 'office@example.com' }),
    bank_details: fc.constantFrom(null, { bik: '044525225', settlement_account: '40702810738060051258' }),
  },
  { requiredKeys: ['full_name'] },
)
const decision = fc.record({
  kyb_status: fc.constantFrom('in_review', 'approved', 'suspended', 'rejected'),
  kyb_reason: name,
})

/** `of` chooses one of the organizations or requests that the run has made. */
const of = fc.nat(99)
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), fields: changes }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('update' as const), of, body: fc.oneof(changes, decision) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('upload' as const),
      of,
      kind: fc.constantFrom(...documentKinds),
      expiresAfter: fc.constantFrom(null, 0, 1, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      of,
      approves: fc.constantFrom(true, true, false),
    }),
  },
  fc.record({ do: fc.constant('createWallets' as const), of }),
  fc.record({
    do: fc.constant('request' as const),
    of,
    comment: fc.option(text),
    crypto_amount: fc.constantFrom('1', '0.10', '1000.500'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('move' as const), of, to: fc.nat(9), comment: fc.option(text) }),
  },
  fc.record({ do: fc.constant('assign' as const), of, toOwner: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 1, 2) }),
  },
  fc.record({ do: fc.constant('renew' as const) }),
  fc.record({ do: fc.constant('storeInOtherFormat' as const), format: fc.constantFrom('0', 'z') }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const fieldsOfMove: Record<string, object> = {
  on_hold: { reason_code: 'compliance' },
  rejected: { reason_code: 'kyb' },
  cancelled: { reason_code: 'customer_request' },
}

/** What one run works on. */
interface World {
  owner: Client
  /** One for each combination of the permissions to process and to approve requests that a role has. */
  readers: Client[]
  organizations: { id: string }[]
  requests: { id: string }[]
}

async function createWorld(): Promise<World> {
  const world: World = { owner: server.anonymous, readers: [], organizations: [], requests: [] }
  await signIn(world)
  await createOrganization(world, { full_name: 'ООО «Ромашка»' })
  await createRequest(world, {})
  return world
}

async function signIn(world: World): Promise<void> {
  world.owner = await server.signIn('owner')
  world.readers = [world.owner, await server.signIn('operator'), await server.signIn('auditor')]
}

async function createOrganization(world: World, fields: object): Promise<Reply> {
  made++
  const reply = await world.owner.post('/v1/organizations', {
    inn: completeInn(String(540_200_000 + made)),
    ogrn: completeOgrn(String(102_550_000_000 + made)),
    ...fields,
  })
  world.organizations.push(reply.body)
  return reply
}

async function createRequest(world: World, fields: object, of = 0): Promise<Reply> {
  const body = newRequest(pick(world.organizations, of).id, { ...fields })
  const reply = await world.owner.post('/v1/purchase-requests', body)
  world.requests.push(reply.body)
  return reply
}

function pick<T>(from: readonly T[], index: number): T {
  return from[index % from.length] as T
}

function dayAfter(days: number): string {
  return new Date((server.clock.at as Date).getTime() + days * msPerDay).toISOString().slice(0, 10)
}

/** The reply of a request, or nothing where there was nothing to ask for. */
async function perform(world: World, step: Step): Promise<Reply | undefined> {
  const { owner } = world
  const organization = pick(world.organizations, 'of' in step ? step.of : 0)
  const requestPath = `/v1/purchase-requests/${pick(world.requests, 'of' in step ? step.of : 0).id}`
  switch (step.do) {
    case 'create':
      return createOrganization(world, step.fields)
    case 'update':
      return owner.patch(`/v1/organizations/${organization.id}`, step.body)
    case 'upload': {
      const fields = step.expiresAfter === null ? {} : { expires_on: dayAfter(step.expiresAfter) }
      return upload(owner, organization, step.kind, pdf({ padding: ++made }), fields)
    }
    case 'review': {
      const { body } = await owner.get(`/v1/organizations/${organization.id}/documents`)
      if (body.length === 0) return undefined
      const { kind, version } = pick(body as { kind: DocumentKind; version: number }[], step.of)
      const decision = step.approves
        ? { decision: 'approved' }
        : { decision: 'rejected', reason_code: 'other' }
      return owner.patch(`${slotPath(organization, kind)}/review`, { version, ...decision, comment: 'x' })
    }
    case 'createWallets':
      return owner.post(`/v1/organizations/${organization.id}/wallets/create`)
    case 'request':
      return createRequest(world, { comment: step.comment, crypto_amount: step.crypto_amount }, step.of)
    case 'move': {
      const { allowed_statuses } = (await owner.get(requestPath)).body
      if (allowed_statuses.length === 0) return undefined
      const status = pick(allowed_statuses as string[], step.to)
      return owner.patch(`${requestPath}/status`, { ...fieldsOfMove[status], status, comment: step.comment })
    }
    case 'assign':
      return owner.patch(`${requestPath}/assignee`, { assignee_id: step.toOwner ? owner.id : null })
    case 'wait':
      server.clock.at = new Date((server.clock.at as Date).getTime() + step.days * msPerDay)
      await signIn(world)
      return undefined
    case 'renew':
      await server.service.responseRenewal.run()
      return undefined
    case 'storeInOtherFormat':
      // As another version of the service would. The formats sort before and after every hash.
      await sql`update organization_responses set format = ${step.format}, response = 'wrong'`.execute(
        server.db,
      )
      await sql`update purchase_request_responses set format = ${step.format}, fields = 'wrong'`.execute(
        server.db,
      )
      return undefined
  }
}

/** Reading one object renders it from its columns; a list sends what is stored. Both must be the same text. */
async function expectNewestAsReads({ owner, readers }: World, round: number): Promise<void> {
  await expectItemsAsReads(owner, '/v1/organizations', 'limit=3')
  await expectItemsAsReads(pick(readers, round), '/v1/purchase-requests', 'limit=2')
}

async function expectListsAsReads({ owner, readers, organizations }: World): Promise<void> {
  for (const query of ['', `&q=${encodeURIComponent('ооо')}`]) {
    await expectItemsAsReads(owner, '/v1/organizations', `limit=20${query}`)
  }
  for (const reader of readers) await expectItemsAsReads(reader, '/v1/purchase-requests', 'limit=10')
  for (const { id } of organizations) await expectCounts(owner, `/v1/organizations/${id}`)
}

/** What an organization counts of other features is what those list. */
async function expectCounts(client: Client, path: string): Promise<void> {
  const { documents_summary, wallets_count } = (await client.get(path)).body
  const documents: { status: string }[] = (await client.get(`${path}/documents`)).body
  for (const status of ['pending', 'approved', 'rejected', 'expired']) {
    expect(documents_summary[status]).toBe(documents.filter((one) => one.status === status).length)
  }
  expect(wallets_count).toBe((await client.get(`${path}/wallets`)).body.length)
}

async function expectItemsAsReads(client: Client, path: string, query: string): Promise<void> {
  const { items, total, limit } = (await client.get(`${path}?${query}`)).body
  expect(items).toHaveLength(Math.min(total, limit))
  for (const item of items) {
    const { body } = await client.get(`${path}/${item.id}`)
    expect(JSON.stringify(item)).toBe(JSON.stringify(body))
  }
}

/** How many stored responses may not be sent as they are. */
async function countUnsendable(): Promise<number> {
  const { organizationList, purchaseRequestList } = server.service
  const { rows } = await sql<{ count: number }>`
    select (
      select count(*) from organizations left join organization_responses as stored using (seq)
      where format is distinct from ${organizationList.stored.format} or stale_on <= ${dayAfter(0)}
    ) + (
      select count(*) from purchase_requests left join purchase_request_responses as stored using (seq)
      where format is distinct from ${purchaseRequestList.stored.format}
    ) as count
  `.execute(server.db)
  return rows[0]?.count as number
}

async function summaries(client: Client) {
  const { items } = (await client.get('/v1/organizations?limit=1')).body
  return items[0].documents_summary
}

test.runIf(isFull)('a list always sends what reading each object renders', async () => {
  server.clock.at = new Date('2026-03-01T10:00:00Z')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const world = await createWorld()
      for (const [round, step] of steps.entries()) {
        const reply = await perform(world, step)
        // 409 is what the state does not allow; a request that is wrong by itself would test nothing.
        expect([undefined, 200, 201, 409]).toContain(reply?.status)
        await expectNewestAsReads(world, round)
      }
      await expectListsAsReads(world)
      await server.service.responseRenewal.run()
      expect(await countUnsendable()).toBe(0)
      await expectListsAsReads(world)
    }),
    { numRuns: runs(1) },
  )
})

test('a list changes on the day after the last day of a document, before and after the renewal', async () => {
  server.clock.at = new Date('2030-03-01T23:59:59Z')
  const renew = () => server.service.responseRenewal.run()
  // Responses of other tests may have become stale by now.
  await renew()
  const world = await createWorld()
  for (const [kind, days] of [
    ['charter', 0],
    ['other', 1],
  ] as const) {
    await perform(world, { do: 'upload', of: 0, kind, expiresAfter: days })
    const review = { version: 1, decision: 'approved' }
    await world.owner.patch(`${slotPath(pick(world.organizations, 0), kind)}/review`, review)
  }
  expect(await renew()).toBe(0)
  expect(await summaries(world.owner)).toMatchObject({ approved: 2, expired: 0 })

  for (const [time, counts] of [
    ['2030-03-02T00:00:00Z', { approved: 1, expired: 1 }],
    ['2030-03-03T00:00:00Z', { approved: 0, expired: 2 }],
  ] as const) {
    server.clock.at = new Date(time)
    await signIn(world)
    expect(await summaries(world.owner)).toMatchObject(counts)
    expect(await renew()).toBe(1)
    expect(await summaries(world.owner)).toMatchObject(counts)
    expect(await countUnsendable()).toBe(0)
  }
})

test('while another version holds the lease, nothing is renewed to ours; afterwards everything is', async () => {
  server.clock.at = new Date('2031-03-01T10:00:00Z')
  const world = await createWorld()
  await server.service.responseRenewal.run()
  await perform(world, { do: 'storeInOtherFormat', format: 'z' })
  const until = new Date('2031-03-01T10:05:00Z')
  await server.db.updateTable('response_renewals').set({ format: 'z', until }).execute()
  const unsendable = await countUnsendable()

  expect(await server.service.responseRenewal.run()).toBe(0)
  expect(await countUnsendable()).toBe(unsendable)
  await expectListsAsReads(world)

  server.clock.at = until
  expect(await server.service.responseRenewal.run()).toBe(unsendable)
  expect(await countUnsendable()).toBe(0)
})
