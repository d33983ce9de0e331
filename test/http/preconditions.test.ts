import { beforeAll, describe, expect, test } from 'vitest'
import { parseEntityTags, versionOf } from '../../server/platform/http/responses/entity-tag.ts'
import { fc } from '../support/cases/properties.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form, slotPath } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenBuyer, newRequest } from '../support/given/given-purchase-request.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
})

const tagOf = (reply: Reply) => reply.headers.get('etag') as string

async function givenAdministrator() {
  const { body } = await owner.post('/v1/administrators', {
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Anna',
    role: 'operator',
  })
  return body.administrator.id as string
}

/** Each object with a version: how to make one, and changes of it. */
const objects: Record<
  string,
  { make(): Promise<string>; changes: ((path: string, headers: Record<string, string>) => Promise<Reply>)[] }
> = {
  organization: {
    make: async () => `/v1/organizations/${(await givenOrganization(server)).id}`,
    changes: [(path, headers) => owner.patch(path, { notes: crypto.randomUUID() }, headers)],
  },
  'purchase request': {
    async make() {
      const { id } = await givenBuyer(server)
      return `/v1/purchase-requests/${(await owner.post('/v1/purchase-requests', newRequest(id))).body.id}`
    },
    changes: [
      (path, headers) => owner.patch(`${path}/assignee`, { assignee_id: owner.id }, headers),
      (path, headers) => owner.patch(`${path}/status`, { status: 'in_review' }, headers),
    ],
  },
  document: {
    async make() {
      const path = slotPath(await givenOrganization(server), 'charter')
      await owner.put(path, form(pdf({ padding: 10 })))
      return path
    },
    changes: [(path, headers) => owner.put(path, form(pdf({ padding: 20 })), headers)],
  },
  administrator: {
    make: async () => `/v1/administrators/${await givenAdministrator()}`,
    changes: [
      (path, headers) => owner.patch(path, { name: crypto.randomUUID() }, headers),
      (path, headers) => owner.post(`${path}/disable`, undefined, headers),
      (path, headers) => owner.post(`${path}/enable`, undefined, headers),
      (path, headers) => owner.post(`${path}/reset`, undefined, headers),
    ],
  },
  'webhook endpoint': {
    make: async () =>
      `/v1/webhooks/${(await owner.post('/v1/webhooks', { url: 'https://hooks.example/a' })).body.id}`,
    changes: [
      (path, headers) => owner.patch(path, { description: crypto.randomUUID() }, headers),
      (path, headers) => owner.post(`${path}/rotate-secret`, {}, headers),
      (path, headers) => owner.delete(path, headers),
    ],
  },
}

describe.each(Object.entries(objects))('%s', (_name, { make, changes }) => {
  test('is changed only by those who know its version', async () => {
    const path = await make()
    for (const change of changes) {
      const read = await owner.get(path)
      expect(tagOf(read)).toMatch(new RegExp(`^"${read.body.version}\\.[\\w-]{12}(-gzip)?"$`))
      const other = read.body.version + 1
      for (const ifMatch of [
        `"${other}.x"`,
        `W/${tagOf(read)}`,
        '"x"',
        `"${other}", W/"${read.body.version}"`,
      ]) {
        expect(await change(path, { 'if-match': ifMatch })).toMatchObject({
          status: 409,
          body: { code: 'version_conflict', context: { version: read.body.version } },
        })
      }
      for (const ifMatch of ['', '3', '"3', 'W/3', '"a" "b"', '*, "1"']) {
        expect(await change(path, { 'if-match': ifMatch })).toMatchObject({
          status: 400,
          body: { code: 'unreadable' },
        })
      }
      expect((await owner.get(path)).body.version).toBe(read.body.version)
      const changed = await change(path, { 'if-match': `"${other}.x", ${tagOf(read)}` })
      expect(changed.status).toBe(200)
    }
  })

  test('is changed by those who take any version', async () => {
    const path = await make()
    for (const change of changes) expect((await change(path, { 'if-match': '*' })).status).toBe(200)
  })
})

test('a version in the body and If-Match must both fit', async () => {
  const { id } = await givenOrganization(server)
  const path = `/v1/organizations/${id}`
  const patch = (version: number, tag: string) =>
    owner.patch(path, { notes: 'x', version }, { 'if-match': tag })
  expect((await patch(1, '"2"')).status).toBe(409)
  expect((await patch(2, '"1"')).status).toBe(409)
  const changed = await patch(1, '"1"')
  expect([changed.status, tagOf(changed)]).toEqual([200, tagOf(await owner.get(path))])
})

test('an empty document slot has no version to match', async () => {
  const path = slotPath(await givenOrganization(server), 'charter')
  for (const ifMatch of ['*', '"1"']) {
    expect(await owner.put(path, form(pdf({})), { 'if-match': ifMatch })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', context: { version: null } },
    })
  }
})

test('of four changes of one version at once, one succeeds', async () => {
  const { id } = await givenOrganization(server)
  const replies = await whileLocked(
    server.db,
    (db) => db.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute(),
    () =>
      ['a', 'b', 'c', 'd'].map((notes) =>
        owner.patch(`/v1/organizations/${id}`, { notes }, { 'if-match': '"1"' }),
      ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('an extension responds 304 to those who have the object, the operations of the specification do not', async () => {
  const path = `/v1/administrators/${await givenAdministrator()}`
  const tag = tagOf(await owner.get(path))
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*', tag.replace(/"$/, '-br"')]) {
    const reply = await owner.get(path, { 'if-none-match': known })
    expect([reply.status, reply.body]).toEqual([304, ''])
    expect(tagOf(reply)).toContain(tag.slice(0, -1))
  }
  await owner.patch(path, { name: 'Vera' })
  for (const known of [tag, 'nonsense']) {
    expect((await owner.get(path, { 'if-none-match': known })).status).toBe(200)
  }

  const organization = `/v1/organizations/${(await givenOrganization(server)).id}`
  const known = { 'if-none-match': tagOf(await owner.get(organization)) }
  expect((await owner.get(organization, known)).status).toBe(200)
})

test('creating says where to read, and a repeat says that it is one', async () => {
  const { id: organizationId } = await givenBuyer(server)
  const creations: [path: string, body: unknown][] = [
    ['/v1/purchase-requests', newRequest(organizationId)],
    ['/v1/organizations', { inn: '7736050003', ogrn: '1027700070518', full_name: 'ПАО «Газпром»' }],
  ]
  for (const [path, body] of creations) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await owner.post(path, body, key)
    const again = await owner.post(path, body, key)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const location = first.headers.get('location') as string
    expect(again.headers.get('location')).toBe(location)
    const read = await owner.get(location)
    expect(read.body).toEqual(first.body)
    expect(tagOf(first)).toBe(tagOf(read))
  }
})

test('every list of tags is read as it was written', () => {
  const tag = fc.record({ isWeak: fc.boolean(), value: fc.stringMatching(/^[!#-~]{0,8}$/) })
  const gap = fc.constantFrom(',', ', ', ' ,\t', ',,', ' , , ')
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), gap, (tags, comma) => {
      const header = tags.map(({ isWeak, value }) => `${isWeak ? 'W/' : ''}"${value}"`).join(comma)
      expect(parseEntityTags(header)).toEqual(tags)
      expect(parseEntityTags(`${header}x`)).toBeUndefined()
    }),
  )
  expect(['3.a', '3', '', 'x.3', '03.', '3x'].map((value) => versionOf({ isWeak: false, value }))).toEqual([
    3,
    3,
    undefined,
    undefined,
    3,
    undefined,
  ])
})
