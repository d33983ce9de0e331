import { expect, test } from 'vitest'
import { keepBalance } from '../../server/features/wallets/wallet-balances.ts'
import { approve, givenRequest, review } from '../support/given/given-purchase-request.ts'
import {
  givenAnother,
  givenDelivery,
  givenOwnOrganization,
  givenStock,
  newDelivery,
} from '../support/given/given-stock.ts'
import { eth, ethereumInputs, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })
const evidence = { evidence: 'Два обозревателя показывают 40 подтверждений' }

const sign = (owner: Client, { id }: { id: string }, nonce = 0, inputs = {}) =>
  owner.post(transferPath(id, '/sign'), ethereumInputs(nonce, inputs))
const confirm = (owner: Client, { id }: { id: string }) => owner.post(transferPath(id, '/confirm'), evidence)
const requestOf = async (owner: Client, { id }: { id: string }) =>
  (await owner.get(`/v1/purchase-requests/${id}`)).body
const deliveriesOf = async (owner: Client, { id }: { id: string }) =>
  (await owner.get(`/v1/purchase-requests/${id}/deliveries`)).body.items
const progressOf = async (owner: Client, { id }: { id: string }) =>
  (await owner.get(`/v1/purchase-requests/${id}/on-the-way`)).body

async function signed(owner: Client, transfer: { id: string }, nonce = 0) {
  const reply = await sign(owner, transfer, nonce)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as { tx_id: string }
}

test('a wallet of the desk delivers a request: nobody types a transaction', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  expect(transfer).toMatchObject({
    organization_id: stock.id,
    client_id: request.organization_id,
    address_id: stock.client.entry.id,
    to_address: request.destination_address,
  })
  expect(await progressOf(owner, request)).toMatchObject({ prepared: '0.1', on_the_way: '0', left: '0' })
  // Whoever comes second is told that somebody is at it.
  expect((await owner.post('/v1/transfers', newDelivery(stock, request))).body.detail).toMatchObject([
    { loc: ['body', 'amount'], ctx: { code: 'more_than_left', left: '0.1', reserved: '0.1' } },
  ])

  const { tx_id } = await signed(owner, transfer)
  expect(await progressOf(owner, request)).toMatchObject({
    on_the_way: '0.1',
    prepared: '0',
    transfers: [{ id: transfer.id, status: 'signed', amount: '0.1', tx_id }],
  })
  expect((await requestOf(owner, request)).status).toBe('paid')
  const confirmed = await confirm(owner, transfer)
  expect(confirmed.body).toMatchObject({ status: 'confirmed' })
  expect(await requestOf(owner, request)).toMatchObject({
    status: 'completed',
    tx_hash: tx_id,
    exception_since: null,
    totals: { delivered_amount: '0.1', undelivered_amount: '0' },
  })
  const delivered = await deliveriesOf(owner, request)
  expect(delivered).toMatchObject([{ transfer_id: transfer.id, tx_hash: tx_id, amount: '0.1' }])
  expect(delivered[0].recorded_by.kind).toBe('service')
  expect((await confirm(owner, transfer)).status).toBe(200)
  expect(await deliveriesOf(owner, request)).toHaveLength(1)
  const posted = await server.db
    .selectFrom('book_entries')
    .select(['account', 'commodity'])
    .where('account', 'like', `assets:coins:ethereum:ETH:${stock.wallet.id}`)
    .execute()
  // The delivery, and what the network took.
  expect(posted).toHaveLength(2)
  const { timeline } = (await owner.get(transferPath(transfer.id))).body
  expect(timeline.at(-1)).toMatchObject({ step: 'confirmed', note: evidence.evidence })
})

test('a part is delivered, and the rest is paid back', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request, { amount: String(eth / 25n) })
  await signed(owner, transfer)
  const refund = (amount: string) =>
    owner.post(`/v1/purchase-requests/${request.id}/refunds`, {
      amount,
      reference: `R-${amount}`,
      account: '40702810600000012345',
      reason_code: 'customer_request',
    })
  // 0.04 of 0.1 are being sent, which is worth 4,000 of 10,000.
  expect(await refund('6000.01')).toMatchObject({
    status: 409,
    body: { code: 'delivery_on_its_way', context: { on_the_way: '0.04', refundable_amount: '6000.00' } },
  })
  const whole = { status: 'refunded', reason_code: 'customer_request' }
  expect((await owner.patch(`/v1/purchase-requests/${request.id}/status`, whole)).body.code).toBe(
    'delivery_on_its_way',
  )
  expect((await refund('6000')).status).toBe(201)
  expect((await confirm(owner, transfer)).status).toBe(200)
  expect(await requestOf(owner, request)).toMatchObject({
    exception_since: null,
    tx_hash: expect.any(String),
  })
})

test('a transfer that is given up delivers nothing, and another one can deliver', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  await signed(owner, transfer)
  const released = await owner.post(transferPath(transfer.id, '/release'), { evidence: 'Нет в сети' })
  expect(released.body.status).toBe('failed')
  expect(await deliveriesOf(owner, request)).toEqual([])
  expect(await progressOf(owner, request)).toMatchObject({ on_the_way: '0', prepared: '0', left: '0.1' })
  const again = await givenDelivery(owner, stock, request)
  await signed(owner, again)
  // It has the same nonce and pays the same, so that it is the same transaction.
  expect((await confirm(owner, transfer)).body).toMatchObject({
    code: 'already_spent',
    context: { transfer_id: again.id },
  })
})

test('who types the transaction of a transfer is told to confirm it, and a reversed delivery comes from its wallet again', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  const { tx_id } = await signed(owner, transfer)
  const typed = { tx_hash: tx_id, amount: '0.1' }
  const type = () => owner.post(`/v1/purchase-requests/${request.id}/deliveries`, typed)
  const complete = () =>
    owner.patch(`/v1/purchase-requests/${request.id}/status`, { status: 'completed', tx_hash: tx_id })
  const isOfTransfer = { code: 'transaction_of_transfer', context: { transfer_id: transfer.id } }
  for (const reply of [await type(), await complete()])
    expect(reply).toMatchObject({ status: 409, body: isOfTransfer })
  // Also if somebody believes that it will never be carried out.
  await owner.post(transferPath(transfer.id, '/release'), { evidence: 'Нет в сети' })
  expect((await type()).body).toMatchObject(isOfTransfer)
  expect((await confirm(owner, transfer)).status).toBe(200)
  expect((await type()).status).toBe(409)

  const [delivery] = await deliveriesOf(owner, request)
  const reverse = `/v1/purchase-requests/${request.id}/deliveries/${delivery.id}/reverse`
  const held = async () => {
    const { balances } = (await owner.get(`/v1/wallets/${stock.wallet.id}`)).body
    return balances.find(({ asset }: { asset: string }) => asset === 'ETH').booked
  }
  const before = await held()
  expect((await owner.post(reverse, { reason: 'Не та заявка' })).status).toBe(200)
  expect(await held()).not.toBe(before)
  expect((await type()).status).toBe(201)
  expect(await held()).toBe(before)
})

test('a request is completed with a transaction that was made elsewhere', async () => {
  const { owner, request } = await givenStock(server)
  const tx_hash = `0x${'cd'.repeat(32)}`
  const done = await owner.patch(`/v1/purchase-requests/${request.id}/status`, {
    status: 'completed',
    tx_hash,
  })
  expect([done.status, done.body.tx_hash]).toEqual([200, tx_hash])
})

test('what holds for a delivery holds before the signature', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const transfer = await givenDelivery(owner, stock, request)
  const decide = (id: string, kyb_status: string) =>
    server.db
      .updateTable('organizations')
      .set({ kyb_status: kyb_status as never, kyb_reason: kyb_status === 'suspended' ? 'Проверка' : null })
      .where('id', '=', id)
      .execute()
  await decide(request.organization_id, 'suspended')
  expect((await sign(owner, transfer)).body).toMatchObject({
    code: 'approval_blocked',
    context: { blockers: [{ code: 'kyb_not_approved' }] },
  })
  await decide(request.organization_id, 'approved')
  // Nobody has to decide the KYB of the desk itself, but whoever was stopped pays nobody.
  await decide(stock.id, 'suspended')
  expect((await sign(owner, transfer)).body.code).toBe('organization_stopped')
  await decide(stock.id, 'new')
  expect((await sign(owner, transfer)).status).toBe(200)

  // What the network did is recorded, and somebody looks at it.
  await decide(request.organization_id, 'suspended')
  expect((await confirm(owner, transfer)).status).toBe(200)
  const after = await requestOf(owner, request)
  expect(after).toMatchObject({ status: 'completed', totals: { delivered_amount: '0.1' } })
  expect(after.exception_since).not.toBeNull()
})

test('no wallet sends more than it has', async () => {
  const { owner, request, client, ...stock } = await givenStock(server)
  const other = await givenAnother(owner, client, '0.2')
  await signed(owner, await givenDelivery(owner, stock, request))
  const second = await givenDelivery(owner, stock, other, { amount: String(eth / 5n) })
  const refused = await sign(owner, second, 1, { balance: String((3n * eth) / 10n) })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'not_enough_coins', context: { balance: '0.3' } },
  })
  expect((await sign(owner, second, 1)).status).toBe(200)
})

test('only wallets of the desk deliver for others, and only to where the request says', async () => {
  const { owner, request, client, ...stock } = await givenStock(server)
  const codes = async (body: Record<string, unknown>) =>
    (await owner.post('/v1/transfers', body)).body.detail.map(
      ({ loc, type, ctx }: { loc: string[]; type: string; ctx?: { code: string } }) => [
        loc.at(-1),
        ctx?.code ?? type,
      ],
    )
  const delivery = newDelivery(stock, request)
  expect(await codes({ ...delivery, address_id: client.entry.id })).toEqual([
    ['address_id', 'destination_of_request'],
  ])
  expect(await codes({ ...delivery, request_id: undefined })).toEqual([['address_id', 'missing']])
  expect(await codes({ ...delivery, asset: 'USDT', amount: '1000000' })).toEqual([
    ['request_id', 'request_of_other_terms'],
  ])
  expect(await codes({ ...delivery, amount: 'all' })).toEqual([['request_id', 'request_of_other_terms']])
  const stranger = await givenStock(server, owner)
  await server.db.deleteFrom('own_organizations').where('organization_id', '=', stranger.id).execute()
  expect(await codes(newDelivery(stranger, request))).toEqual([['request_id', 'other_organization']])
})

test('the desk buys nothing from itself', async () => {
  const { id, owner } = await givenOwnOrganization(server)
  const body = {
    organization_id: id,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '1',
    fiat_currency: 'RUB',
    rate: '90',
  }
  const refused = await owner.post('/v1/purchase-requests', { ...body, fee_amount: '0', accept_rate: true })
  expect(refused.body.detail).toMatchObject([
    { loc: ['body', 'organization_id'], ctx: { code: 'own_organization' } },
  ])
})

test('wallets that can deliver a request are listed, with what is reserved', async () => {
  const { owner, request, ...stock } = await givenStock(server)
  const sources = async () => (await owner.get(`/v1/purchase-requests/${request.id}/sources`)).body.items
  const mine = async () =>
    (await sources()).find(({ wallet_id }: { wallet_id: string }) => wallet_id === stock.wallet.id)
  expect(await mine()).toMatchObject({ balance: null, free: null, reserved: '0', is_enough: false })
  const known = (wallet_id: string, amount: string) =>
    server.db
      .insertInto('wallet_balances')
      .values({ wallet_id, asset: 'ETH', amount, checked_at: new Date() })
      .execute()
  const other = await givenOwnOrganization(server, owner)
  const third = await givenOwnOrganization(server, owner)
  await known(stock.wallet.id, '0.5')
  await known(other.wallet.id, '0.2')
  // It has what is left, but not the fee.
  await known(third.wallet.id, '0.1')
  expect((await sources()).slice(0, 2)).toMatchObject([
    { wallet_id: other.wallet.id, free: '0.2', is_enough: true },
    { wallet_id: stock.wallet.id, free: '0.5', is_enough: true },
  ])
  const poor = (await sources()).find(({ wallet_id }: { wallet_id: string }) => wallet_id === third.wallet.id)
  expect(poor).toMatchObject({ free: '0.1', is_enough: false })
  await signed(owner, await givenDelivery(owner, stock, request))
  expect(await mine()).toMatchObject({ balance: '0.5', reserved: expect.stringMatching(/^0\.1/) })
})

test('a wallet with a token and without the coin for its fee is not enough', async () => {
  const { owner, client, wallet } = await givenStock(server)
  const terms = { asset: 'USDT', network: 'ethereum', crypto_amount: '50', rate: '90', fee_amount: '0' }
  const pay = { status: 'paid', payment_reference: 'P-50', received_amount: '4500' }
  const request = await givenRequest(
    owner,
    client.id,
    { ...terms, wallet_id: client.entry.id },
    review,
    approve,
    pay,
  )
  const mine = async () => {
    const { items } = (await owner.get(`/v1/purchase-requests/${request.id}/sources`)).body
    return items.find(({ wallet_id }: { wallet_id: string }) => wallet_id === wallet.id)
  }
  const known = (asset: 'USDT' | 'ETH', amount: string) =>
    keepBalance(server.db, { wallet_id: wallet.id, asset, amount, checked_at: new Date() })
  await known('USDT', '50')
  expect(await mine()).toMatchObject({ free: '50', pays_fee: true, is_enough: true })
  await known('ETH', '0.0001')
  expect(await mine()).toMatchObject({ free: '50', pays_fee: false, is_enough: false })
  await known('ETH', '0.1')
  expect(await mine()).toMatchObject({ pays_fee: true, is_enough: true })
})
