import { expect, test } from 'vitest'
import {
  approve,
  cancel,
  givenBuyer,
  givenRequest,
  givenWallet,
  review,
} from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'
import { hash, pathOf, payment, read, soon, terms } from './given-deal.ts'

const server = startServer({ env: { KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000' } })
const other = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

test('every quote stays, and the newest counts', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id, quote_expires_at } = await givenRequest(owner, buyer.id, terms)
  const quotes = `${pathOf(id)}/quotes`
  expect((await owner.get(quotes)).body.items).toMatchObject([
    { rate: '10', total_amount: '1010.00', quote_expires_at, is_current: true, quoted_by: { id: owner.id } },
  ])
  const made = await owner.post(quotes, { rate: '11', quote_expires_at: soon() })
  expect(made).toMatchObject({
    status: 201,
    body: { rate: '11', crypto_amount: '100', fiat_amount: '1100.00', fee_amount: '10.00', is_current: true },
  })
  const byMoney = { rate: '3', fiat_amount: '100.00', fee_amount: '0', quote_expires_at: soon() }
  expect((await owner.post(quotes, byMoney)).body).toMatchObject({
    crypto_amount: '33.333333',
    fiat_amount: '100.00',
    total_amount: '100.00',
  })
  const { items, next_cursor } = (await owner.get(`${quotes}?limit=2`)).body
  expect(items.map(({ rate }: { rate: string }) => rate)).toEqual(['3', '11'])
  const rest = (await owner.get(`${quotes}?limit=2&cursor=${next_cursor}`)).body
  expect(rest).toMatchObject({ items: [{ rate: '10', is_current: false }], next_cursor: null })
  expect(await read(owner, id)).toMatchObject({
    status: 'new',
    rate: '3',
    total_amount: '100.00',
    version: 3,
  })
  const history = (await owner.get(`${pathOf(id)}/history`)).body.items
  expect(history).toHaveLength(3)
  expect(history[1]).toMatchObject({ from: 'new', to: 'new', actor: { id: owner.id } })
  expect(history[1].changes).toContainEqual({ field: 'rate', from: '10', to: '11' })
})

test('a quote that cannot be is 422, also beside others', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenRequest(owner, (await givenBuyer(server)).id, terms)
  const quote = async (body: object) => {
    const reply = await owner.post(`${pathOf(id)}/quotes`, { rate: '10', quote_expires_at: soon(), ...body })
    expect(reply.status).toBe(422)
    return reply.body.detail.map(({ loc, ctx }: { loc: string[]; ctx?: { code?: string } }) => [
      loc.at(-1),
      ctx?.code,
    ])
  }
  expect(await quote({ crypto_amount: '1', fiat_amount: '1' })).toEqual([['fiat_amount', 'one_amount']])
  expect(await quote({ rate: '0' })).toEqual([['rate', 'not_positive']])
  expect(await quote({ quote_expires_at: '2020-01-01T00:00:00Z' })).toEqual([['quote_expires_at', 'in_past']])
  expect(await quote({ crypto_amount: '1.0000001', fee_amount: '0.001' })).toEqual([
    ['crypto_amount', 'too_many_decimals'],
    ['fee_amount', 'too_many_decimals'],
  ])
  expect(await quote({ fiat_amount: '0.01', rate: '999999999999' })).toEqual([
    ['fiat_amount', 'price_too_small'],
  ])
})

test('a new quote takes an approved request back into review, by the service', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
  expect((await owner.post(`${pathOf(id)}/quotes`, { rate: '12', quote_expires_at: soon() })).status).toBe(
    201,
  )
  expect(await read(owner, id)).toMatchObject({ status: 'in_review', rate: '12', version: 4 })
  const history = (await owner.get(`${pathOf(id)}/history`)).body.items
  expect(history.slice(-2)).toMatchObject([
    { from: 'approved', to: 'approved', actor: { id: owner.id } },
    { from: 'approved', to: 'in_review', actor: { kind: 'service' }, changes: null },
  ])
  expect(
    (await owner.get(`${pathOf(id)}/next-steps`)).body.steps.map((step: { status: string }) => step.status),
  ).toEqual(['approved', 'rejected', 'on_hold', 'cancelled'])
})

test('nothing changes any more once money has come or the request is closed', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const paid = await givenRequest(owner, buyer.id, terms, review, approve)
  await owner.post(`${pathOf(paid.id)}/payments`, payment({ amount: '1' }))
  const closed = await givenRequest(owner, buyer.id, terms, cancel)
  for (const [id, code] of [
    [paid.id, 'already_paid'],
    [closed.id, 'status_not_allowed'],
  ] as const) {
    const { version } = await read(owner, id)
    const quoted = await owner.post(`${pathOf(id)}/quotes`, { rate: '12', quote_expires_at: soon() })
    expect(quoted).toMatchObject({ status: 409, body: { code } })
    const corrected = await owner.patch(pathOf(id), { version, comment: 'x' })
    expect(corrected).toMatchObject({ status: 409, body: { code } })
  }
})

test('a correction says what changed, and follows the rules of a new request', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const stranger = await givenBuyer(server)
  const request = await givenRequest(owner, buyer.id, terms, review, approve)
  const correct = (body: object) => owner.patch(pathOf(request.id), { version: 3, ...body })
  expect((await owner.patch(pathOf(request.id), { comment: 'x' })).status).toBe(422)
  expect(await correct({})).toMatchObject({
    status: 422,
    body: { detail: [{ ctx: { code: 'empty_update' } }] },
  })
  expect(await correct({ version: 2, comment: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  const foreignWallet = await givenWallet(server, stranger.id, 'bitcoin').catch(() => undefined)
  for (const [body, field] of [
    [{ asset: 'BTC' }, 'network'],
    [{ crypto_amount: '1.0000001' }, 'crypto_amount'],
    [{ destination_address: 'nowhere' }, 'destination_address'],
    [{ destination_address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }, 'destination_address'],
    [{ wallet_id: foreignWallet?.id ?? request.id }, 'wallet_id'],
    [{ asset: 'BTC', network: 'bitcoin' }, 'destination_address'],
  ] as const) {
    const reply = await correct(body)
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', field]])
  }
  expect(await correct({ destination_address: request.destination_address })).toMatchObject({
    status: 200,
    body: { version: 4, wallet_id: null },
  })
  const changed = await owner.patch(pathOf(request.id), {
    version: 4,
    destination_address: other,
    crypto_amount: '50',
    comment: 'Адрес исправлен',
  })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      status: 'in_review',
      destination_address: other,
      fiat_amount: '500.00',
      total_amount: '510.00',
      version: 5,
    },
  })
  const { items } = (await owner.get(`${pathOf(request.id)}/history`)).body
  expect(items.at(-1).changes).toEqual([
    { field: 'crypto_amount', from: '100', to: '50' },
    { field: 'fiat_amount', from: '1000.00', to: '500.00' },
    { field: 'total_amount', from: '1010.00', to: '510.00' },
    { field: 'destination_address', from: request.destination_address, to: other },
    { field: 'comment', from: null, to: 'Адрес исправлен' },
  ])
  expect((await owner.get(`${pathOf(request.id)}/quotes`)).body.items).toMatchObject([
    { crypto_amount: '50' },
    { crypto_amount: '100' },
  ])
  const again = await owner.patch(pathOf(request.id), { version: 5, crypto_amount: '50.0' })
  expect(again).toMatchObject({ status: 200, body: { version: 5 } })
})

test('who corrects the destination cannot approve it, and open approvals are void', async () => {
  const [creator, reviewer, corrector] = [
    await server.signIn('operator'),
    await server.signIn('officer'),
    await server.signIn('officer'),
  ]
  const buyer = await givenBuyer(server)
  const large = { crypto_amount: '1000000', rate: '10', fee_amount: '0' }
  const { id } = await givenRequest(creator, buyer.id, large)
  const move = (client: typeof creator, body: object) => client.patch(`${pathOf(id)}/status`, body)
  await move(reviewer, review)
  expect((await corrector.patch(pathOf(id), { version: 2, destination_address: other })).status).toBe(200)
  const blocked = [{ code: 'second_administrator', reviewer_id: corrector.id }]
  expect(await move(corrector, approve)).toMatchObject({
    status: 409,
    body: { code: 'approval_blocked', context: { blockers: blocked } },
  })
  expect(await move(reviewer, approve)).toMatchObject({ status: 409 })
  const { steps } = (await corrector.get(`${pathOf(id)}/next-steps`)).body
  expect(steps[0]).toMatchObject({ status: 'approved', allowed: false, blockers: blocked })
  const third = await server.signIn('officer')
  expect((await move(third, approve)).status).toBe(200)
  // Who approved and then quotes is one who made it.
  expect((await third.post(`${pathOf(id)}/quotes`, { rate: '11', quote_expires_at: soon() })).status).toBe(
    201,
  )
  expect(await move(third, approve)).toMatchObject({ status: 409 })
  expect((await move(corrector, approve)).status).toBe(200)
  expect(hash('a')).toHaveLength(64)
})
