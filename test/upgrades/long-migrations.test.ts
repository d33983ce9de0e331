import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrationLock } from '../../server/platform/db/migrations.ts'
import { isFull } from '../support/cases/scale.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { cloneDatabase } from '../support/service/harness.ts'

/** Longer than the pool waits for a server that is silent. */
const migrationMs = 45_000

test.runIf(isFull)('a node waits for the migrations of another one, however long they take', async () => {
  const env = {
    DATABASE_URL: await cloneDatabase(),
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'long-')),
  }
  const db = connect(env.DATABASE_URL, { max: 1, idleTransactionMs: 0 })
  const service = await db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db)
    const service = await startProcess(env)
    await wait(migrationMs)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
    return service
  })
  await untilReady(service)
  expect(service.output()).not.toContain('the database is unavailable')
  service.child.kill('SIGTERM')
  await service.ended
  await db.destroy()
})
