import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-typescript.js'
import { accessTokenOf, cookieOf, expectEqual, type WalkInput } from './walk-input.js'

/** Calls the 32 operations of the specification with openapi-fetch, typed by openapi-typescript. */
export async function walk({ url, email, password, inn, file, fetch }: WalkInput): Promise<void> {
  let headers: Record<string, string> = {}
  const client = createClient<paths>({ baseUrl: url, fetch })
  client.use({
    onRequest: ({ request }) => {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    },
  })

  // With the cookie, as a browser does it.
  const first = await client.POST('/v1/auth/login', { body: { email, password } })
  headers = { cookie: `__Host-kontor_refresh=${cookieOf(first.response)}` }
  const renewed = await client.POST('/v1/jwt/refresh')
  accessTokenOf(renewed.data)
  headers = { cookie: `__Host-kontor_refresh=${cookieOf(renewed.response)}` }
  await data(client.POST('/v1/auth/logout'))

  // With tokens, as a program does it.
  headers = {}
  const second = await data(client.POST('/v1/auth/login', { body: { email, password } }))
  const { refresh_token } = second
  const tokens = await data(client.POST('/v1/auth/refresh', { body: { refresh_token } }))
  headers = { authorization: `Bearer ${tokens.access_token}` }
  expectEqual((await data(client.GET('/v1/auth/me'))).email, email)

  const found = await data(
    client.GET('/v1/organizations/search', { params: { query: { q: inn, limit: 10 } } }),
  )
  expectEqual(found.items[0]?.inn, inn)
  const organization = await data(client.POST('/v1/organizations', { body: { inn } }))
  const params = { path: { organization_id: organization.id } }
  const listed = await data(client.GET('/v1/organizations', { params: { query: { q: inn } } }))
  expectEqual(listed.total, 1)
  expectEqual((await data(client.GET('/v1/organizations/{organization_id}', { params }))).inn, inn)
  const changed = await data(
    client.PATCH('/v1/organizations/{organization_id}', {
      params,
      body: { notes: 'Walked', contact: { email: 'a@b.example' }, version: organization.version },
    }),
  )
  expectEqual(changed.notes, 'Walked')

  const wallets = '/v1/organizations/{organization_id}/wallets'
  expectEqual((await data(client.POST(`${wallets}/create`, { params }))).wallets.length, 5)
  expectEqual((await data(client.GET(wallets, { params }))).length, 5)
  expectEqual((await data(client.GET(`${wallets}/mnemonic`, { params }))).word_count, 24)
  expectEqual((await data(client.GET(`${wallets}/secret-keys`, { params }))).length, 5)

  const documents = '/v1/organizations/{organization_id}/documents'
  const upload = {
    params,
    body: { file, number: '7', issued_on: '2026-01-31' },
    bodySerializer: (fields: Record<string, string | Blob | undefined>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
      return form
    },
  }
  for (const kind of [
    'charter',
    'inn-certificate',
    'ogrn-certificate',
    'bank-details',
    'kyc-representative',
    'power-of-attorney',
    'other',
  ] as const) {
    const put = await data(client.PUT(`${documents}/${kind}`, upload))
    const got = await data(client.GET(`${documents}/${kind}`, { params }))
    expectEqual(got.file.sha256, put.file.sha256)
  }
  expectEqual((await data(client.GET(documents, { params }))).length, 7)

  const request = await data(
    client.POST('/v1/purchase-requests', {
      body: {
        organization_id: organization.id,
        asset: 'USDT',
        network: 'tron',
        crypto_amount: '1000.5',
        fiat_currency: 'RUB',
        rate: '92.155',
      },
    }),
  )
  const at = { path: { request_id: request.id } }
  const query = { organization_id: organization.id, status: 'new' }
  expectEqual((await data(client.GET('/v1/purchase-requests', { params: { query } }))).total, 1)
  const status = '/v1/purchase-requests/{request_id}/status'
  await data(client.PATCH(status, { params: at, body: { status: 'in_review' } }))
  await data(
    client.PATCH(status, { params: at, body: { status: 'cancelled', reason_code: 'customer_request' } }),
  )
  const read = await data(client.GET('/v1/purchase-requests/{request_id}', { params: at }))
  expectEqual(read.status, 'cancelled')

  await data(client.POST('/v1/auth/logout'))
  expectEqual((await client.GET('/v1/auth/me')).response.status, 401)
}

/** The body of a success. */
async function data<T>(sent: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await sent
  if (data === undefined) throw new Error(`${response.url} responded with ${response.status}.`)
  return data
}
