import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { verifyWallets } from '../../server/features/wallets/wallet-verification.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { givenOrganization } from '../support/factories.ts'
import { startServer, waitingOnALock } from '../support/harness.ts'

const server = startServer({ connections: 24 })

function at(organizationId: string, what = ''): string {
  return `/v1/organizations/${organizationId}/wallets${what}`
}

test('of twenty calls at once one makes the wallets and nineteen are told that they exist', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)

  const replies = await Promise.all(Array.from({ length: 20 }, () => owner.post(at(id, '/create'))))

  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  expect((await owner.get(at(id))).body).toHaveLength(5)
  const seeds = await server.db
    .selectFrom('wallet_seeds')
    .where('organization_id', '=', id)
    .selectAll()
    .execute()
  expect(seeds).toHaveLength(1)
})

test('a creation waits for one under way, and then makes nothing', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)

  const replies = await server.db.transaction().execute(async (db) => {
    await sql`select 1 from organizations where id = ${id} for update`.execute(db)
    const calls = [owner.post(at(id, '/create')), owner.post(at(id, '/create'))]
    // Both have planned a mnemonic of their own by now; only behind the lock does one of them find that it is late.
    await expect.poll(() => waiters(), { timeout: 20_000 }).toBe(2)
    return { calls }
  })

  const statuses = (await Promise.all(replies.calls)).map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 409])
})

test('the last read that the limit allows is given once, however many ask at the same moment', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  await owner.post(at(id, '/create'))
  const reads = Array.from({ length: 29 }, () => new Date())
  await server.db
    .insertInto('secret_read_limits')
    .values({ administrator_id: owner.id as string, reads })
    .execute()

  const { calls } = await server.db.transaction().execute(async (db) => {
    await sql`select 1 from secret_read_limits where administrator_id = ${owner.id} for update`.execute(db)
    const calls = [1, 2, 3].map(() => owner.get(at(id, '/mnemonic')))
    await expect.poll(() => waiters(), { timeout: 20_000 }).toBe(3)
    return { calls }
  })

  expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 429, 429])
})

test('killed at any moment, the service leaves whole sets of wallets and nothing else', async () => {
  const organizations = await Promise.all(Array.from({ length: 40 }, () => givenOrganization(server)))
  const ids = organizations.map(({ id }) => id)
  const child = fork(join(import.meta.dirname, '../support/create-wallets-until-killed.ts'), ids, {
    env: { DATABASE_URL: server.databaseUrl, KONTOR_KEY_FILE: server.config.keyFile },
    execArgv: [],
  })
  await once(child, 'message')
  await expect.poll(() => countSeeds(ids), { timeout: 30_000, interval: 5 }).toBeGreaterThan(3)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The server ends the transactions of a dead client by itself; wait until it has.
  await expect.poll(() => waitingOnALock(server.db)).toBe(false)

  const { rows } = await sql<{
    id: string
    seeds: number
    wallets: number
    counted: number
    audited: number
    told: number
  }>`
    select o.id, o.wallets_count as counted,
      (select count(*)::int from wallet_seeds s where s.organization_id = o.id) as seeds,
      (select count(*)::int from wallets w where w.organization_id = o.id) as wallets,
      (select count(*)::int from audit_events a where a.organization_id = o.id::text and a.action = 'wallets.created') as audited,
      (select count(*)::int from outbox_events e where e.organization_id = o.id::text and e.type = 'wallets.created') as told
    from organizations o where o.id = any(${ids}::uuid[])
  `.execute(server.db)
  const whole = { seeds: 1, wallets: 5, counted: 5, audited: 1, told: 1 }
  const nothing = { seeds: 0, wallets: 0, counted: 0, audited: 0, told: 0 }
  for (const { id: _id, ...state } of rows) expect(state).toEqual(state.seeds === 1 ? whole : nothing)
  expect(rows.filter(({ seeds }) => seeds === 0).length).toBeGreaterThan(0)

  const derivation = createDerivationPool()
  const vault = createVault({
    db: server.db,
    config: { keyFile: server.config.keyFile, key: undefined },
    log: pino({ level: 'silent' }),
  })
  await vault.unlock()
  expect(await verifyWallets(server.db, { vault, derivation }, () => {})).toMatchObject({ drifts: [] })
  await derivation.close()
  await vault.stop()

  const owner = await server.signIn('owner')
  const left = rows.find(({ seeds }) => seeds === 0)?.id as string
  expect((await owner.post(at(left, '/create'))).status).toBe(201)
})

async function countSeeds(ids: string[]): Promise<number> {
  const seeds = await server.db
    .selectFrom('wallet_seeds')
    .select('organization_id')
    .where('organization_id', 'in', ids)
    .execute()
  return seeds.length
}

async function waiters(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(server.db)
  return rows[0]?.count ?? 0
}
