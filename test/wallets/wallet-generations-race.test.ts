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
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const body = { reason: 'Ключ мог утечь' }

function holdOrganization(id: string) {
  return (db: typeof server.db) => sql`select from organizations where id = ${id} for update`.execute(db)
}

test('of four replacements at once one wins, and the others are told', async () => {
  const { id, owner } = await givenWallets(server)
  const replies = await whileLocked(server.db, holdOrganization(id), () =>
    Array.from({ length: 4 }, () => owner.post(walletsPath(id, '/replace'), body)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  for (const { status, body } of replies) {
    if (status === 409) expect(body).toMatchObject({ code: 'wallets_replaced', context: { generation: 2 } })
  }
  const winner = replies.find(({ status }) => status === 201)?.body
  expect((await owner.get(walletsPath(id, '/generations'))).body.items).toMatchObject([
    { generation: 2, wallets: winner.wallets },
    { generation: 1, reason: body.reason },
  ])
  expect((await owner.get(walletsPath(id))).body).toEqual(winner.wallets)
})

test('an approval of a request that waits for the replacement is blocked', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenBuyer(server)
  const [wallet] = (await owner.get(walletsPath(id))).body.filter(
    ({ network }: { network: string }) => network === 'tron',
  )
  const request = await givenRequest(owner, id, { wallet_id: wallet.id }, review)
  // The row of the request is held, so that the replacement comes first; both wait at the same time.
  const [approved, replaced] = await whileLocked(
    server.db,
    (db) => sql`select from wallet_seeds where organization_id = ${id} for update`.execute(db),
    () => {
      const replacing = owner.post(walletsPath(id, '/replace'), body)
      const approving = expect
        .poll(() => lockWaiters(server.db), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(1)
        .then(() => owner.patch(`/v1/purchase-requests/${request.id}/status`, approve))
      return [approving, replacing]
    },
  )
  expect(replaced?.status).toBe(201)
  expect(approved).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'wallet_retired' }] } },
  })
})

test.runIf(isFull)(
  'a service that is killed at any moment leaves the old or the new generation, whole',
  async () => {
    const organizations = []
    for (let made = 0; made < 12; made += 1) organizations.push(await givenBuyer(server))
    const ids = organizations.map(({ id }) => id)
    const retired = async () => {
      const rows = await server.db
        .selectFrom('wallet_seeds')
        .select('organization_id')
        .where('organization_id', 'in', ids)
        .where('retired_at', 'is not', null)
        .execute()
      return rows.length
    }
    const child = fork(
      join(import.meta.dirname, '../support/processes/replace-wallets-until-killed.ts'),
      ids,
      {
        env: { DATABASE_URL: server.databaseUrl, KONTOR_KEY_FILE: server.config.keyFile },
        execArgv: [],
      },
    )
    await once(child, 'message')
    await expect.poll(retired, { timeout: 60_000, interval: 5 }).toBeGreaterThan(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // The server ends the transactions of a dead client by itself; wait until it has.
    await expect.poll(() => lockWaiters(server.db)).toBe(0)

    const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from wallet_seeds s where s.organization_id = o.id) as seeds,
      (select count(*)::int from wallet_seeds s where s.organization_id = o.id and s.retired_at is null) as current,
      (select count(*)::int from wallets w where w.organization_id = o.id) as wallets,
      (select count(*)::int from audit_events a
        where a.organization_id = o.id::text and a.action = 'wallets.replaced') as audited,
      (select count(*)::int from outbox_events e
        where e.organization_id = o.id::text and e.type = 'wallets.replaced') as told
    from organizations o where o.id = any(${ids}::uuid[])
  `.execute(server.db)
    const before = { seeds: 1, current: 1, wallets: 2, audited: 0, told: 0 }
    const after = { seeds: 2, current: 1, wallets: 4, audited: 1, told: 1 }
    for (const state of rows) expect(state).toEqual(state.seeds === 2 ? after : before)
    expect(rows.filter(({ seeds }) => seeds === 1).length).toBeGreaterThan(0)

    const derivation = createDerivationPool()
    const vault = createVault({
      db: server.db,
      columns: sealedColumns,
      config: { keyFile: server.config.keyFile, key: undefined },
      log: pino({ level: 'silent' }),
    })
    await vault.unlock()
    // The first generations of this test have no mnemonic; every new one derives to its addresses.
    const { drifts } = await verifyWallets(server.db, { vault, derivation }, () => {})
    const known = 'its mnemonic of generation 1 cannot be opened'
    const replaced = new Set(drifts.filter(({ what }) => what === known).map((drift) => drift.organizationId))
    const others = drifts.filter(({ organizationId, what }) => replaced.has(organizationId) && what !== known)
    expect(replaced.size).toBeGreaterThan(1)
    expect(others).toEqual([])
    await derivation.close()
    await vault.stop()

    const owner = await server.signIn('owner')
    const left = await server.db
      .selectFrom('wallet_seeds')
      .select('organization_id')
      .where('organization_id', 'in', ids)
      .groupBy('organization_id')
      .having(({ fn }) => fn.countAll(), '=', 1)
      .executeTakeFirstOrThrow()
    expect((await owner.post(walletsPath(left.organization_id, '/replace'), body)).status).toBe(201)
  },
)
