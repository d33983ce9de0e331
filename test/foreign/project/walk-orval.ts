import * as kontor from './generated/orval/kontor.js'
import { caller } from './orval-fetch.js'
import { accessTokenOf, cookieOf, expectEqual, type WalkInput } from './walk-input.js'

type Reply = { status: number; data: unknown; headers: Headers }
type Done<R extends Reply> = Extract<R, { status: 200 | 201 | 204 }>

/** The data of a success; every other status throws. */
async function ok<R extends Reply>(reply: Promise<R>): Promise<Done<R>['data']> {
  const { status, data } = await reply
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(data)}`)
  return data as Done<R>['data']
}

/** Calls the 32 operations of the specification with the functions that orval generates. */
export async function walk({ url, email, password, inn, file, fetch }: WalkInput): Promise<void> {
  Object.assign(caller, { url, fetch, token: undefined, cookie: undefined })

  // With the cookie, as a browser does it.
  caller.cookie = cookieOf(await kontor.login({ email, password }))
  const renewed = await kontor.cookieRefresh()
  caller.cookie = cookieOf(renewed)
  accessTokenOf(renewed.data)
  await ok(kontor.logout())

  // With tokens, as a program does it.
  caller.cookie = undefined
  const { refresh_token } = await ok(kontor.login({ email, password }))
  caller.token = (await ok(kontor.refresh({ refresh_token }))).access_token
  expectEqual((await ok(kontor.me())).email, email)

  const found = await ok(kontor.searchParties({ q: inn, limit: 10 }))
  expectEqual(found.items[0]?.inn, inn)
  const { id, version } = await ok(kontor.createOrganization({ inn }))
  expectEqual((await ok(kontor.listOrganizations({ q: inn }))).total, 1)
  expectEqual((await ok(kontor.readOrganization(id))).inn, inn)
  const contact = { email: 'a@b.example' }
  expectEqual(
    (await ok(kontor.updateOrganization(id, { notes: 'Walked', contact, version }))).notes,
    'Walked',
  )

  expectEqual((await ok(kontor.createWallets(id))).wallets.length, 5)
  expectEqual((await ok(kontor.listWallets(id))).length, 5)
  expectEqual((await ok(kontor.readMnemonic(id))).word_count, 24)
  expectEqual((await ok(kontor.readSecretKeys(id))).length, 5)

  const upload = { file, number: '7', issued_on: '2026-01-31' }
  const slots = [
    [await ok(kontor.putCharterDocument(id, upload)), await ok(kontor.getCharterDocument(id))],
    [await ok(kontor.putInnCertificateDocument(id, upload)), await ok(kontor.getInnCertificateDocument(id))],
    [
      await ok(kontor.putOgrnCertificateDocument(id, upload)),
      await ok(kontor.getOgrnCertificateDocument(id)),
    ],
    [await ok(kontor.putBankDetailsDocument(id, upload)), await ok(kontor.getBankDetailsDocument(id))],
    [
      await ok(kontor.putKycRepresentativeDocument(id, upload)),
      await ok(kontor.getKycRepresentativeDocument(id)),
    ],
    [
      await ok(kontor.putPowerOfAttorneyDocument(id, upload)),
      await ok(kontor.getPowerOfAttorneyDocument(id)),
    ],
    [await ok(kontor.putOtherDocument(id, upload)), await ok(kontor.getOtherDocument(id))],
  ] as const
  for (const [put, got] of slots) expectEqual(got.file.sha256, put.file.sha256)
  expectEqual((await ok(kontor.listDocuments(id))).length, 7)

  const request = await ok(
    kontor.createPurchaseRequest({
      organization_id: id,
      asset: 'USDT',
      network: 'tron',
      crypto_amount: '1000.5',
      fiat_currency: 'RUB',
      rate: '92.155',
    }),
  )
  expectEqual((await ok(kontor.listPurchaseRequests({ organization_id: id, status: 'new' }))).total, 1)
  await ok(kontor.updatePurchaseRequestStatus(request.id, { status: 'in_review' }))
  await ok(
    kontor.updatePurchaseRequestStatus(request.id, {
      status: 'cancelled',
      reason_code: 'customer_request',
    }),
  )
  expectEqual((await ok(kontor.readPurchaseRequest(request.id))).status, 'cancelled')

  await ok(kontor.logout())
  expectEqual((await kontor.me()).status, 401)
}
