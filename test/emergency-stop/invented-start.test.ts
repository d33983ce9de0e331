import { rename } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  ethereumInputs,
  givenPayer,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { recordSignIn } from '../support/service/signed-in.ts'

/** Somebody who can write to the database, but has no key of the vault, does not start signing again. */
const server = startServer({ env: transfersOn, connections: 2 })
let payer: Awaited<ReturnType<typeof givenPayer>>
let owner: Client
let nonce = 0
beforeAll(async () => {
  payer = await givenPayer(server)
  owner = payer.owner
  await recordSignIn(server, owner.sessionId)
})

const stop = () => owner.post('/v1/signing/stop', { reason: 'Украден ноутбук' })
const start = () => owner.post('/v1/signing/start')
const invalid = { status: 503, body: { code: 'proof_invalid', context: { kind: 'stop', retry_after: 60 } } }

async function sign() {
  const { id } = await givenTransfer(owner, payer)
  const reply = await owner.post(transferPath(id, '/sign'), ethereumInputs(nonce))
  if (reply.status === 200) nonce += 1
  return reply
}

async function verify(): Promise<{ code: number; stdout: string }> {
  await server.service.deferredAudit.flush()
  await server.service.checkpoints.cut(true)
  return runCli(['audit', 'verify'], {
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
  })
}

/** The way out: somebody starts signing, as after any stop. */
afterEach(async () => {
  if ((await owner.get('/v1/signing')).body.is_stopped) expect((await start()).status).toBe(200)
  expect((await sign()).status).toBe(200)
  expect((await verify()).stdout).toMatch(/^Valid\.$/m)
})

const seemsRunning = 'stopped_at = null, stopped_by = null, stopped_by_name = null, reason = null'

describe('a stop', () => {
  test('that was removed', async () => {
    await stop()
    await sql`update signing_state set ${sql.raw(seemsRunning)}`.execute(server.db)
    expect(await sign()).toMatchObject(invalid)
    expect((await owner.get('/v1/signing')).body).toMatchObject({ is_stopped: true, stopped_at: null })
    expect((await verify()).stdout).toContain('Emergency stop: true was changed, or is not of the service.')
  })

  test('whose place an older row has taken, with its proof', async () => {
    const { proof, proof_revision } = await server.db
      .selectFrom('signing_state')
      .selectAll()
      .executeTakeFirstOrThrow()
    const signed = (await sign()).body.id
    await stop()
    await sql`update signing_state set ${sql.raw(seemsRunning)}, proof = ${proof}, proof_revision = ${proof_revision}`.execute(
      server.db,
    )
    expect(await sign()).toMatchObject(invalid)
    const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
    expect(await runCli(['transfers', 'export', signed], env)).toMatchObject({ code: 1, stdout: '' })
    expect((await verify()).stdout).toContain('Emergency stop: true is an older state that was brought back.')
  })

  test('whose row was deleted', async () => {
    await stop()
    await sql`delete from signing_state`.execute(server.db)
    expect(await sign()).toMatchObject(invalid)
    expect((await verify()).stdout).toContain('Emergency stop: true was removed by somebody else.')
  })

  test('that was removed before it was recorded: the node that took it remembers', async () => {
    await server.db.transaction().execute(async (other) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('kontor signing', 0))`.execute(other)
      expect((await stop()).body.is_stopped).toBe(true)
      await sql`delete from signing_stops`.execute(server.db)
      expect(await sign()).toMatchObject(invalid)
    })
  })

  test('counts without a proof, also one that somebody else wrote', async () => {
    await sql`update signing_state set stopped_at = now(), stopped_by_name = 'x'`.execute(server.db)
    expect(await sign()).toMatchObject({ status: 409, body: { code: 'signing_stopped' } })
    await start()
    await sql`insert into signing_stops values (gen_random_uuid(), now(), '{"id": "x"}', null)`.execute(
      server.db,
    )
    expect(await sign()).toMatchObject({ status: 409, body: { code: 'signing_stopped' } })
  })

  test('of the time when the vault was sealed has a proof as soon as it is open', async () => {
    const { vault } = server.service
    await vault.stop()
    await rename(server.config.keyFile, `${server.config.keyFile}.away`)
    try {
      expect(await vault.unlock()).toBe('sealed')
      expect((await stop()).body.is_stopped).toBe(true)
    } finally {
      await rename(`${server.config.keyFile}.away`, server.config.keyFile)
      expect(await vault.unlock()).toBe('open')
    }
    const proof = async () =>
      (await server.db.selectFrom('signing_state').select('proof').executeTakeFirst())?.proof
    await expect.poll(proof, { timeout: 30_000 }).toBeInstanceOf(Buffer)
    await sql`update signing_state set ${sql.raw(seemsRunning)}`.execute(server.db)
    expect(await sign()).toMatchObject(invalid)
  })
})
