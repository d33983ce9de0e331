import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, openDoor } from '../support/database/database-door.ts'
import { approve, givenBuyer, givenRequest, hold, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, type Reply, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

const server = startServer()
let owner: Client
let buyer: { id: string }
let door: Door
let node: Awaited<ReturnType<typeof startSecondNode>>
beforeAll(async () => {
  owner = await server.signIn('owner')
  buyer = await givenBuyer(server)
  door = await openDoor(server.databaseUrl)
  node = await startSecondNode({ ...server, databaseUrl: door.url })
})
afterAll(async () => {
  await node.stop()
  await door.close()
})

/** How often the node waits for the database from the `begin` to the `commit` of a change that it makes. */
async function roundTrips(change: (caller: Client) => Promise<Reply>): Promise<number> {
  const written = new Map<() => void, Buffer[]>()
  // Each connection has a `cut` of its own.
  door.onSent = (data, cut) => written.set(cut, [...(written.get(cut) ?? []), data])
  const { status } = await change(client(node, owner.token))
  door.onSent = () => {}
  expect(status).toBeLessThan(300)
  const [trips = [], ...others] = [...written.values()]
    .map((writes) => writes.slice(writes.findIndex((data) => data.includes('begin'))))
    .filter((writes) => writes.some((data) => data.includes('audit_append')))
  expect(others).toEqual([])
  return trips.findIndex((data) => data.includes('; commit')) + 1
}

test('a change of status: what is locked and read, and what is written', async () => {
  const { id } = await givenRequest(owner, buyer.id, {}, review)
  const path = `/v1/purchase-requests/${id}/status`
  // The first request of a node reads what it then knows.
  await roundTrips((caller) => caller.patch(path, hold))
  expect(await roundTrips((caller) => caller.patch(path, review))).toBe(2)
})

test('a payment: request, payments, credits, policy, payments, organization, payment, last closed day, and the rest', async () => {
  const { id } = await givenRequest(owner, buyer.id, {}, review, approve)
  const pay = (amount: string, key = {}) => {
    const received_at = new Date().toISOString()
    const payment = { amount, currency: 'RUB', reference: `A-${amount}`, received_at }
    return roundTrips((caller) => caller.post(`/v1/purchase-requests/${id}/payments`, payment, key))
  }
  await pay('100.00', { 'idempotency-key': 'first' })
  expect(await pay('200.00')).toBe(9)
  // The key is claimed first, under the key of the vault.
  expect(await pay('300.00', { 'idempotency-key': 'second' })).toBe(11)
})
