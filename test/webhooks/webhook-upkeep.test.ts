import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDeliveryStore, deleteDeliveredEvents } from '../../server/features/webhooks/delivery-store.ts'
import { createWebhookDelivery } from '../../server/features/webhooks/webhook-delivery.ts'
import { createWebhookSender } from '../../server/features/webhooks/webhook-sender.ts'
import { createWebhookService } from '../../server/features/webhooks/webhook-service.ts'
import { service } from '../../server/platform/actor.ts'
import type { Authorization } from '../../server/platform/authorization/authorization.ts'
import { Permit } from '../../server/platform/authorization/permit.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { recordEvent } from '../../server/platform/events/outbox.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const log = pino({ level: 'silent' })
/** No policy is under test here: the actor is the service itself. */
const allowed: Pick<Authorization, 'permit'> = {
  permit: async (db, actor, { act }) => new Permit(db, act, actor),
}
let db: Db
let keyFile: string

let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  db = connect(await cloneDatabase(), { max: 2 })
  keyFile = join(mkdtempSync(join(inject('runDir'), 'key-')), 'root.key')
  receiver = await startReceiver()
  const vault = createVault({ db, columns: sealedColumns, config: { keyFile, key: undefined }, log })
  await vault.unlock()
  const webhooks = createWebhookService({
    db,
    now: () => new Date(),
    vault,
    privateTargets: 'on',
    authorization: allowed,
  })
  await webhooks.create({ url: receiver.url }, service, null)
  await vault.stop()
})
afterAll(async () => {
  await receiver.close()
  await db.destroy()
})

function createDelivery(clock: { at: Date }) {
  const vault = createVault({ db, columns: sealedColumns, config: { keyFile, key: undefined }, log })
  const delivery = createWebhookDelivery({
    store: createDeliveryStore(db),
    send: createWebhookSender({ db, vault, privateTargets: 'on' }),
    now: () => clock.at,
    log,
    onAttempt() {},
  })
  const jobs = createJobs({ log, now: () => clock.at })
  jobs.every({ ...delivery.job, intervalMs: 20 })
  return { vault, delivery, jobs }
}

const happened = (at: Date) =>
  recordEvent(db, { type: 'organization.created', object: { type: 'organization', id: 'one' }, data: {}, at })

const deliveries = () =>
  db.selectFrom('webhook_deliveries').select(['event_id', 'state', 'attempts']).orderBy('seq').execute()

test('while the vault is sealed no event is sent and no attempt is counted', async () => {
  const clock = { at: new Date() }
  const eventId = await happened(clock.at)
  const { vault, delivery, jobs } = createDelivery(clock)
  jobs.start()
  const waits = () => db.selectFrom('webhook_lanes').select(['claimable_at', 'lease']).execute()
  await expect.poll(waits).toEqual([{ claimable_at: new Date(clock.at.getTime() + 30_000), lease: null }])
  expect(await deliveries()).toEqual([{ event_id: eventId, state: 'pending', attempts: 0 }])
  expect(receiver.received).toEqual([])

  await vault.unlock()
  clock.at = new Date(clock.at.getTime() + 30_000)
  await expect.poll(deliveries).toEqual([{ event_id: eventId, state: 'delivered', attempts: 1 }])
  await Promise.all([jobs.stop(), delivery.stop()])
  await vault.stop()
})

test('a run that finds work after the stop starts nothing, and the stop is not held up', async () => {
  const clock = { at: new Date() }
  await happened(clock.at)
  const { delivery } = createDelivery(clock)
  const before = receiver.received.length
  await delivery.stop()
  await delivery.job.run(new AbortController().signal)
  await delivery.idle()
  expect(receiver.received).toHaveLength(before)
})

test('events are deleted after their retention, unless an endpoint still waits for them', async () => {
  const [old, young] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
  const [taken, waitedFor, recent] = [await happened(old), await happened(old), await happened(young)]
  await db.updateTable('webhook_deliveries').set({ state: 'parked' }).where('event_id', '=', taken).execute()

  expect(await deleteDeliveredEvents(db, new Date('2026-01-15T00:00:00Z'), 100)).toBe(1)

  const left = await db
    .selectFrom('outbox_events')
    .select('id')
    .where('id', 'in', [taken, waitedFor, recent])
    .execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([waitedFor, recent].toSorted())
  expect((await deliveries()).map(({ event_id }) => event_id)).not.toContain(taken)
})
