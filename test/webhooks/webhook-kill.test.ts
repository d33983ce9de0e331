import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createAccessTokens } from '../../server/features/authentication/sessions/access-tokens.ts'
import { connect } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { givenBuyer, givenRequest, review } from '../support/given-purchase-request.ts'
import { client, cloneDatabase } from '../support/harness.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const cleanup: (() => unknown)[] = []
afterAll(async () => {
  for (const step of cleanup.toReversed()) await step()
})

// Two starts of the whole service: on a busy machine they alone take longer than a test usually may.
test('what was committed before kill -9 is delivered after the restart, in order per object', {
  timeout: 120_000,
}, async () => {
  const url = await cloneDatabase()
  const db = connect(url, { max: 3 })
  cleanup.push(() => db.destroy())
  const dataDir = mkdtempSync(join(inject('runDir'), 'killed-'))
  const receiver = await startReceiver(() => 'hang')
  cleanup.push(receiver.close)
  const env = { DATABASE_URL: url, KONTOR_DATA_DIR: dataDir, KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32' }
  const buyer = await givenBuyer({ db })

  // Events are committed while the endpoint keeps the first deliveries waiting: then the service dies.
  const first = await startService(env)
  const owner = client(first, await ownerToken(url))
  const { id } = (await owner.post('/v1/webhooks', { url: receiver.url })).body
  const requests = await Promise.all(
    Array.from({ length: 6 }, () => givenRequest(owner, buyer.id, {}, review)),
  )
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await kill(first.process)
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
})

async function startService(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: { ...process.env, PORT: '0', KONTOR_RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanup.push(() => kill(child))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const match = /is running at (http:\/\/[^\s"]+)/.exec(output)
      if (match) resolve(match[1] as string)
    })
    child.on('exit', () => reject(new Error(`the service ended: ${output}`)))
  })
  return { url, process: child }
}

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** A token that every node of this database accepts, of an owner made for this test. */
async function ownerToken(url: string): Promise<string> {
  const db = connect(url, { max: 1 })
  const now = new Date()
  const [id, sessionId] = [newId(), newId()]
  const administrator = { id, email: 'owner@example.com', name: 'Owner', role: 'owner' as const }
  const times = { password_changed_at: now, created_at: now, updated_at: now }
  await db
    .insertInto('administrators')
    .values({ ...administrator, ...times, password_hash: '!', created_by: 'test' })
    .execute()
  const expires_at = new Date(now.getTime() + 3600_000)
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      administrator_id: id,
      created_at: now,
      authenticated_at: now,
      last_used_at: now,
      expires_at,
    })
    .execute()
  const tokens = await createAccessTokens({ db, now: () => new Date(), issuer: 'kontor' })
  await tokens.beat()
  cleanup.push(() => db.destroy())
  return tokens.sign({ id: sessionId, administratorId: id, authenticatedAt: now })
}
