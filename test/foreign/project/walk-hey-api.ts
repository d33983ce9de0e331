import { createClient } from './generated/hey-api/client/index.js'
import * as sdk from './generated/hey-api/sdk.gen.js'
import { accessTokenOf, cookieOf, expectEqual, type WalkInput } from './walk-input.js'

/** Calls the 32 operations of the specification with the client that @hey-api/openapi-ts generates. */
export async function walk({ url, email, password, inn, file, fetch }: WalkInput): Promise<void> {
  let token: string | undefined
  let cookie: string | undefined
  const client = createClient({
    baseUrl: url,
    auth: ({ type }) => (type === 'apiKey' ? cookie : token),
    fetch: (input, init) => fetch(new Request(input, init)),
  })
  const all = { client, throwOnError: true } as const

  // With the cookie, as a browser does it.
  const first = await sdk.login({ ...all, body: { email, password } })
  cookie = cookieOf(first.response)
  const renewed = await sdk.cookieRefresh(all)
  token = accessTokenOf(renewed.data)
  cookie = cookieOf(renewed.response)
  token = undefined
  await sdk.logout(all)

  // With tokens, as a program does it.
  cookie = undefined
  const second = await sdk.login({ ...all, body: { email, password } })
  const tokens = await sdk.refresh({ ...all, body: { refresh_token: second.data.refresh_token } })
  token = tokens.data.access_token
  expectEqual((await sdk.me(all)).data.email, email)

  const found = await sdk.searchParties({ ...all, query: { q: inn, limit: 10 } })
  expectEqual(found.data.items[0]?.inn, inn)
  const { data: organization } = await sdk.createOrganization({ ...all, body: { inn } })
  const path = { organization_id: organization.id }
  expectEqual((await sdk.listOrganizations({ ...all, query: { q: inn } })).data.total, 1)
  expectEqual((await sdk.readOrganization({ ...all, path })).data.inn, inn)
  const changed = await sdk.updateOrganization({
    ...all,
    path,
    body: { notes: 'Walked', contact: { email: 'a@b.example' }, version: organization.version },
  })
  expectEqual(changed.data.notes, 'Walked')

  expectEqual((await sdk.createWallets({ ...all, path })).data.wallets.length, 5)
  expectEqual((await sdk.listWallets({ ...all, path })).data.length, 5)
  expectEqual((await sdk.readMnemonic({ ...all, path })).data.word_count, 24)
  expectEqual((await sdk.readSecretKeys({ ...all, path })).data.length, 5)

  const upload = { ...all, path, body: { file, number: '7', issued_on: '2026-01-31' } }
  const slots = [
    [await sdk.putCharterDocument(upload), await sdk.getCharterDocument({ ...all, path })],
    [await sdk.putInnCertificateDocument(upload), await sdk.getInnCertificateDocument({ ...all, path })],
    [await sdk.putOgrnCertificateDocument(upload), await sdk.getOgrnCertificateDocument({ ...all, path })],
    [await sdk.putBankDetailsDocument(upload), await sdk.getBankDetailsDocument({ ...all, path })],
    [
      await sdk.putKycRepresentativeDocument(upload),
      await sdk.getKycRepresentativeDocument({ ...all, path }),
    ],
    [await sdk.putPowerOfAttorneyDocument(upload), await sdk.getPowerOfAttorneyDocument({ ...all, path })],
    [await sdk.putOtherDocument(upload), await sdk.getOtherDocument({ ...all, path })],
  ] as const
  for (const [put, got] of slots) expectEqual(got.data.file.sha256, put.data.file.sha256)
  expectEqual((await sdk.listDocuments({ ...all, path })).data.length, 7)

  const { data: request } = await sdk.createPurchaseRequest({
    ...all,
    body: {
      organization_id: organization.id,
      asset: 'USDT',
      network: 'tron',
      crypto_amount: '1000.5',
      fiat_currency: 'RUB',
      rate: '92.155',
    },
  })
  const at = { request_id: request.id }
  const query = { organization_id: organization.id, status: 'new' }
  expectEqual((await sdk.listPurchaseRequests({ ...all, query })).data.total, 1)
  await sdk.updatePurchaseRequestStatus({ ...all, path: at, body: { status: 'in_review' } })
  await sdk.updatePurchaseRequestStatus({
    ...all,
    path: at,
    body: { status: 'cancelled', reason_code: 'customer_request' },
  })
  expectEqual((await sdk.readPurchaseRequest({ ...all, path: at })).data.status, 'cancelled')

  await sdk.logout(all)
  expectEqual((await sdk.me({ client })).response?.status, 401)
}
