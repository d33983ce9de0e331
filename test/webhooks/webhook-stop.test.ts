import { expect, test } from 'vitest'
import { givenBuyer, givenRequest } from '../support/given-purchase-request.ts'
import { startServer } from '../support/harness.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const server = startServer({ connections: 4, env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })

test('a stop aborts a webhook request; the event stays due and counts no attempt', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const receiver = await startReceiver(() => 'hang')
  const { body: endpoint } = await owner.post('/v1/webhooks', { url: receiver.url })
  await givenRequest(owner, buyer.id)
  await expect.poll(() => receiver.received.length).toBe(1)

  await server.service.stop()

  expect(server.logged.join('')).not.toContain('does not wait any longer')
  const lanes = await server.db.selectFrom('webhook_lanes').selectAll().execute()
  expect(lanes).toMatchObject([{ endpoint_id: endpoint.id, lease: null }])
  expect(lanes[0]?.claimable_at.getTime()).toBeLessThanOrEqual(Date.now())
  const deliveries = await server.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
  expect(deliveries).toEqual([{ state: 'pending', attempts: 0 }])
  await receiver.close()
})
