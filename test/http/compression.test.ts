import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { codingFor } from '../../server/platform/http/responses/accept-encoding.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { rawRequest, steadyHeaders } from '../support/http/raw-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
  for (let count = 0; count < 3; count += 1) await givenOrganization(server)
})

function read(path: string, encoding?: string, method = 'GET', token = owner.token) {
  return rawRequest(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) },
  })
}

test.each(['/v1/organizations', '/v1/audit-events/export', '/openapi.json', '/metrics'])(
  'a response over 1 kB is compressed for those who ask: %s',
  async (path) => {
    await owner.post('/v1/webhooks', { url: 'https://hooks.example/a' })
    const plain = await read(path)
    expect(plain.body.length).toBeGreaterThan(1024)
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const [coding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await read(path, coding)
      expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(packed.body.length).toBeLessThan(plain.body.length)
      // Metrics and the log of exports change with every request.
      if (path === '/v1/organizations' || path === '/openapi.json') {
        expect(unpack(packed.body).equals(plain.body)).toBe(true)
        const head = await read(path, coding, 'HEAD')
        expect(steadyHeaders(head.headers)).toEqual(steadyHeaders(packed.headers))
      } else expect(unpack(packed.body).length).toBeGreaterThan(1024)
    }
  },
)

test('a small response is not compressed', async () => {
  const { headers } = await read('/v1/auth/me', 'gzip')
  expect(headers).not.toHaveProperty('content-encoding')
})

test('secrets are never compressed', async () => {
  const { id } = await givenWallets(server)
  const custodian = await server.signIn('custodian')
  for (const what of ['/mnemonic', '/secret-keys']) {
    const { status, body, headers } = await read(walletsPath(id, what), 'gzip, br', 'GET', custodian.token)
    expect(status).toBe(200)
    if (what === '/secret-keys') expect(body.length).toBeGreaterThan(1024)
    expect(headers).not.toHaveProperty('content-encoding')
  }
})

test('the tag of a compressed object differs, and names the same version', async () => {
  const { id } = await givenOrganization(server, { notes: 'long '.repeat(300) })
  const path = `/v1/organizations/${id}`
  const [plain, packed] = [await read(path), await read(path, 'gzip')]
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, '-gzip"'))
  const changed = await owner.patch(path, { notes: null }, { 'if-match': packed.headers.etag as string })
  expect(changed.status).toBe(200)
})

test.each([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000, br;q=0', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['gzip;q=2', undefined],
  ['gzip;q=x', undefined],
  ['deflate, zstd', undefined],
  ['', undefined],
  [' , ;', undefined],
])('Accept-Encoding: %s', (header, coding) => {
  expect(codingFor(header)).toBe(coding)
})
