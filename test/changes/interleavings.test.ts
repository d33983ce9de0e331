import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../../server/platform/actor.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { type Random, randomFrom } from '../support/cases/random.ts'
import { scaled } from '../support/cases/scale.ts'
import { testSeed } from '../support/cases/seed.ts'
import { lockWaiters } from '../support/database/locks.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { startFollower } from './follower.ts'

const interleavings = scaled(3, 100)
const server = startServer({ connections: 4 })
let node: Awaited<ReturnType<typeof startNode>>
let db: PooledDb
beforeAll(async () => {
  node = await startNode(server)
  db = connect(server.databaseUrl, { max: 10 })
})
afterAll(async () => {
  await db?.destroy()
  await node?.stop()
})

class RolledBack extends Error {}

/** A transaction that waits at random places, also while it has its number, and is committed or rolled back. */
async function transact(random: Random, committed: Set<string>, isSurelyKept = false): Promise<void> {
  const ids = Array.from({ length: 1 + random.below(3) }, newId)
  const isKept = random.chance(0.7) || isSurelyKept
  const pauses = [random.below(20), random.below(20)] as const
  const work = db.transaction().execute(async (db) => {
    await sql`select 1`.execute(db)
    await wait(pauses[0])
    await appendAudit(
      db,
      ids.map((id) => ({
        actor: service,
        action: 'api_key.created' as const,
        object: { type: 'api_key', id },
        at: new Date(),
      })),
    )
    await wait(pauses[1])
    if (!isKept) throw new RolledBack()
  })
  await work.then(
    () => {
      for (const id of ids) committed.add(id)
    },
    (error) => {
      if (!(error instanceof RolledBack)) throw error
    },
  )
}

/** The objects of the audit log after a row: they are in the order in which their transactions were committed. */
async function committedSince(seq: number): Promise<(string | null)[]> {
  const rows = await server.db
    .selectFrom('audit_events')
    .select('object_id')
    .where('seq', '>', seq)
    .where('action', '=', 'api_key.created')
    .orderBy('seq')
    .execute()
  return rows.map(({ object_id }) => object_id)
}

test.each(Array.from({ length: interleavings }, (_, index) => index))(
  'a follower sees each change once, in the order of the commits (interleaving %i)',
  async (index) => {
    const random = randomFrom(testSeed() * 1_000 + index)
    const owner = await server.signIn('owner')
    const { seq } = await server.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
    const follower = await startFollower({
      urls: () => [server.url, node.url],
      token: () => owner.token as string,
      random: randomFrom(testSeed() * 2_000 + index),
    })
    const committed = new Set<string>()
    const overHttp = async (at: { url: string }) => {
      const { status, body } = await client(at, owner.token).post('/v1/api-keys', {
        name: 'A key',
        scopes: ['requests:read'],
      })
      expect(status).toBe(201)
      committed.add(body.api_key.id)
    }
    // While somebody else has the head, the others queue up behind it: then all of them come at once.
    await db
      .transaction()
      .execute(async (holder) => {
        // However long the others take to get there.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder)
        await sql`select from audit_head for update`.execute(holder)
        const begun = [
          // What is rolled back never waits for the head.
          ...Array.from({ length: 5 }, (_, index) => transact(random, committed, index === 0)),
          ...[server, node].map(overHttp),
        ]
        await expect.poll(() => lockWaiters(server.db)).toBeGreaterThan(2)
        return { begun }
      })
      .then(({ begun }) => Promise.all(begun))
    await Promise.all([transact(random, committed), overHttp(random.pick([server, node]))])
    await follower.stop()

    const seen = follower.seen.map(({ object }) => object.id)
    expect(seen).toEqual(await committedSince(seq))
    expect(new Set(seen)).toEqual(committed)
  },
)
