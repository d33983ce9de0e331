import { expect, test } from 'vitest'
import { type DocumentKind, documentKinds } from '../../contract/organizations/documents.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { specification } from '../support/http/specification.ts'
import { createStrictCookieJar } from '../support/http/strict-cookie-jar.ts'
import { givenAdministrator, password } from '../support/service/auth-helpers.ts'
import { client, type Reply, startServer } from '../support/service/harness.ts'

// As somebody has it who sets nothing.
const server = startServer({ env: { KONTOR_KYB_REQUIRES: '', KONTOR_RATE_LIMIT: '' } })
const { company } = organizationTools(server)

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** A client that knows the specification and nothing else: any other operation is a fault of this test. */
function interfaceClient(account: { email: string }) {
  const jar = createStrictCookieJar(server.url)
  const called = new Set<string>()
  let token: string | null = null
  let refreshToken = ''

  async function call(method: Method, path: string, body?: unknown): Promise<Reply> {
    const [bare = ''] = path.split('?')
    const known =
      specification.find((one) => one.method === method && one.path === bare) ??
      specification.find(
        (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
      )
    if (!known) throw new Error(`${method} ${path} is not in the specification`)
    called.add(`${known.method} ${known.path}`)
    const { get, post, put, patch } = client(server, token)
    const cookies = jar.headers()
    const reply =
      method === 'GET'
        ? await get(path, cookies)
        : await { POST: post, PUT: put, PATCH: patch }[method](path, body, cookies)
    jar.take(reply)
    return reply
  }

  async function ok(method: Method, path: string, body?: unknown) {
    const reply = await call(method, path, body)
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300)
    return reply.body
  }

  async function signIn(): Promise<void> {
    token = null
    const { access_token, refresh_token } = await ok('POST', '/v1/auth/login', { ...account, password })
    token = access_token
    refreshToken = refresh_token
  }

  return {
    called,
    ok,
    signIn,
    /** Both, in one session. */
    async refresh(): Promise<void> {
      const byBody = await ok('POST', '/v1/auth/refresh', { refresh_token: refreshToken })
      refreshToken = byBody.refresh_token
      const byCookie = await ok('POST', '/v1/jwt/refresh')
      token = byCookie.access_token
    },
    /** Does what each blocker of a 409 names, as long as something blocks. */
    async resolving(method: Method, path: string, body: unknown): Promise<void> {
      const reply = await call(method, path, body)
      if (reply.status !== 409) return expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      expect(reply.body.code).toBe('approval_blocked')
      for (const { code, kind, resolve_with } of reply.body.context.blockers) {
        const [how, where] = resolve_with.split(' ')
        if (code === 'document_missing') await ok(how, where, form(pdf(), {}, `${kind}.pdf`))
        else if (code === 'wallet_missing') await ok(how, where)
        else throw new Error(`not resolved: ${code}`)
      }
      await ok(method, path, body)
    },
    /** A 401 for an old proof names the operation that makes a new one. */
    async proveFor(method: Method, path: string, body?: unknown): Promise<void> {
      const refused = await call(method, path, body)
      expect(refused).toMatchObject({ status: 401, body: { code: 'reauthentication_required' } })
      expect(refused.body.context).toMatchObject({
        resolve_with: 'POST /v1/auth/login',
        operation_id: 'login',
      })
      await signIn()
    },
  }
}

test('a client that knows the 32 operations brings a request from new to completed, over a day', async () => {
  const start = Date.now()
  const later = (hours: number) => {
    server.clock.at = new Date(start + hours * 3_600_000)
  }
  const { email } = await givenAdministrator(server, { role: 'owner' })
  const desk = interfaceClient({ email })
  await desk.signIn()
  await desk.refresh()
  expect((await desk.ok('GET', '/v1/auth/me')).email).toBe(email)

  const made = company()
  expect((await desk.ok('GET', `/v1/organizations/search?q=${made.inn}`)).items).toEqual([])
  const { id } = await desk.ok('POST', '/v1/organizations', made)
  const path = `/v1/organizations/${id}`
  expect((await desk.ok('GET', `/v1/organizations?q=${made.inn}`)).total).toBe(1)
  // The interface has no operation that creates a request: somebody else has.
  const other = await server.signIn('operator')
  const request = (await other.post('/v1/purchase-requests', newRequest(id))).body
  const requestPath = `/v1/purchase-requests/${request.id}`

  await desk.ok('PATCH', path, { kyb_status: 'in_review' })
  await desk.resolving('PATCH', path, { kyb_status: 'approved' })
  for (const kind of ['power-of-attorney', 'other'] satisfies DocumentKind[])
    await desk.ok('PUT', `${path}/documents/${kind}`, form(pdf(), {}, `${kind}.pdf`))
  for (const kind of documentKinds)
    expect((await desk.ok('GET', `${path}/documents/${kind}`)).status).toBe('pending')
  expect(await desk.ok('GET', `${path}/documents`)).toHaveLength(documentKinds.length)
  expect(await desk.ok('GET', path)).toMatchObject({
    kyb_status: 'approved',
    kyb_warnings: ['no_sanctions_list'],
  })

  const listed = await desk.ok('GET', `/v1/purchase-requests?status=new&organization_id=${id}`)
  expect(listed.items.map((item: { id: string }) => item.id)).toEqual([request.id])
  await desk.ok('PATCH', `${requestPath}/status`, { status: 'in_review' })

  // The session lives on over night, and its proof grows old: an approval needs one of the last 12 hours.
  for (const hours of [10, 20, 24]) {
    later(hours)
    await desk.refresh()
  }
  const approval = ['PATCH', `${requestPath}/status`, { status: 'approved' }] as const
  await desk.proveFor(...approval)
  await desk.resolving(...approval)
  expect(await desk.ok('GET', `${path}/wallets`)).toHaveLength(5)
  // For secrets, one of the last 15 minutes.
  later(24.5)
  await desk.refresh()
  await desk.proveFor('GET', `${path}/wallets/mnemonic`)
  expect((await desk.ok('GET', `${path}/wallets/mnemonic`)).word_count).toBe(24)
  later(25)
  await desk.refresh()
  await desk.proveFor('GET', `${path}/wallets/secret-keys`)
  expect(await desk.ok('GET', `${path}/wallets/secret-keys`)).toHaveLength(5)

  const { total_amount } = await desk.ok('GET', requestPath)
  const paid = { status: 'paid', payment_reference: 'P-77', received_amount: total_amount }
  await desk.ok('PATCH', `${requestPath}/status`, paid)
  const completed = { status: 'completed', tx_hash: 'ab'.repeat(32) }
  expect((await desk.ok('PATCH', `${requestPath}/status`, completed)).status).toBe('completed')

  await desk.ok('POST', '/v1/auth/logout')
  const all = specification.map(({ method, path }) => `${method} ${path}`)
  expect([...desk.called].sort()).toEqual(all.sort())
})
