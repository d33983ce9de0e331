import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { givenOrganization } from '../support/factories.ts'
import { client, startServer } from '../support/harness.ts'
import { scaled } from '../support/scale.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/service-process.ts'

const server = startServer({ connections: 10 })
let neighbour: ServiceProcess

beforeAll(async () => {
  neighbour = await startProcess({
    DATABASE_URL: server.databaseUrl,
    KONTOR_KEY_FILE: server.config.keyFile,
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'neighbour-')),
    KONTOR_RATE_LIMIT: 'off',
  })
  await untilReady(neighbour)
})
afterAll(async () => {
  neighbour.child.kill('SIGCONT')
  neighbour.child.kill('SIGTERM')
  await neighbour.ended
})

test('a node that is frozen while it writes does not stop the others', async () => {
  const owner = await server.signIn('owner')
  const there = client(neighbour, owner.token)
  const stop = new AbortController()
  let acknowledged = 0
  const paths: string[] = []
  for (let made = 0; made < 12; made++)
    paths.push(`/v1/organizations/${(await givenOrganization(server)).id}`)
  const ours = paths.splice(0, 4)
  const load = async (path: string) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      // What it was doing when it was frozen may be refused.
      const { status } = await there.patch(path, { notes: `${n}` }).catch(() => ({ status: 0 }))
      if (status === 200) acknowledged += 1
    }
  }
  const loads = paths.map(load)
  for (let round = 0; round < scaled(10, 40); round++) {
    const before = acknowledged
    await expect.poll(() => acknowledged).toBeGreaterThan(before + 5)
    neighbour.child.kill('SIGSTOP')
    const written = await Promise.all(ours.map((path) => owner.patch(path, { notes: `round ${round}` })))
    expect(written.filter(({ status }) => status !== 200)).toEqual([])
    // Whatever the frozen node holds, the end of the audit log is not among it.
    const { rows } = await sql`select query from pg_stat_activity as activity
      join pg_locks as lock on lock.pid = activity.pid and lock.relation = 'audit_head'::regclass
        and mode in ('RowShareLock', 'RowExclusiveLock')
      where activity.datname = current_database() and state like 'idle in transaction%'`.execute(server.db)
    expect(rows).toEqual([])
    neighbour.child.kill('SIGCONT')
  }
  stop.abort()
  await Promise.all(loads)
})
