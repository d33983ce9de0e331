import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { givenBuyer, givenRequest } from '../support/given/given-purchase-request.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4, env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' } })

/** Answers every connection with these bytes, and then neither sends nor closes. */
async function givenRawTarget(bytes: string) {
  const target = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(bytes))
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/`, close: () => target.close() }
}

test('a target that answers 101 has failed, and its worker goes on', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const target = await givenRawTarget(
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  )
  const { body } = await owner.post('/v1/webhooks', { url: target.url })
  await givenRequest(owner, buyer.id)
  const path = `/v1/webhooks/${body.id}/deliveries`
  await expect.poll(async () => (await owner.get(path)).body.items[0]?.attempts).toBe(1)
  expect((await owner.get(path)).body.items).toMatchObject([
    { state: 'pending', response_status: 101, error_code: 'response_status' },
  ])
  await owner.delete(`/v1/webhooks/${body.id}`)
  target.close()
})

test('a stop does not wait for targets that hang, silent or in the middle of a response', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const receiver = await startReceiver(() => 'hang')
  const half = await givenRawTarget('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
  await owner.post('/v1/webhooks', { url: receiver.url })
  await owner.post('/v1/webhooks', { url: half.url })
  await givenRequest(owner, buyer.id)
  await expect.poll(() => receiver.received.length).toBe(1)
  const leased = () =>
    server.db.selectFrom('webhook_lanes').select('lease').where('lease', 'is not', null).execute()
  await expect.poll(async () => (await leased()).length).toBe(2)

  await server.service.stop()

  expect(server.logged.join('')).not.toContain('does not wait any longer')
  expect(await leased()).toEqual([])
  const lanes = await server.db.selectFrom('webhook_lanes').select('claimable_at').execute()
  expect(lanes).toHaveLength(2)
  for (const { claimable_at } of lanes) expect(claimable_at.getTime()).toBeLessThanOrEqual(Date.now())
  // An aborted attempt does not count.
  const deliveries = await server.db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
  expect(deliveries).toEqual(Array(2).fill({ state: 'pending', attempts: 0 }))
  await receiver.close()
  half.close()
})
