import { expect, test } from 'vitest'
import { closureActs } from '../../contract/acts.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given-purchase-request.ts'
import { startServer } from '../support/harness.ts'
import { hash, pathOf, payment, soon, terms } from './given-deal.ts'

const server = startServer()
const two = { approvals: 1, from: ['owner' as const] }

test('votes on what a request was count no more; acts with money need votes, too', async () => {
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
  await vote(await asked(await over()))
  const paid = await over()
  expect(paid.status).toBe(201)
  const refund = { amount: '890', reference: 'R', account: '4070', reason_code: 'other' }
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
