import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'
import { client, cloneDatabase } from '../support/service/harness.ts'

const cleanup: (() => unknown)[] = []
afterAll(async () => {
  for (const step of cleanup.toReversed()) await step()
})

const account = { email: 'owner@example.com', password: 'correct horse battery staple' }

test.runIf(isFull)(
  'events committed before kill -9 are delivered after the restart, in order per object',
  async () => {
    const url = await cloneDatabase()
    const db = connect(url, { max: 3 })
    cleanup.push(() => db.destroy())
    const dataDir = mkdtempSync(join(inject('runDir'), 'killed-'))
    const receiver = await startReceiver(() => 'hang')
    cleanup.push(receiver.close)
    const env = {
      DATABASE_URL: url,
      KONTOR_DATA_DIR: dataDir,
      KONTOR_RATE_LIMIT: 'off',
      KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
    }
    const buyer = await givenBuyer({ db })

    // Events are committed while the endpoint keeps the first deliveries waiting: then the service dies.
    const first = await startService(env)
    const { body } = await client(first, null).post('/v1/auth/login', account)
    const owner = client(first, body.access_token)
    const { id } = (await owner.post('/v1/webhooks', { url: receiver.url })).body
    const requests = await Promise.all(
      Array.from({ length: 6 }, () => givenRequest(owner, buyer.id, {}, review)),
    )
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await kill(first)
    const pending = await db
      .selectFrom('webhook_deliveries')
      .select(['event_id', 'state'])
      .where('endpoint_id', '=', id)
      .execute()
    expect(pending).toHaveLength(12)
    expect(pending.every(({ state }) => state === 'pending')).toBe(true)

    // The leases of the dead node run out; here that half minute is not waited for.
    await db
      .updateTable('webhook_lanes')
      .set({ claimable_at: new Date() })
      .where('lease', 'is not', null)
      .execute()
    const before = receiver.received.length
    receiver.response = () => ({ status: 200 })
    await startService(env)
    await expect.poll(() => receiver.received.length - before, { timeout: 60_000 }).toBe(12)

    const delivered = receiver.received.slice(before)
    expect(delivered.map(({ message }) => message.id).toSorted()).toEqual(
      pending.map((one) => one.event_id).toSorted(),
    )
    for (const request of requests) {
      const way = delivered.filter(({ message }) => message.object.id === request.id)
      expect(way.map(({ message }) => message.data.status)).toEqual(['new', 'in_review'])
    }
    // What hung when the node died was repeated with the same id and the same body.
    for (const one of receiver.received.slice(0, before)) {
      expect(delivered.find(({ message }) => message.id === one.message.id)?.body).toBe(one.body)
    }
  },
)

async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const service = await startProcess(env)
  cleanup.push(() => kill(service))
  await untilReady(service)
  return service
}

async function kill({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
