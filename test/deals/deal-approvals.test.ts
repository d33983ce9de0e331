import { expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { isFull } from '../support/cases/scale.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Reply, startServer } from '../support/service/harness.ts'
import { hash, pathOf, payment, soon, terms } from './given-deal.ts'

const server = startServer()
const two = { approvals: 1, from: ['owner' as const] }

test.runIf(isFull)('votes on what a request was count no more; acts with money need votes, too', async () => {
  const [owner, second] = [await server.signIn('owner'), await server.signIn('owner')]
  const acts = [
    'request.approve',
    'request.refund',
    'payment.reverse',
    'request.accept_deviation',
    ...closureActs,
  ]
  expect((await owner.put('/v1/policy', { rules: acts.map((act) => ({ act, ...two })) })).status).toBe(200)
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review)
  const move = (body: object) => owner.patch(`${pathOf(id)}/status`, body)
  const vote = async (approvalId: string) =>
    (await second.post(`/v1/approvals/${approvalId}/votes`, { decision: 'approve' })).status
  const asked = async (reply: { status: number; body: { context: { approval_id: string } } }) => {
    expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    return reply.body.context.approval_id
  }

  const old = await asked(await move(approve))
  expect(await vote(old)).toBe(200)
  await owner.post(`${pathOf(id)}/quotes`, { rate: '11', quote_expires_at: soon() })
  expect((await owner.get(`/v1/approvals/${old}`)).body.status).toBe('stale')
  const told = await server.db
    .selectFrom('outbox_events')
    .select('object_id')
    .where('type', '=', 'approval.stale')
    .execute()
  expect(told).toEqual([{ object_id: old }])
  const anew = await asked(await move(approve))
  expect(anew).not.toBe(old)
  expect(await vote(anew)).toBe(200)
  expect((await move(approve)).status).toBe(200)

  const over = () =>
    owner.post(
      `${pathOf(id)}/payments`,
      payment({ amount: '2000', accept_overpayment: true, received_at: at }),
    )
  const at = new Date(Date.now() - 1000).toISOString()
  const tooMuch = await asked(await over())
  await vote(tooMuch)
  const paid = await over()
  expect(paid.status).toBe(201)
  // The log says who accepted that it is too much.
  const { items } = (await owner.get('/v1/audit-events?action=purchase_request.payment_recorded')).body
  expect(items[0].details).toMatchObject({ approval_id: tooMuch, approved_by: [second.id] })
  const refund = { amount: '890', reference: 'R', account: '40702810900000000001', reason_code: 'other' }
  await vote(await asked(await owner.post(`${pathOf(id)}/refunds`, refund)))
  expect((await owner.post(`${pathOf(id)}/refunds`, refund)).status).toBe(201)
  const accepted = { status: 'completed', tx_hash: hash('a'), accept_underpayment: true }
  await asked(await move(accepted))
  await asked(
    await owner.post(`${pathOf(id)}/payments/${paid.body.id}/reverse`, { reason: 'x' }).then((reply) =>
      // Less would remain than was paid back: that is said first.
      reply.status === 409 ? move(accepted) : reply,
    ),
  )
  expect((await move({ status: 'completed', tx_hash: hash('a') })).status).toBe(200)
})

test('what is reversed needs votes by its amount', async () => {
  await withoutRules(server)
  const [owner, second] = [await server.signIn('owner'), await server.signIn('owner')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
  const post = (path: string, body: object) => owner.post(`${pathOf(id)}/${path}`, body)
  await post('payments', payment({ amount: '2000', accept_overpayment: true }))
  const facts: Record<string, string[]> = { deliveries: [], refunds: [] }
  for (const amount of ['30', '70'])
    facts.deliveries?.push((await post('deliveries', { tx_hash: hash(amount), amount })).body.id)
  for (const amount of ['490', '500']) {
    const refund = { amount, reference: amount, account: '40702810900000000001', reason_code: 'other' }
    facts.refunds?.push((await post('refunds', refund)).body.id)
  }
  const large = { when: { amount_at_least: { RUB: '500' } }, ...two }
  const reversals = ['delivery.reverse', 'refund.reverse'].map((act) => ({ act, ...large }))
  const rules = [...reversals, ...closureActs.map((act) => ({ act, ...two }))]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  for (const [kind, [small, big]] of Object.entries(facts)) {
    const reverse = (fact?: string) => post(`${kind}/${fact}/reverse`, { reason: 'Ошибка' })
    const asked = await reverse(big)
    expect([kind, asked]).toMatchObject([kind, { status: 403, body: { code: 'approval_required' } }])
    expect([kind, (await reverse(small)).status]).toEqual([kind, 200])
    const vote = `/v1/approvals/${asked.body.context.approval_id}/votes`
    expect((await second.post(vote, { decision: 'approve' })).status).toBe(200)
    expect([kind, (await reverse(big)).status]).toEqual([kind, 200])
  }
})

test('votes are for everything that is stored: another time is asked for again', async () => {
  await withoutRules(server)
  const [owner, second] = [await server.signIn('owner'), await server.signIn('owner')]
  const acts = ['request.approve', 'request.complete', 'request.refund', 'delivery.reverse', ...closureActs]
  expect((await owner.put('/v1/policy', { rules: acts.map((act) => ({ act, ...two })) })).status).toBe(200)
  const { id } = await givenRequest(owner, (await givenBuyer(server)).id, terms, review)
  /** After votes for the first body, the second one needs its own. */
  async function expectOwnVotes(send: (body: object) => Promise<Reply>, body: object, other: object) {
    const asked = await send(body)
    expect(asked.body.code, JSON.stringify(asked.body)).toBe('approval_required')
    const votes = `/v1/approvals/${asked.body.context.approval_id}/votes`
    expect((await second.post(votes, { decision: 'approve' })).status).toBe(200)
    expect((await send(other)).body.code).toBe('approval_required')
    const done = await send(body)
    expect(done.status, JSON.stringify(done.body)).toBeLessThan(300)
    return done.body
  }
  const move = (body: object) => owner.patch(`${pathOf(id)}/status`, body)
  const post = (path: string) => (body: object) => owner.post(`${pathOf(id)}/${path}`, body)
  const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const now = new Date().toISOString()
  await expectOwnVotes(
    move,
    { ...approve, quote_expires_at: until(1) },
    { ...approve, quote_expires_at: until(99) },
  )
  await post('payments')(payment({ amount: '1020' }))
  const sent = { tx_hash: hash('d'), amount: '100' }
  const delivery = await expectOwnVotes(post('deliveries'), sent, { ...sent, delivered_at: now })
  const reversal = { reason: 'Ошибка', returned: { tx_hash: hash('f') } }
  const returned = { ...reversal.returned, at: new Date().toISOString() }
  await expectOwnVotes(post(`deliveries/${delivery.id}/reverse`), reversal, { ...reversal, returned })
  const refund = { amount: '10', reference: 'R', account: '40702810900000000001', reason_code: 'other' }
  await expectOwnVotes(post('refunds'), refund, { ...refund, paid_at: now })
})

test.runIf(isFull)('what was asked for a request that went another way no longer waits', async () => {
  await withoutRules(server)
  const [owner, second, third] = [
    await server.signIn('owner'),
    await server.signIn('owner'),
    await server.signIn('owner'),
  ]
  const acts = ['request.complete', 'request.refund', 'payment.reverse', ...closureActs]
  expect((await owner.put('/v1/policy', { rules: acts.map((act) => ({ act, ...two })) })).status).toBe(200)
  const { id } = await givenRequest(owner, (await givenBuyer(server)).id, terms, review, approve)
  const paid = await owner.post(`${pathOf(id)}/payments`, payment({ amount: '1010' }))
  expect(paid.status).toBe(201)
  const asked = (reply: Reply): string => {
    expect(reply.body.code, JSON.stringify(reply.body)).toBe('approval_required')
    return reply.body.context.approval_id
  }
  const deliver = { status: 'completed', tx_hash: hash('d1') }
  const refund = { amount: '1010', reference: 'R', account: '40702810900000000001', reason_code: 'other' }
  const delivery = asked(await owner.patch(`${pathOf(id)}/status`, deliver))
  const other = asked(await second.patch(`${pathOf(id)}/status`, { ...deliver, tx_hash: hash('d2') }))
  const back = asked(await owner.post(`${pathOf(id)}/refunds`, refund))
  const reversal = asked(
    await owner.post(`${pathOf(id)}/payments/${paid.body.id}/reverse`, { reason: 'Ошибка' }),
  )
  const statuses = async () => {
    await server.service.endedApprovals.sweep()
    const all = [delivery, other, back, reversal].map((one) => owner.get(`/v1/approvals/${one}`))
    return (await Promise.all(all)).map(({ body }) => body.status)
  }
  expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  const vote = await third.post(`/v1/approvals/${delivery}/votes`, { decision: 'approve' })
  expect(vote.status).toBe(200)
  expect((await owner.patch(`${pathOf(id)}/status`, deliver)).status).toBe(200)
  // The payment can still be reversed: it is there.
  expect(await statuses()).toEqual(['used', 'stale', 'stale', 'waiting'])
  const told = await server.db
    .selectFrom('audit_events')
    .select('object_id')
    .where('action', '=', 'approval.stale')
    .where('object_id', 'in', [other, back])
    .execute()
  expect(told).toHaveLength(2)
})
