import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4, env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })
const path = '/v1/webhook-delivery'
const delivering = { paused: false, paused_at: null, paused_by: null, reason: null }
const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

test('during a pause nothing is delivered; after it the events come in order', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const receiver = await startReceiver()
  await owner.post('/v1/webhooks', { url: receiver.url })
  expect((await owner.get(path)).body).toEqual(delivering)

  const paused = await owner.patch(path, { paused: true })
  expect(paused).toMatchObject({ status: 200, body: { paused: true, reason: 'owner' } })
  expect((await owner.get(path)).body).toEqual(paused.body)
  // To pause twice changes nothing, not even who paused it first.
  expect((await owner.patch(path, { paused: true })).body).toEqual(paused.body)
  const request = await givenRequest(owner, buyer.id, {}, review)
  server.service.webhookDelivery.wake()
  await server.service.webhookDelivery.idle()
  expect(receiver.received).toEqual([])
  const pending = await server.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
  expect(pending).toEqual(Array(2).fill({ state: 'pending', attempts: 0 }))

  expect((await owner.patch(path, { paused: false })).body).toEqual(delivering)
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received.map(({ message }) => [message.object.id, message.data.version])).toEqual([
    [request.id, 1],
    [request.id, 2],
  ])
  const rows = await server.db
    .selectFrom('audit_events')
    .select('action')
    .where('action', 'in', ['webhook.paused', 'webhook.resumed'])
    .orderBy('seq')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['webhook.paused', 'webhook.resumed'])
  await receiver.close()
})

test('a delivery under way ends, and its worker takes nothing more', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  let received = 0
  // Pauses before it responds to the first event; the second one of the same object is due at once.
  const target = http.createServer(async (_request, response) => {
    received++
    if (received === 1) await owner.patch(path, { paused: true })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  await owner.patch(path, { paused: true })
  const { body } = await owner.post('/v1/webhooks', { url })
  await givenRequest(owner, buyer.id, {}, review)
  await owner.patch(path, { paused: false })
  const states = () =>
    server.db
      .selectFrom('webhook_deliveries')
      .select(['state', 'attempts'])
      .where('endpoint_id', '=', body.id)
      .orderBy('seq')
      .execute()
  await expect.poll(async () => (await states())[0]?.state).toBe('delivered')
  await server.service.webhookDelivery.idle()
  expect(received).toBe(1)
  expect((await states())[1]).toEqual({ state: 'pending', attempts: 0 })
  await owner.patch(path, { paused: false })
  await expect.poll(() => received).toBe(2)
  await owner.delete(`/v1/webhooks/${body.id}`)
  target.closeAllConnections()
  target.close()
})

test('only owners see and change it', async () => {
  for (const role of roles.filter((role) => role !== 'owner')) {
    const client = await server.signIn(role)
    expect((await client.get(path)).status).toBe(403)
    expect((await client.patch(path, { paused: true })).status).toBe(403)
  }
})

test('the commands show and change it', async () => {
  const run = async (word: string) => (await runCli(['webhooks', word], environment())).stdout
  expect(await run('status')).toBe('Webhooks are being delivered.\n')
  expect(await run('pause')).toMatch(/^Webhooks are paused since .* by kontor webhooks pause\./)
  expect(await run('status')).toMatch(/^Webhooks are paused since .* Run 'kontor webhooks resume'/)
  expect(await run('resume')).toBe('Webhooks are being delivered.\n')
})
