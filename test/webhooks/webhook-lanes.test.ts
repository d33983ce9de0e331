import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createDeliveryStore } from '../../server/features/webhooks/delivery-store.ts'
import { createWebhookDelivery } from '../../server/features/webhooks/webhook-delivery.ts'
import { createWebhookSender } from '../../server/features/webhooks/webhook-sender.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { givenBuyer, givenRequest, hold, review } from '../support/given/given-purchase-request.ts'
import { type Response, startReceiver } from '../support/outside/webhook-receiver.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 10, env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })
const cleanup: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanup.splice(0)) await step()
})
const waiting = () => untilWaiting(server.db, 1)
const status = (id: string) => `/v1/purchase-requests/${id}/status`

async function givenEndpoint(owner: Client, response?: Response) {
  const receiver = await startReceiver(response)
  const { body } = await owner.post('/v1/webhooks', { url: receiver.url })
  cleanup.push(() => owner.delete(`/v1/webhooks/${body.id}`), receiver.close)
  return { receiver, id: body.id as string }
}

const states = async (endpointId: string) => {
  const rows = await server.db
    .selectFrom('webhook_deliveries')
    .select('state')
    .where('endpoint_id', '=', endpointId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.state)
}

test('two nodes deliver each event once, in order per object', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { receiver, id } = await givenEndpoint(owner)
  const other = createWebhookDelivery({
    store: createDeliveryStore(server.db),
    send: createWebhookSender({ db: server.db, vault: server.service.vault, privateTargets: 'on' }),
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    onAttempt() {},
  })
  const jobs = createJobs({ log: pino({ level: 'silent' }), now: () => new Date() })
  jobs.every({ ...other.job, intervalMs: 10 })
  jobs.start()
  cleanup.unshift(() => Promise.all([jobs.stop(), other.stop()]))

  const requests = await Promise.all(
    Array.from({ length: 8 }, () => givenRequest(owner, buyer.id, {}, review, hold, review)),
  )

  await expect.poll(() => states(id), { timeout: 20_000 }).toEqual(Array(32).fill('delivered'))
  expect(receiver.received).toHaveLength(32)
  for (const request of requests) {
    const versions = receiver.received.filter(({ message }) => message.object.id === request.id)
    expect(versions.map(({ message }) => message.data.version)).toEqual([1, 2, 3, 4])
  }
  expect(
    await server.db.selectFrom('webhook_lanes').selectAll().where('endpoint_id', '=', id).execute(),
  ).toEqual([])
})

test('an event waits for the deletion of its lane and creates it again', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenEndpoint(owner, () => ({ status: 500 }))
  const request = await givenRequest(owner, buyer.id)
  await expect.poll(() => states(id)).toEqual(['pending'])
  await server.service.webhookDelivery.idle()

  const late = await server.db.transaction().execute(async (finisher) => {
    await finisher.selectFrom('webhook_lanes').selectAll().where('endpoint_id', '=', id).forUpdate().execute()
    const reply = owner.patch(status(request.id), review)
    await waiting()
    await finisher
      .updateTable('webhook_deliveries')
      .set({ state: 'delivered' })
      .where('endpoint_id', '=', id)
      .execute()
    await finisher.deleteFrom('webhook_lanes').where('endpoint_id', '=', id).execute()
    return { reply }
  })

  expect((await late.reply).status).toBe(200)
  expect(await states(id)).toEqual(['delivered', 'pending'])
  const lanes = await server.db
    .selectFrom('webhook_lanes')
    .selectAll()
    .where('endpoint_id', '=', id)
    .execute()
  expect(lanes).toHaveLength(1)
})

test('a change waits while an endpoint is being deleted and does not fail', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id } = await givenEndpoint(owner)
  const request = await givenRequest(owner, buyer.id)
  await expect.poll(() => states(id)).toEqual(['delivered'])

  const late = await server.db.transaction().execute(async (remover) => {
    await remover.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
    const reply = owner.patch(status(request.id), review)
    await waiting()
    return { reply }
  })

  expect((await late.reply).status).toBe(200)
})

test('a result after the lease was lost is discarded', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { receiver, id } = await givenEndpoint(owner, () => 'hang')
  await givenRequest(owner, buyer.id)
  await expect.poll(() => receiver.received.length).toBe(1)
  const lane = server.db.updateTable('webhook_lanes').where('endpoint_id', '=', id)
  const until = new Date(Date.now() + 3600_000)
  await lane.set({ lease: 'of another node', claimable_at: until }).execute()
  // The endpoint ends the connection: the attempt failed, but it is no longer this node's to say so.
  await receiver.close()

  await expect
    .poll(() => server.logged.some((line) => line.includes('after its lease had expired')))
    .toBe(true)
  expect(await states(id)).toEqual(['pending'])
  const { attempts } = await server.db
    .selectFrom('webhook_deliveries')
    .select('attempts')
    .where('endpoint_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
})
