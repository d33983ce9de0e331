import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeyTable } from '../../server/features/administrators/accounts/proven-people.ts'
import {
  isFromNetworks,
  normalizeNetworks,
  parseNetworks,
} from '../../server/features/administrators/api-keys/api-key-limits.ts'
import { Invalid } from '../../server/platform/errors.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { changeProven } from '../support/database/proven-rows.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { auditRows, givenAdministrator, login, startNode } from '../support/service/auth-helpers.ts'
import { client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer({
  connections: connectionsFor(4),
  env: { KONTOR_TRUSTED_PROXIES: '127.0.0.1' },
})
let node: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  node = await startNode(server)
})
afterAll(() => node.stop())

async function givenKey(body: Record<string, unknown> = {}) {
  const owner = await server.signIn('owner')
  const asked = { name: 'CRM', scopes: ['organizations:read'], ...body }
  const made = await owner.post('/v1/api-keys', asked)
  expect(made.status).toBe(201)
  const key = made.body.key as string
  return { owner, key, apiKey: made.body.api_key, machine: client(server, key) }
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const refused = { status: 401, body: { code: 'api_key_invalid' } }

describe('the end of a key', () => {
  test('is in one year, or as asked, and at most in two years', async () => {
    server.clock.at = new Date('2030-03-01T12:00:00Z')
    expect((await givenKey()).apiKey.expires_at).toBe('2031-03-01T12:00:00.000Z')
    const asked = '2032-03-01T15:00:00+03:00'
    const { apiKey, owner } = await givenKey({ expires_at: asked })
    expect(apiKey).toMatchObject({
      expires_at: '2032-03-01T12:00:00.000Z',
      networks: null,
      suspended: false,
    })
    for (const [expires_at, code] of [
      ['2032-03-01T12:00:00.001Z', 'expiry_too_late'],
      ['2030-03-01T12:00:00Z', 'in_past'],
      ['never', 'date_time_format'],
    ]) {
      const body = { name: 'x', scopes: ['requests:read'], expires_at }
      expect(await owner.post('/v1/api-keys', body)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'expires_at'], ctx: { code } }] },
      })
    }
    server.clock.at = null
  })

  test('is the moment from which it is refused, also where it is cached', async () => {
    const expires_at = new Date(Date.now() + 3_600_000)
    const { machine } = await givenKey({ expires_at: expires_at.toISOString() })
    server.clock.at = new Date(expires_at.getTime() - 1)
    expect((await machine.get('/v1/organizations')).status).toBe(200)
    server.clock.at = expires_at
    expect(await machine.get('/v1/organizations')).toMatchObject(refused)
    server.clock.at = null
  })

  test('that is moved by hand applies on every node', async () => {
    const { key, apiKey } = await givenKey()
    const there = client(node, key)
    expect((await there.get('/v1/organizations')).status).toBe(200)
    await changeProven(server, apiKeyTable, { expires_at: new Date() }, sql`id = ${apiKey.id}`)
    await expect.poll(async () => (await there.get('/v1/organizations')).status, { interval: 5 }).toBe(401)
  })
})

describe('the networks of a key', () => {
  test('are the only ones it is accepted from', async () => {
    const networks = ['203.0.113.77/24', '2001:db8:7::1/48', '203.0.113.0/24']
    const { machine, apiKey, owner } = await givenKey({ networks })
    expect(apiKey.networks).toEqual(['203.0.113.0/24', '2001:db8:7::/48'])
    expect((await owner.get('/v1/api-keys')).body.items).toContainEqual(apiKey)
    const statuses = async (...addresses: string[]) => {
      const all = []
      for (const one of addresses) all.push((await machine.get('/v1/organizations', from(one))).status)
      return all
    }
    expect(await statuses('203.0.113.5', '::ffff:203.0.113.6', '2001:db8:7:1::9')).toEqual([200, 200, 200])
    expect(await statuses('203.0.114.5', '2001:db8:8::9', '::1')).toEqual([401, 401, 401])
    expect(await machine.get('/v1/organizations')).toMatchObject(refused)
  })

  test('are written like a network, and there are at most 32', async () => {
    const owner = await server.signIn('owner')
    const post = (networks: unknown) =>
      owner.post('/v1/api-keys', { name: 'x', scopes: ['requests:read'], networks })
    expect(await post(['10.0.0.0/8', 'всё'])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'networks', 1], ctx: { code: 'network_format' } }] },
    })
    for (const wrong of [[], Array(33).fill('10.0.0.0/8'), '10.0.0.0/8', [7]]) {
      expect((await post(wrong)).status).toBe(422)
    }
    expect((await post(null)).body.api_key.networks).toBeNull()
    expect((await post(Array.from({ length: 32 }, (_, n) => `10.${n}.0.0/16`))).status).toBe(201)
  })

  test.each(['10.0.0.0', '10.0.0.0/33', '10.1/16', '::/129', '::ffff:10.0.0.0/104', '0x0a.0.0.0/8', ''])(
    '%j is none',
    (network) => {
      expect(() => normalizeNetworks([network])).toThrow(Invalid)
    },
  )

  test('of one family do not match the other', () => {
    const all = (network: string) => parseNetworks(normalizeNetworks([network]))
    expect(isFromNetworks(all('0.0.0.0/0'), '203.0.113.5')).toBe(true)
    expect(isFromNetworks(all('0.0.0.0/0'), '2001:db8::1')).toBe(false)
    expect(isFromNetworks(all('::/0'), '203.0.113.5')).toBe(false)
    expect(isFromNetworks(all('::/0'), null)).toBe(false)
    expect(isFromNetworks(all('::/0'), 'unknown')).toBe(false)
  })
})

test('a key is suspended on every node while its maker is disabled', async () => {
  const owner = await server.signIn('owner')
  const { id, email } = await givenAdministrator(server, { role: 'owner' })
  const maker = client(server, (await login(server, email)).body.access_token)
  const { body } = await maker.post('/v1/api-keys', { name: 'Theirs', scopes: ['organizations:read'] })
  const [here, there] = [client(server, body.key), client(node, body.key)]
  const statuses = async () => [
    (await here.get('/v1/organizations')).status,
    (await there.get('/v1/organizations')).status,
  ]
  const listed = async () =>
    (await owner.get('/v1/api-keys')).body.items.find((one: { id: string }) => one.id === body.api_key.id)
  expect(await statuses()).toEqual([200, 200])
  await owner.post(`/v1/administrators/${id}/disable`)
  expect(await here.get('/v1/organizations')).toMatchObject(refused)
  await expect.poll(statuses, { interval: 5 }).toEqual([401, 401])
  expect(await listed()).toMatchObject({ suspended: true, revoked_at: null })
  await owner.post(`/v1/administrators/${id}/enable`)
  expect(await statuses()).toEqual([200, 200])
  expect(await listed()).toMatchObject({ suspended: false })
})

test('a key with audit:read reads the audit log and nothing else', async () => {
  const { machine } = await givenKey({ scopes: ['audit:read'] })
  expect((await machine.get('/v1/audit-events?limit=1')).status).toBe(200)
  expect((await machine.get('/v1/audit-events/verification?rows=10')).status).toBe(200)
  expect((await machine.get('/v1/audit-events/export')).status).toBe(200)
  expect((await machine.get('/v1/organizations')).status).toBe(403)
  expect((await machine.get('/v1/administrators')).status).toBe(403)
})

describe('downloads with a key', () => {
  async function givenDocument(body: Record<string, unknown> = {}) {
    const organization = await givenOrganization(server)
    const content = pdf({ padding: 2_000 })
    expect((await upload(await server.signIn('operator'), organization, 'charter', content)).status).toBe(200)
    const given = await givenKey({ scopes: ['documents:read'], ...body })
    const address = body.networks ? from('203.0.113.5') : {}
    const read = await given.machine.get(slotPath(organization, 'charter'), address)
    expect(read.status).toBe(200)
    return { ...given, organization, content, link: read.body.download_url as string }
  }
  const download = (link: string, headers: Record<string, string> = {}) =>
    fetch(server.url + link, { headers })
  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

  test('work with links that are bound to it, and are recorded as its work', async () => {
    const { link, content, apiKey, organization } = await givenDocument()
    expect(new URL(link, server.url).searchParams.get('api_key')).toBe(apiKey.id)
    const response = await download(link)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    const rows = (await auditRows(server)).filter(
      ({ action, organization_id }) =>
        action === 'document.downloaded' && organization_id === organization.id,
    )
    expect(rows).toMatchObject([{ actor_kind: 'api_key', actor_id: apiKey.id, session_id: null }])
  })

  test('are refused with a link for another holder', async () => {
    const [{ link }, other] = [await givenDocument(), await givenKey({ scopes: ['documents:read'] })]
    const changed = (name: string, value: string) => {
      const url = new URL(link, server.url)
      url.searchParams.set(name, value)
      return url.pathname + url.search
    }
    for (const wrong of [
      changed('api_key', other.apiKey.id),
      changed('session', other.owner.sessionId ?? ''),
    ]) {
      expect(await codeOf(await download(wrong))).toBe('link_invalid')
    }
    const asSession = link.replace('api_key=', 'session=')
    expect(await codeOf(await download(asSession))).toBe('link_invalid')
  })

  test('end when the key is revoked, expired, suspended, or used from elsewhere', async () => {
    const revoked = await givenDocument()
    await revoked.owner.delete(`/v1/api-keys/${revoked.apiKey.id}`)
    expect(await codeOf(await download(revoked.link))).toBe('api_key_invalid')

    const suspended = await givenDocument()
    const owner = await server.signIn('owner')
    await owner.post(`/v1/administrators/${suspended.owner.id}/disable`)
    expect(await codeOf(await download(suspended.link))).toBe('api_key_invalid')
    await owner.post(`/v1/administrators/${suspended.owner.id}/enable`)
    expect((await download(suspended.link)).status).toBe(200)

    const bound = await givenDocument({ networks: ['203.0.113.0/24'] })
    expect(await codeOf(await download(bound.link))).toBe('api_key_invalid')
    expect((await download(bound.link, from('203.0.113.9'))).status).toBe(200)

    const expiring = await givenDocument({ expires_at: new Date(Date.now() + 60_000).toISOString() })
    server.clock.at = new Date(Date.now() + 61_000)
    expect(await codeOf(await download(expiring.link))).toBe('api_key_invalid')
    server.clock.at = null
  })

  test('a key that may only upload gets no link', async () => {
    const organization = await givenOrganization(server)
    const { machine } = await givenKey({ scopes: ['documents:write'] })
    const reply = await upload(machine, organization, 'charter', pdf({ padding: 100 }))
    expect(reply).toMatchObject({ status: 200, body: { download_url: null } })
  })

  test('a revocation that comes first in the database stops a download that has begun', async () => {
    const { link, owner, apiKey, organization } = await givenDocument()
    // The download has passed its first check when it waits for the row; the revocation waits before it.
    const [, response] = (await whileLocked(
      server.db,
      (db) => db.selectFrom('api_keys').select('id').where('id', '=', apiKey.id).forUpdate().execute(),
      () => [owner.delete(`/v1/api-keys/${apiKey.id}`), download(link)],
    )) as [Reply, Response]
    const downloads = (await auditRows(server)).filter(
      ({ action, organization_id }) =>
        action === 'document.downloaded' && organization_id === organization.id,
    )
    // Whichever came first: nothing was downloaded unless it was recorded before the revocation.
    expect(downloads).toHaveLength(response.status === 200 ? 1 : 0)
    if (response.status !== 200) expect(await codeOf(response)).toBe('api_key_invalid')
    expect((await download(link)).status).toBe(401)
  })
})
