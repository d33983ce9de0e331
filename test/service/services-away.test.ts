import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { measureBackups } from '../../server/features/backup/backup-metrics.ts'
import { createNodeClient } from '../../server/features/chain-nodes/node-client.ts'
import { createClamd } from '../../server/features/documents/checks/clamd.ts'
import { createMailSender } from '../../server/features/inbox/mail/mail-sender.ts'
import { cli } from '../../server/platform/actor.ts'
import { recordChange } from '../../server/platform/audit/change.ts'
import { logReachability } from '../../server/platform/reachability.ts'
import { isFull } from '../support/cases/scale.ts'
import { validInn } from '../support/given/factories.ts'
import { startFullListener } from '../support/outside/full-listener.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const full = await startFullListener()
afterAll(() => full.stop())

/** What is logged about a service that this test stands for. */
function recorded() {
  const lines: { level: number; msg: string; reason?: unknown }[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  const reachability = logReachability(log, { fails: 'it fails', answers: 'it answers again' })
  return { lines, reachability }
}

test.runIf(isFull)(
  'a scanner, a mail server and a node that take no connection are given up by the limit for connecting',
  async () => {
    const { lines, reachability } = recorded()
    const { port } = full
    const send = createMailSender(
      {
        host: '127.0.0.1',
        port,
        secure: false,
        auth: null,
        from: { name: '', address: 'kontor@example.com' },
      },
      reachability,
    )
    const mail = { id: crypto.randomUUID(), date: new Date(), to: 'anna@example.com', subject: '', text: '' }
    const node = createNodeClient({ network: 'ethereum', url: `http://127.0.0.1:${port}/key` })
    // All limits for what comes later are longer, and have other reasons.
    const [scan, sent, asked] = await Promise.allSettled([
      createClamd({ host: '127.0.0.1', port }).start(),
      send(mail, new AbortController().signal),
      node.rpc('eth_chainId', []),
    ])
    expect(scan).toMatchObject({ reason: { code: 'scanner_unavailable', cause: 'no connection in time' } })
    expect(sent).toMatchObject({ value: { kind: 'failed', reason: 'ETIMEDOUT' } })
    expect(asked).toMatchObject({
      reason: {
        code: 'node_unavailable',
        message: 'The ethereum node failed: no connection within 5 s.',
      },
    })
    expect(lines).toMatchObject([{ level: 40, msg: 'it fails', reason: 'ETIMEDOUT' }])
  },
)

test('the log says once that a service fails, and once that it answers again', () => {
  const { lines, reachability } = recorded()
  reachability.succeeded()
  for (const reason of ['first', 'second', 'third']) reachability.failed({ reason })
  reachability.succeeded()
  reachability.succeeded()
  reachability.failed({ reason: 'again' })
  expect(lines).toMatchObject([
    { level: 40, msg: 'it fails', reason: 'first' },
    { level: 30, msg: 'it answers again' },
    { level: 40, msg: 'it fails', reason: 'again' },
  ])
})

test('the age of the last backup is that of its row in the audit log', async () => {
  const registry = new Registry()
  const hour = 3_600_000
  const at = new Date()
  const age = async (now: Date) => {
    const { job } = measureBackups(registry, { db: server.db, now: () => now })
    await job.run(new AbortController().signal)
    const text = await registry.metrics()
    registry.clear()
    return Number(/^kontor_backup_age_seconds (.*)$/m.exec(text)?.[1])
  }
  const owner = await server.signIn('owner')
  const company = { inn: validInn(776_600_001), ogrn: '1027700132195', full_name: 'ООО «Мята»' }
  expect((await owner.post('/v1/organizations', company)).status).toBe(201)
  const first = await server.db
    .selectFrom('audit_events')
    .select('at')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  expect(await age(new Date(first.at.getTime() + 30 * hour))).toBe(30 * 3_600)
  await server.db.transaction().execute(async (db) =>
    recordChange(db, cli('backup'), {
      action: 'backup.created',
      object: { type: 'backup', id: crypto.randomUUID() },
      details: { documents: 0 },
      at,
    }),
  )
  expect(await age(new Date(at.getTime() + 5 * hour))).toBe(5 * 3_600)
})
