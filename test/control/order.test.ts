import { describe, expect, test } from 'vitest'
import { type Act, actNames } from '../../contract/api/acts.ts'
import { operations as contract } from '../../contract/operations/features.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const missing = newId()

type Call = (client: Client) => Promise<{ status: number; body: { code: string } }>
const administrator = `/v1/administrators/${missing}`

/** A request of each act, and its response to somebody who is allowed to and has signed in just now. */
const requests: Record<Act, [Call, number]> = {
  'wallet.reveal': [(by) => by.get(`/v1/organizations/${missing}/wallets/mnemonic`), 404],
  'wallet.replace': [
    (by) => by.post(`/v1/organizations/${missing}/wallets/replace`, { reason: 'Утечка' }),
    404,
  ],
  'address.add': [
    (by) =>
      by.post(`/v1/organizations/${missing}/addresses`, {
        network: 'tron',
        address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
        label: 'Биржа',
        owner: 'ООО «Ромашка»',
      }),
    404,
  ],
  'transfer.sign': [(by) => by.post(`/v1/transfers/${missing}/sign`, {}), 404],
  'transfer.confirm': [(by) => by.post(`/v1/transfers/${missing}/confirm`, { evidence: 'x' }), 404],
  'transfer.release': [(by) => by.post(`/v1/transfers/${missing}/release`, { evidence: 'x' }), 404],
  'signing.start': [(by) => by.post('/v1/signing/start'), 409],
  'administrator.create': [(by) => by.post('/v1/administrators', {}), 422],
  'administrator.change_role': [(by) => by.patch(administrator, { role: 'owner' }), 404],
  'administrator.enable': [(by) => by.post(`${administrator}/enable`), 404],
  'administrator.disable': [(by) => by.post(`${administrator}/disable`), 404],
  'administrator.reset': [(by) => by.post(`${administrator}/reset`), 404],
  'api_key.create': [(by) => by.post('/v1/api-keys', {}), 422],
  'webhook.save': [(by) => by.patch(`/v1/webhooks/${missing}`, { description: 'x' }), 404],
  'request.approve': [
    (by) => by.patch(`/v1/purchase-requests/${missing}/status`, { status: 'approved' }),
    404,
  ],
  'request.accept_deviation': [
    (by) =>
      by.patch(`/v1/purchase-requests/${missing}/status`, {
        status: 'completed',
        tx_hash: 'ab'.repeat(32),
        accept_underpayment: true,
      }),
    404,
  ],
  'request.refund': [
    (by) => by.patch(`/v1/purchase-requests/${missing}/status`, { status: 'refunded', reason_code: 'other' }),
    404,
  ],
  'payment.reverse': [
    (by) => by.post(`/v1/purchase-requests/${missing}/payments/${missing}/reverse`, { reason: 'Ошибка' }),
    404,
  ],
  'refund.reverse': [
    (by) => by.post(`/v1/purchase-requests/${missing}/refunds/${missing}/reverse`, { reason: 'Ошибка' }),
    404,
  ],
  'delivery.reverse': [
    (by) => by.post(`/v1/purchase-requests/${missing}/deliveries/${missing}/reverse`, { reason: 'Ошибка' }),
    404,
  ],
  'payment.record': [
    (by) =>
      by.patch(`/v1/purchase-requests/${missing}/status`, {
        status: 'paid',
        payment_reference: 'P-1',
        received_amount: '1',
      }),
    404,
  ],
  'refund.order': [(by) => by.post(`/v1/payment-files/${missing}/void`, { reason: 'Ошибка' }), 404],
  'books.post': [(by) => by.post('/v1/books/entries', {}), 422],
  'rates.set': [(by) => by.put('/v1/rates', {}), 422],
  'books.revalue': [(by) => by.post('/v1/books/revalue', {}), 422],
  'treasury.acquire': [(by) => by.post('/v1/treasury/acquisitions', {}), 422],
  'books.close': [(by) => by.post('/v1/books/close', { through: '9999-12-31' }), 422],
  'books.reopen': [(by) => by.post('/v1/books/reopen', {}), 409],
  'statement.import': [(by) => by.post('/v1/statements'), 422],
  'credit.allocate': [
    (by) => by.post(`/v1/credits/${missing}/allocate`, { request_id: missing, amount: '1' }),
    404,
  ],
  'request.complete': [
    (by) =>
      by.patch(`/v1/purchase-requests/${missing}/status`, { status: 'completed', tx_hash: 'ab'.repeat(32) }),
    404,
  ],
  'document.review': [
    (by) =>
      by.patch(`/v1/organizations/${missing}/documents/charter/review`, { decision: 'approved', version: 1 }),
    404,
  ],
  'organization.decide_kyb': [
    (by) => by.patch(`/v1/organizations/${missing}`, { kyb_status: 'approved' }),
    404,
  ],
  'screening.decide': [
    (by) => by.patch(`/v1/screening/hits/${missing}`, { status: 'dismissed', reason: 'Другой человек' }),
    404,
  ],
  'screening.import': [(by) => by.post('/v1/screening/lists', new FormData()), 422],
  'policy.change': [(by) => by.put('/v1/policy', { rules: [{ act: 'wallet.burn' }] }), 422],
}

/** What people do all day. Every other act asks for a fresh proof. */
const daily: readonly Act[] = [
  'books.post',
  'rates.set',
  'books.revalue',
  'treasury.acquire',
  'payment.record',
  'statement.import',
  'credit.allocate',
  'request.complete',
]

describe('the order: permission, freshness, then what is missing or wrong', () => {
  test.each(actNames)('%s', async (act) => {
    const [call, status] = requests[act]
    const yesterday = new Date(Date.now() - 86_400_000)
    const stranger = await server.signIn('auditor', { authenticatedAt: yesterday })
    expect(await call(stranger)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const stale = await server.signIn('owner', { authenticatedAt: yesterday })
    expect(await call(stale)).toMatchObject(
      daily.includes(act) ? { status } : { status: 401, body: { code: 'reauthentication_required' } },
    )
    expect((await call(await server.signIn('owner'))).status).toBe(status)
  })
})

test('the description says of each operation which act it is', async () => {
  const { body } = await server.anonymous.get('/openapi.json')
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object))
  const said = operations.flatMap((one) =>
    [one['x-act'] ?? []].flat().map((act) => `${one.operationId} ${act}`),
  )
  const declared = contract.flatMap(({ id, acts = [] }) => acts.map(({ name }) => `${id} ${name}`))
  expect(said.toSorted()).toEqual(declared.toSorted())
  expect(new Set(contract.flatMap(({ acts = [] }) => acts.map(({ name }) => name)))).toEqual(
    new Set(actNames),
  )
})
