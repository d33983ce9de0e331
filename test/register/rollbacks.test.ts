import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { connect } from '../../server/platform/db/database.ts'
import { registerPath } from '../../server/platform/register/register-file.ts'
import { isFull } from '../support/cases/scale.ts'
import { createServiceDatabase } from '../support/database/superuser.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  gwei,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startMailReceiver } from '../support/outside/mail-receiver.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditRows, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { client, cloneDatabase, type TestServer } from '../support/service/harness.ts'
import { startNode } from '../support/service/second-node.ts'
import { givenSession } from '../support/service/signed-in.ts'

type Node = TestServer & { stop(): Promise<void> }

/** A node with this data directory on this database. */
async function nodeOn(databaseUrl: string, dataDir: string, env: Record<string, string> = {}): Promise<Node> {
  const given = { KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off', KONTOR_KYB_REQUIRES: 'none' }
  const config = readConfig({ ...given, ...transfersOn, ...env })
  const node = await startNode(databaseUrl, config)
  const db = connect(databaseUrl, { max: 2, unlimited: true })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await node.stop()
    await db.destroy()
  }
  onTestFinished(stop)
  const clock = { at: null }
  const parts = { db, service: node.service, url: node.url, databaseUrl, dataDir, config, clock, stop }
  const signIn = async (role = 'owner' as const) => {
    const { token, id, sessionId } = await givenSession({ ...parts, now: new Date() }, role)
    return client(node, token, id, sessionId)
  }
  return { ...parts, signIn, anonymous: client(node, null) } as unknown as Node
}

function newDataDir(): string {
  return mkdtempSync(join(inject('runDir'), 'data-'))
}

/** What a snapshot of the storage would be. Nobody may be connected. */
function copyOf(databaseUrl: string): Promise<string> {
  const template = new URL(databaseUrl).pathname.slice(1)
  return createServiceDatabase(inject('postgresUrl'), `copy_${randomUUID().replaceAll('-', '')}`, {
    template,
  })
}

async function isHeld(node: Node): Promise<boolean> {
  const { rows } = await sql`select from rollbacks where accepted_at is null`.execute(node.db)
  return rows.length > 0
}

function cli(node: Node, ...args: string[]) {
  return runCli(args, { DATABASE_URL: node.databaseUrl, KONTOR_DATA_DIR: node.dataDir })
}

test('a database that was copied before a signature signs nothing until it is accepted, and then no other bytes', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  const payer = await givenPayer(first)
  const { id } = await givenTransfer(payer.owner, payer)
  await first.stop()
  const copy = await copyOf(databaseUrl)

  const second = await nodeOn(databaseUrl, dataDir)
  const owner = await second.signIn()
  expect((await owner.post(transferPath(id, '/sign'), ethereumInputs(0))).status).toBe(200)
  await second.stop()

  const back = await nodeOn(copy, dataDir)
  const again = await back.signIn()
  expect(await isHeld(back)).toBe(true)
  expect((await again.get(transferPath(id))).body.status).toBe('draft')
  expect(await again.post(transferPath(id, '/sign'), ethereumInputs(1))).toMatchObject({
    status: 503,
    body: { code: 'rollback_held' },
  })
  expect((await again.get('/v1/signing')).body.is_stopped).toBe(true)
  const { cursor } = (await again.get('/v1/changes?after=now')).body
  expect((await again.get(`/v1/changes?after=${cursor}`)).status).toBe(410)

  expect(await cli(back, 'rollback', 'show')).toMatchObject({ code: 1 })
  expect(await cli(back, 'rollback', 'accept')).toMatchObject({ code: 0 })
  expect(await cli(back, 'rollback', 'show')).toMatchObject({ code: 0 })
  await expect.poll(() => back.service.register.isHeld()).toBe(false)
  expect((await again.post('/v1/signing/start')).status).toBe(200)
  // The bytes of the lost signature may be with the network already.
  const other = ethereumInputs(0, { max_fee_per_gas: String(21n * gwei) })
  expect(await again.post(transferPath(id, '/sign'), other)).toMatchObject({
    status: 409,
    body: { code: 'signed_before' },
  })
})

test.runIf(isFull)('of three nodes, the one that knows more holds all of them', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  const payer = await givenPayer(first)
  const { id } = await givenTransfer(payer.owner, payer)
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir)
  await (await newer.signIn()).post('/v1/signing/stop', {})
  await newer.stop()

  const key = { KONTOR_KEY_FILE: join(dataDir, 'root.key') }
  const second = await nodeOn(copy, newDataDir(), key)
  const third = await nodeOn(copy, newDataDir(), key)
  expect(await isHeld(second)).toBe(false)
  await nodeOn(copy, dataDir)
  for (const node of [second, third]) {
    await expect.poll(() => node.service.register.isHeld()).toBe(true)
    const owner = await node.signIn()
    expect((await owner.post(transferPath(id, '/sign'), ethereumInputs(0))).body.code).toBe('rollback_held')
  }
})

test('while a rollback is held, webhooks and mails wait, and secrets and exports are refused', async () => {
  const [hooks, mails] = [await startReceiver(), await startMailReceiver()]
  onTestFinished(async () => {
    await hooks.close()
    await mails.close()
  })
  const env = {
    KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
    KONTOR_SMTP_URL: mails.url,
    KONTOR_MAIL_FROM: 'desk@example.com',
    KONTOR_PUBLIC_URL: 'https://desk.example.com',
  }
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir, env)
  const { id, owner: maker } = await givenWallets(first)
  const endpoint = (await maker.post('/v1/webhooks', { url: hooks.url })).body.id
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir, env)
  await (await newer.signIn()).post('/v1/signing/stop', {})
  await newer.stop()
  const sent = () => [hooks.received.length, mails.received.length] as const
  const before = sent()

  const back = await nodeOn(copy, dataDir, env)
  const owner = await back.signIn()
  const rules = [{ act: 'wallet.replace', reason: 'required' }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  async function sendAll(): Promise<void> {
    await back.service.inbox.consume()
    await back.service.inbox.sendMails()
    back.service.webhookDelivery.wake()
    await back.service.webhookDelivery.idle()
  }
  await sendAll()
  expect(sent()).toEqual(before)
  const { items } = (await owner.get(`/v1/webhooks/${endpoint}/deliveries`)).body
  expect(items).toContainEqual(expect.objectContaining({ event_type: 'policy.changed', attempts: 0 }))
  const held = { status: 503, body: { code: 'rollback_held' } }
  expect(await owner.get(walletsPath(id, '/mnemonic'))).toMatchObject(held)
  expect(await owner.get(walletsPath(id, '/secret-keys'))).toMatchObject(held)
  expect(await owner.get('/v1/exports/organizations?format=csv')).toMatchObject(held)
  expect(await owner.get('/v1/organizations')).toMatchObject({ status: 200 })

  expect(await cli(back, 'rollback', 'accept')).toMatchObject({ code: 0 })
  await expect.poll(() => back.service.register.isHeld()).toBe(false)
  await expect
    .poll(
      async () => {
        await sendAll()
        const [hooked, mailed] = sent()
        return hooked > before[0] && mailed > before[1]
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  expect((await owner.get(walletsPath(id, '/mnemonic'))).status).toBe(200)
})

test('a rollback that somebody accepts in the database is held on', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir)
  await (await newer.signIn()).post('/v1/signing/stop', {})
  await newer.stop()

  const back = await nodeOn(copy, dataDir)
  for (const change of [
    sql`update rollbacks set accepted_at = now(), accepted_by = 'nobody'`,
    sql`update rollbacks set proof = '\\x00000001aa'`,
    sql`delete from rollbacks`,
  ]) {
    await change.execute(back.db)
    await expect(back.service.register.settle()).rejects.toMatchObject({ code: 'rollback_held' })
    expect(back.service.register.isHeld()).toBe(true)
  }
  expect((await back.anonymous.get('/readyz')).status).toBe(200)
  // Whoever has deleted the row has not taken the way out: the node has written it again.
  expect(await cli(back, 'rollback', 'accept')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Accepted.'),
  })
  await expect.poll(() => back.service.register.isHeld()).toBe(false)
})

test('what was lost with an accepted rollback does not come back at the next start', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  const { id, email } = await givenAdministrator(first)
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir)
  const renamed = await (await newer.signIn()).patch(`/v1/administrators/${id}`, {
    name: 'Of the lost history',
  })
  expect(renamed.status).toBe(200)
  await newer.stop()

  const back = await nodeOn(copy, dataDir)
  expect(back.service.register.isHeld()).toBe(true)
  expect(await cli(back, 'rollback', 'accept')).toMatchObject({ code: 0 })
  await expect.poll(() => back.service.register.isHeld()).toBe(false)
  expect((await login(back, email)).status).toBe(200)
  await back.stop()

  const again = await nodeOn(copy, dataDir)
  expect(again.service.register.isHeld()).toBe(false)
  expect((await login(again, email)).status).toBe(200)
  expect(await cli(again, 'rollback', 'show')).toMatchObject({ code: 0 })
})

test('a rollback that was accepted while the node was away is not found again', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  const { id, email } = await givenAdministrator(first)
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir)
  await (await newer.signIn()).patch(`/v1/administrators/${id}`, { name: 'Of the lost history' })
  await newer.stop()
  const back = await nodeOn(copy, dataDir)
  await back.stop()
  expect(await cli(back, 'rollback', 'accept')).toMatchObject({ code: 0 })

  const again = await nodeOn(copy, dataDir)
  expect(again.service.register.isHeld()).toBe(false)
  expect((await login(again, email)).status).toBe(200)
})

test('the command line lets nothing out of a database that went back, also before a node has found it', async () => {
  const [databaseUrl, dataDir] = [await cloneDatabase(), newDataDir()]
  const first = await nodeOn(databaseUrl, dataDir)
  const payer = await givenPayer(first)
  const { transfer } = await givenSigned(payer.owner, payer, 0)
  await first.stop()
  const copy = await copyOf(databaseUrl)
  const newer = await nodeOn(databaseUrl, dataDir)
  await (await newer.signIn()).post('/v1/signing/stop', {})
  await newer.stop()

  const on = { DATABASE_URL: copy, KONTOR_DATA_DIR: dataDir }
  const backup = join(newDataDir(), 'backup')
  for (const args of [
    ['transfers', 'export', transfer.id],
    ['backup', backup],
  ])
    expect(await runCli(args, on)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('went back to an earlier state'),
    })
  expect(existsSync(backup)).toBe(false)
  expect(await runCli(['rollback', 'show'], on)).toMatchObject({ code: 1 })
})

test('a register that cannot be read keeps the node from starting, and says which file and what to do', async () => {
  const databaseUrl = await cloneDatabase()
  const first = await nodeOn(databaseUrl, newDataDir())
  await first.signIn()
  await first.stop()
  const path = registerPath(first.dataDir)
  const [line, ...others] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [`${line?.slice(0, -8)}AAAAAAA=`, ...others].join('\n'))
  const started = nodeOn(databaseUrl, first.dataDir)
  await expect(started).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining(`${path} cannot be read`),
  })
  rmSync(path)
  expect((await nodeOn(databaseUrl, first.dataDir)).service.register.isHeld()).toBe(false)
})

test('a line that a crash has left incomplete is no reason not to start, then and later', async () => {
  const databaseUrl = await cloneDatabase()
  const first = await nodeOn(databaseUrl, newDataDir())
  await first.signIn()
  await first.stop()
  const path = registerPath(first.dataDir)
  appendFileSync(path, readFileSync(path, 'utf8').slice(0, 100))
  for (const _start of ['next', 'later']) {
    const node = await nodeOn(databaseUrl, first.dataDir)
    await (await node.signIn()).post('/v1/signing/stop', {})
    expect(node.service.register.isHeld()).toBe(false)
    await node.stop()
  }
})

test('a node whose register is lost takes over what the database proves', async () => {
  const databaseUrl = await cloneDatabase()
  const first = await nodeOn(databaseUrl, newDataDir())
  const { token, id } = await first.signIn()
  const begun = async (node: Node) =>
    (await auditRows(node)).filter(({ action }) => action === 'audit.register_begun')
  expect(await begun(first)).toEqual([])
  await first.stop()
  const key = { KONTOR_KEY_FILE: join(first.dataDir, 'root.key') }
  const dataDir = newDataDir()
  const second = await nodeOn(databaseUrl, dataDir, key)
  expect(second.service.register.isHeld()).toBe(false)
  // Owners are told: somebody may have removed it.
  expect(await begun(second)).toMatchObject([
    { actor_kind: 'service', proof: {}, state: { node: hostname() } },
  ])
  const told = async () => {
    const { items } = (await client(second, token, id).get('/v1/inbox')).body
    return items.map(({ kind, details }: { kind: string; details: object }) => ({ kind, details }))
  }
  await expect
    .poll(told, { timeout: 20_000 })
    .toEqual([{ kind: 'security', details: { event: 'audit.register_begun' } }])
  await second.stop()
  expect(await begun(await nodeOn(databaseUrl, dataDir, key))).toHaveLength(1)
})
