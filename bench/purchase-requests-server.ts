import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/db/ids.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { createLog } from '../server/platform/log.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startDatabase } from './database.ts'
import { loadPurchaseRequests } from './purchase-request-data.ts'

/** Requests of the parent process; the result is sent back as a message. */
export type Ask = { ask: 'changes' } | { ask: 'bare'; seconds: number; writers: number }
export type Ready = { url: string; token: string; ids: string[]; total: number }

const count = Number(process.argv[2])
const moved = 400

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const log = createLog('info', createWriteStream(join(dataDir, 'service.log')))
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const embedded = await startDatabase({ dataDir, log })
const db = connect(embedded.url, { unlimited: true })
await migrate(db)
const notifications = createNotifications({ url: embedded.url, log })
const service = await buildService({ config, db, notifications, log })
const bare = new pg.Pool({ connectionString: embedded.url })

process.once('SIGTERM', async () => {
  await service.stop()
  await notifications.close()
  await bare.end()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})

const organizationId = newId()
await sql`
  insert into organizations (id, type, inn, ogrn, full_name, short_name, registry_status, source, created_at,
    updated_at, created_by)
  values (${organizationId}, 'legal', '7707083893', '1027700132195', 'ООО «Ромашка»', 'ООО «Ромашка»', 'active',
    'manual', now(), now(), 'bench')
`.execute(db)
await loadPurchaseRequests(db, [organizationId], { count, open: moved })
const { rows } = await sql<{ id: string }>`
  select id from purchase_requests where seq <= ${moved} order by seq
`.execute(db)
const ids = rows.map((row) => row.id)

process.on('message', async (message: Ask) => {
  if (message.ask === 'changes') process.send?.(await countChanges())
  else process.send?.(await writeBare(message.seconds, message.writers))
})

const url = await service.app.listen({ port: 0 })
await service.start()
const ready: Ready = { url, token: await ownerToken(), ids, total: count }
process.send?.(ready)

async function countChanges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from purchase_request_history`.execute(db)
  return rows[0]?.count ?? 0
}

/** Writes the same rows with plain transactions, the same driver and number of connections. Returns changes per second. */
async function writeBare(seconds: number, writers: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let changes = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = writer; performance.now() < end; turn += writers) {
        await changeBare(ids[turn % ids.length] as string)
        changes += 1
      }
    }),
  )
  return changes / seconds
}

async function changeBare(id: string): Promise<void> {
  const connection = await bare.connect()
  try {
    await connection.query('begin')
    const { rows } = await connection.query('select status from purchase_requests where id = $1 for update', [
      id,
    ])
    const to = rows[0].status === 'in_review' ? 'on_hold' : 'in_review'
    await connection.query(
      `insert into outbox_events (id, type, object_type, object_id, organization_id, data, created_at)
       values ($1, 'purchase_request.status_changed', 'purchase_request', $2, $3, $4, now())`,
      [newId(), id, organizationId, JSON.stringify({ id, status: to, total_amount: '92301.08' })],
    )
    await connection.query(
      'update purchase_requests set status = $2, status_since = now(), version = version + 1, updated_at = now() where id = $1',
      [id, to],
    )
    await connection.query(
      `insert into purchase_request_history (request_id, from_status, to_status, actor_kind, actor_name, at)
       values ($1, $2, $3, 'administrator', 'bench', now())`,
      [id, rows[0].status, to],
    )
    await connection.query('select audit_append($1::text[], $2::jsonb)', [
      [auditEvent(id, to)],
      JSON.stringify([changeOf(id)]),
    ])
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

function changeOf(id: string) {
  return {
    at: new Date().toISOString(),
    type: 'purchase_request.status_changed',
    object_type: 'purchase_request',
    object_id: id,
    organization_id: organizationId,
    version: 2,
  }
}

function auditEvent(id: string, to: string): string {
  return JSON.stringify({
    action: 'purchase_request.status_changed',
    actor_kind: 'administrator',
    at: new Date().toISOString(),
    details: { to },
    object_id: id,
    object_type: 'purchase_request',
    organization_id: organizationId,
    outcome: 'success',
  })
}

async function ownerToken(): Promise<string> {
  return (await givenSession({ db, service, now: new Date() }, 'owner')).token
}
