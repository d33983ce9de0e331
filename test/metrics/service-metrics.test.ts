import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { metric } from '../support/service/metrics.ts'

const elsewhere = await mkdtemp(join(tmpdir(), 'kontor-checkpoints-'))
const secondFile = join(elsewhere, 'second.ndjson')
const timers = createManualTimers()
const server = startServer({
  timers,
  connections: 2,
  env: { KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32', KONTOR_AUDIT_CHECKPOINTS: secondFile },
})
let owner: Client
let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  owner = await server.signIn('owner')
  receiver = await startReceiver()
})
afterAll(async () => {
  server.clock.at = null
  await receiver.close()
  rmSync(elsewhere, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

const value = (name: string, labels?: Record<string, string>) => metric(server, name, labels)

/** Lets the jobs that collect values run until the value is as expected. */
const collected = (name: string, labels?: Record<string, string>) =>
  expect.poll(() => {
    timers.advance(15_000)
    return value(name, labels)
  })

test('the build', async () => {
  const { body } = await server.anonymous.get('/metrics')
  const { node, version } =
    /^kontor_build_info\{version="(?<version>[^"]+)",node="(?<node>[^"]+)",commit="[^"]+"\} 1$/m.exec(body)
      ?.groups ?? {}
  expect(node).toBe(process.version)
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('requests without a valid credential', async () => {
  const before = (await value('kontor_http_unauthorized_total')) ?? 0
  expect((await server.anonymous.get('/v1/organizations')).status).toBe(401)
  expect(await value('kontor_http_unauthorized_total')).toBe(before + 1)
})

test('the database answers, and notifications arrive', async () => {
  await collected('kontor_database_up').toBe(1)
  await collected('kontor_notifications_state', { state: 'ok' }).toBe(1)
  expect(await value('kontor_notifications_state', { state: 'away' })).toBe(0)
  expect(await value('kontor_notifications_state', { state: 'not_delivered' })).toBe(0)
  expect(await value('kontor_database_connections_max')).toBe(2)
  expect(await value('kontor_embedded_postgresql_restarts_total')).toBe(0)
})

test('the commit of a change is measured with its append to the audit log', async () => {
  const count = () => value('kontor_database_query_seconds_count', { kind: 'audit_append' })
  const before = (await count()) ?? 0
  await givenWallets(server)
  expect(await count()).toBeGreaterThan(before)
})

test('passwords are hashed and wallets derived in worker threads', async () => {
  const done = (pool: string) => value('kontor_worker_run_seconds_count', { pool, outcome: 'success' })
  const before = { passwords: (await done('passwords')) ?? 0, derivation: (await done('derivation')) ?? 0 }
  const { email } = await givenAdministrator(server)
  expect((await login(server, email)).status).toBe(200)
  expect(await done('passwords')).toBeGreaterThan(before.passwords)
  const wallets = await givenWallets(server)
  expect((await wallets.owner.get(walletsPath(wallets.id, '/mnemonic'))).status).toBe(200)
  expect(await done('derivation')).toBe(before.derivation + 2)
  expect(await value('kontor_worker_wait_seconds_count', { pool: 'derivation' })).toBe(before.derivation + 2)
})

test('open event streams', async () => {
  const stream = new AbortController()
  const open = () =>
    fetch(`${server.url}/v1/events`, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal: stream.signal,
    })
  // A stream is refused until a probe of the notifications has arrived.
  await expect
    .poll(async () => {
      timers.advance(1_000)
      return (await open()).status
    })
    .toBe(200)
  expect(await value('kontor_event_streams_open')).toBe(1)
  stream.abort()
  await expect.poll(() => value('kontor_event_streams_open')).toBe(0)
})

test('the last checkpoint of each file', async () => {
  const ownFile = join(server.dataDir, 'audit-checkpoints.ndjson')
  await givenWallets(server)
  await server.service.checkpoints.cut(true)
  for (const file of [ownFile, secondFile]) {
    await collected('kontor_audit_checkpoint_age_seconds', { file }).toBeLessThan(60)
    expect(await value('kontor_audit_rows_after_checkpoint', { file })).toBe(0)
  }
  server.clock.at = new Date(Date.now() + 600_000)
  expect(await value('kontor_audit_checkpoint_age_seconds', { file: ownFile })).toBeGreaterThanOrEqual(595)
  server.clock.at = null

  rmSync(secondFile)
  await collected('kontor_audit_checkpoint_age_seconds', { file: secondFile }).toBe(Number.POSITIVE_INFINITY)
  expect(await value('kontor_audit_rows_after_checkpoint', { file: secondFile })).toBeGreaterThan(0)
  expect(await value('kontor_audit_checkpoint_age_seconds', { file: ownFile })).toBeLessThan(600)
})

test.runIf(isFull)('webhooks that are not delivered yet', async () => {
  // The time stands still, so that nothing is retried meanwhile.
  const at = Date.now()
  server.clock.at = new Date(at)
  receiver.response = () => ({ status: 500 })
  const { body } = await owner.post('/v1/webhooks', { url: receiver.url })
  const path = `/v1/webhooks/${body.id}`
  await owner.post(`${path}/test`)
  // The delivery of what the new webhook itself has caused may rest: then the timers end that.
  server.service.webhookDelivery.wake()
  await expect
    .poll(() => {
      timers.advance(1_000)
      return receiver.received.length
    })
    .toBe(1)
  await collected('kontor_webhook_backlog_deliveries').toBe(1)
  await server.service.webhookDelivery.idle()
  expect(await value('kontor_webhook_attempts_total', { outcome: 'failed' })).toBe(1)
  expect(await value('kontor_webhook_attempts_total', { outcome: 'parked' })).toBe(0)
  server.clock.at = new Date(at + 600_000)
  expect(await value('kontor_webhook_backlog_age_seconds')).toBe(600)

  receiver.response = () => ({ status: 204 })
  server.service.webhookDelivery.wake()
  await collected('kontor_webhook_attempts_total', { outcome: 'delivered' }).toBe(1)
  await collected('kontor_webhook_backlog_deliveries').toBe(0)
  expect(await value('kontor_webhook_backlog_age_seconds')).toBe(0)

  // A paused endpoint is not late.
  receiver.response = () => ({ status: 500 })
  await owner.post(`${path}/test`)
  await collected('kontor_webhook_backlog_deliveries').toBe(1)
  await owner.patch(path, { version: body.version, enabled: false })
  await collected('kontor_webhook_backlog_deliveries').toBe(0)
  server.clock.at = null
})

test('the document store and its failures', async () => {
  const count = (operation: string, outcome: string) =>
    value('kontor_storage_operation_seconds_count', { store: 'directory', operation, outcome })
  expect(await count('publish', 'failure')).toBe(0)
  const organization = await givenOrganization(server)
  const stored = await upload(owner, organization, 'charter', pdf())
  expect(stored.status).toBe(200)
  expect(await count('draft', 'success')).toBe(1)
  expect(await count('publish', 'success')).toBe(1)
  expect((await fetch(server.url + stored.body.download_url)).status).toBe(200)
  expect(await count('read', 'success')).toBeGreaterThanOrEqual(1)

  // The directory for drafts cannot be used.
  const incoming = join(server.dataDir, 'documents/incoming')
  rmSync(incoming, { recursive: true })
  writeFileSync(incoming, '')
  expect(await upload(owner, organization, 'charter', pdf({ padding: 9 }))).toMatchObject({
    status: 503,
    body: { code: 'storage_unavailable' },
  })
  expect(await count('draft', 'failure')).toBe(1)
})

test('the space of the data directory', async () => {
  const { blocks, bsize } = statfsSync(server.dataDir)
  await collected('kontor_data_directory_size_bytes').toBe(blocks * bsize)
  const free = await value('kontor_data_directory_free_bytes')
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThanOrEqual(blocks * bsize)
})
