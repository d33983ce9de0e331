import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
let custodian: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  custodian = await server.signIn('custodian')
})

const reads = operations.filter(({ method }) => method === 'GET')
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'none')

/** Called with what a provider adds, which a client must ignore. */
const open = '/v1/auth/oidc/callback'

test.each(reads.filter(({ extension, path }) => extension && path !== open).map(({ path }) => path))(
  'an extension refuses unknown parameters: %s',
  async (path) => {
    const client = path.startsWith('/v1/secret') ? custodian : owner
    const { status, body } = await client.get(`${fill(path)}?surprise=1&limit_=2`)
    expect(status).toBe(422)
    // Lookups also miss what they look for.
    expect(body.detail.filter(({ type }: { type: string }) => type !== 'missing')).toEqual(
      ['surprise', 'limit_'].map((name) => ({
        loc: ['query', name],
        msg: 'Extra inputs are not permitted',
        type: 'extra_forbidden',
      })),
    )
  },
)

test.each(
  reads.filter(({ extension, access }) => !extension && access !== 'secrets:read').map(({ path }) => path),
)('an operation of the specification ignores unknown parameters: %s', async (path) => {
  const query = path.endsWith('/search') ? 'q=x&' : ''
  const expected = await owner.get(`${fill(path)}?${query}`)
  expect((await owner.get(`${fill(path)}?${query}surprise=1`)).status).toBe(expected.status)
  expect([200, 404]).toContain(expected.status)
})

test.each([
  ['/v1/audit-events', 'action', 'unheard.of', 'enum'],
  ['/v1/audit-events/export', 'outcome', 'perhaps', 'enum'],
  ['/v1/audit-events', 'actor_id', 'somebody', 'string_pattern_mismatch'],
  ['/v1/audit-events', 'organization_id', 'x', 'string_pattern_mismatch'],
  ['/v1/sessions', 'administrator_id', 'nobody', 'string_pattern_mismatch'],
  ['/v1/approvals', 'status', 'lost', 'enum'],
  ['/v1/webhooks/none/deliveries', 'state', 'lost', 'enum'],
])('an extension refuses unknown filter values: %s %s', async (path, name, value, type) => {
  const { status, body } = await owner.get(`${path}?${name}=${value}`)
  expect(status).toBe(422)
  expect(body.detail).toMatchObject([{ loc: ['query', name], type }])
})

test.each(['/v1/audit-events?outcome=failed&outcome=succeeded', '/v1/approvals?limit=5&status=open&limit=5'])(
  'an extension refuses a parameter that is sent twice: %s',
  async (path) => {
    const { status, body } = await owner.get(path)
    const name = path.includes('limit') ? 'limit' : 'outcome'
    expect(status).toBe(422)
    expect(body.detail).toContainEqual(
      expect.objectContaining({
        loc: ['query', name],
        type: 'value_error',
        ctx: { code: 'repeated_field' },
      }),
    )
  },
)

test('an extension refuses text in another character set, which would find nothing', async () => {
  // «Ж» in windows-1251.
  const { status, body } = await owner.get('/v1/lists/organizations?q=%C6')
  expect(status).toBe(422)
  expect(body.detail).toContainEqual({
    loc: ['query', 'q'],
    msg: 'Value error, the value has bytes that are no UTF-8',
    type: 'value_error',
    ctx: { code: 'parameter_not_utf8' },
  })
  for (const text of ['%D0%96', '100%', '%EF%BF%BD'])
    expect((await owner.get(`/v1/lists/organizations?q=${text}`)).status).toBe(200)
  expect((await owner.get('/v1/organizations?q=%C6')).status).toBe(200)
})

test('on an operation of the specification the last of repeated parameters counts', async () => {
  expect((await owner.get('/v1/organizations?limit=500&limit=5')).body).toMatchObject({ limit: 5 })
})

test('an operation of the specification has an empty page for unknown filter values', async () => {
  for (const filter of ['status=lost', 'organization_id=nobody']) {
    expect(await owner.get(`/v1/purchase-requests?${filter}`)).toMatchObject({
      status: 200,
      body: { items: [] },
    })
  }
})
