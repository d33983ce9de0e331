import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { verifyWallets } from '../../server/features/wallets/wallet-verification.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { isFull } from '../support/cases/scale.ts'
import { connectionsFor, lockWaiters, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(8) })

function at(organizationId: string, what = ''): string {
  return `/v1/organizations/${organizationId}/wallets${what}`
}

test('of eight calls at once one makes the wallets and seven are told that they exist', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)

  // Each has planned a mnemonic of its own when it waits; only behind the lock do seven find that they are late.
  const replies = await whileLocked(
    server.db,
    (db) => sql`select from organizations where id = ${id} for update`.execute(db),
    () => Array.from({ length: 8 }, () => owner.post(at(id, '/create'))),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  expect((await owner.get(at(id))).body).toHaveLength(5)
  const seeds = await server.db
    .selectFrom('wallet_seeds')
    .where('organization_id', '=', id)
    .selectAll()
    .execute()
  expect(seeds).toHaveLength(1)
})

test('the last read within the limit succeeds once, however many are concurrent', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenOrganization(server)
  await owner.post(at(id, '/create'))
  const reads = Array.from({ length: 29 }, () => new Date())
  await server.db
    .insertInto('secret_read_limits')
    .values({ administrator_id: owner.id as string, reads })
    .execute()

  const replies = await whileLocked(
    server.db,
    (db) => sql`select from secret_read_limits where administrator_id = ${owner.id} for update`.execute(db),
    () => [1, 2, 3].map(() => owner.get(at(id, '/mnemonic'))),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 429, 429])
})

test.runIf(isFull)('a service that is killed at any moment leaves complete sets of wallets', async () => {
  const organizations = await Promise.all(Array.from({ length: 40 }, () => givenOrganization(server)))
  const ids = organizations.map(({ id }) => id)
  const child = fork(join(import.meta.dirname, '../support/processes/create-wallets-until-killed.ts'), ids, {
    env: { DATABASE_URL: server.databaseUrl, KONTOR_KEY_FILE: server.config.keyFile },
    execArgv: [],
  })
  await once(child, 'message')
  await expect.poll(() => countSeeds(ids), { timeout: 30_000, interval: 5 }).toBeGreaterThan(3)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The server ends the transactions of a dead client by itself; wait until it has.
  await expect.poll(() => lockWaiters(server.db)).toBe(0)

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
    columns: sealedColumns,
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
