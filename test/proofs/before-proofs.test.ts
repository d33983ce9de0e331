import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/platform/db/database.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { firstOwner } from '../support/given/honest-service.ts'
import { login } from '../support/service/auth-helpers.ts'
import { client, cloneDatabase, type TestServer } from '../support/service/harness.ts'
import { startNode } from '../support/service/second-node.ts'

test('no later start proves what has no proof, also when the log does not say any more that proofs have begun', async () => {
  const databaseUrl = await cloneDatabase()
  const config = readConfig({
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'data-')),
    KONTOR_RATE_LIMIT: 'off',
    ...firstOwner,
  })
  const db = connect(superuserUrl(databaseUrl), { max: 1, unlimited: true })
  const signIn = (node: object) => login(node as TestServer, firstOwner.KONTOR_ADMIN_EMAIL)
  const started = () => sql`select from audit_events where action = 'proofs.started'`.execute(db)
  const proofs = async () =>
    (await sql<{ proof: Buffer | null }>`select proof from administrators`.execute(db)).rows.map(
      ({ proof }) => proof,
    )
  /** The next start, and what became of the account by then. */
  async function start(): Promise<{ status: number; isProven: boolean }> {
    const node = await startNode(databaseUrl, config)
    try {
      const { status } = await signIn({ anonymous: client(node as unknown as TestServer, null) })
      return { status, isProven: (await proofs())[0] !== null }
    } finally {
      await node.stop()
    }
  }

  try {
    expect(await start()).toEqual({ status: 200, isProven: true })
    const [proof] = await proofs()
    await sql`update administrators set proof = null`.execute(db)
    expect(await start()).toEqual({ status: 401, isProven: false })

    await db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`delete from audit_events where action = 'proofs.started'`.execute(db)
    })
    expect((await started()).rows).toHaveLength(0)
    // The node remembers it.
    expect(await start()).toEqual({ status: 401, isProven: false })
    expect((await started()).rows).toHaveLength(0)

    await sql`update administrators set proof = ${proof}`.execute(db)
    expect(await start()).toEqual({ status: 200, isProven: true })
  } finally {
    await db.destroy()
  }
})
