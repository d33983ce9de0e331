import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { thorough } from '../support/cases/thorough.ts'
import { serviceUrl } from '../support/database/superuser.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'
import { metricIn } from '../support/service/metrics.ts'

const server = startServer({ connections: 4 })

thorough.test(
  'a lock that is not released in time has its own code, and metric and log name the holder',
  {
    timeout: 60_000,
  },
  async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenOrganization(server)
    const frozen = connect(serviceUrl(server.databaseUrl), {
      applicationName: 'kontor 9.9.9 desk-2',
      idleTransactionMs: 0,
    })
    const timeouts = async () =>
      metricIn((await owner.get('/metrics')).body, 'kontor_database_lock_timeouts_total')
    expect(await timeouts()).toBe(0)
    const { reply, pid } = await frozen.transaction().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from organizations
      where id = ${id} for update`.execute(db)
      return { reply: await owner.patch(`/v1/organizations/${id}`, { notes: 'x' }), pid: rows[0]?.pid }
    })
    await frozen.destroy()
    expect(reply).toMatchObject({
      status: 503,
      body: { code: 'lock_timeout', context: { retry_after: 5 } },
    })
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(await timeouts()).toBe(1)
    const line = server.logged.find((line) => line.includes('a lock was not released in time'))
    const holder = { pid, application: 'kontor 9.9.9 desk-2', state: 'idle in transaction' }
    expect(JSON.parse(line ?? '{}')).toMatchObject({ request_id: reply.body.request_id, holders: [holder] })
    expect((await owner.patch(`/v1/organizations/${id}`, { notes: 'x' })).status).toBe(200)
  },
)

test('a job that does not get a lock says who holds it', async () => {
  const limited = connect(server.databaseUrl, { applicationName: 'waiting', max: 2 })
  const { id } = await givenOrganization(server)
  const frozen = connect(server.databaseUrl, { applicationName: 'kontor 9.9.9 desk-3', idleTransactionMs: 0 })
  await frozen.transaction().execute(async (db) => {
    await sql`select from organizations where id = ${id} for update`.execute(db)
    const job = limited.transaction().execute(async (db) => {
      await sql`set local lock_timeout = 3000`.execute(db)
      await sql`select from organizations where id = ${id} for update`.execute(db)
    })
    await expect(job).rejects.toThrow(/Held by: kontor 9\.9\.9 desk-3 \(pid \d+, idle in transaction\)/)
  })
  await frozen.destroy()
  await limited.destroy()
})
