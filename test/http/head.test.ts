import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { givenOrganization } from '../support/factories.ts'
import { auditOf } from '../support/given-wallets.ts'
import { type Client, startServer } from '../support/harness.ts'
import { rawRequest, steadyHeaders } from '../support/raw-request.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'on' } })
let owner: Client
let organizationId: string

beforeAll(async () => {
  owner = await server.signIn('owner')
  organizationId = (await givenOrganization(server)).id
})

function both(path: string, token: string | null = owner.token) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) }
  const ask = (method: string) => rawRequest(server.url + path, { method, headers })
  return Promise.all([ask('GET'), ask('HEAD')])
}

const paths = operations
  .filter(({ method, noHead, produces }) => method === 'GET' && !noHead && produces === undefined)
  .map(({ path }) => path)

test.each([...paths, '/healthz', '/openapi.json', '/docs', '/docs/swagger-ui.css', '/.well-known/jwks.json'])(
  'HEAD has the status and headers of GET, and no body: %s',
  async (path) => {
    const filled = path.replace('{organization_id}', organizationId).replaceAll(/\{\w+\}/g, 'none')
    const [get, head] = await both(filled)
    expect(head.status).toBe(get.status)
    expect(steadyHeaders(head.headers)).toEqual(steadyHeaders(get.headers))
    expect(head.headers['content-length']).toBe(String(get.body.length))
    expect(head.body).toHaveLength(0)
  },
)

test('the names of the operations without HEAD are known', () => {
  expect(operations.filter(({ noHead }) => noHead).map(({ id }) => id)).toEqual([
    'readMnemonic',
    'readSecretKeys',
    'getDocumentContent',
    'exportAuditEvents',
  ])
})

test.each(operations.filter(({ noHead }) => noHead).map(({ path }) => path))(
  'HEAD is 404 where a read is recorded, and records nothing: %s',
  async (path) => {
    const custodian = await server.signIn('custodian')
    const filled = path.replace('{organization_id}', organizationId).replace('{kind}', 'charter')
    const [get, head] = await both(filled, custodian.token)
    expect(get.status).not.toBe(200)
    expect(head.status).toBe(404)
    expect(head.body).toHaveLength(0)
    expect(await auditOf(server, organizationId, 'wallet.mnemonic_read')).toEqual([])
  },
)

test('HEAD of the event stream ends at once, and opens no stream for good', async () => {
  for (let times = 0; times < 30; times += 1) {
    const reply = await rawRequest(`${server.url}/v1/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    })
  }
})

test('HEAD is guarded, counted and recorded as GET is', async () => {
  const [, anonymous] = await both('/v1/organizations', null)
  expect(anonymous).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  const operator = await server.signIn('operator')
  const left = ({ headers }: { headers: Record<string, unknown> }) =>
    Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1])
  const ask = () =>
    rawRequest(`${server.url}/v1/audit-events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${operator.token}` },
    })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, left(first) - left(second)]).toEqual([403, 1])
  await expect
    .poll(async () =>
      (await owner.get(`/v1/audit-events?action=access.denied&actor_id=${operator.id}`)).body.items.map(
        ({ details }: { details: { method: string } }) => details.method,
      ),
    )
    .toEqual(['HEAD', 'HEAD'])
})
