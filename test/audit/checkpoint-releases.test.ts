import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readCheckpoints } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { isSignatureValid } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { isFull } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { connectionsFor, untilWaiting } from '../support/database/locks.ts'
import { startEthereumNetwork } from '../support/given/ethereum-network.ts'
import {
  ethereumInputs,
  givenPayer,
  givenSigned,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditOf, walletsPath } from '../support/given/given-wallets.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { metric } from '../support/service/metrics.ts'

const ethereum = await startEthereumNetwork()
const { broadcasts } = ethereum.network
afterAll(() => ethereum.close())
const place = join(mkdtempSync(join(inject('runDir'), 'worm-')), 'kontor.ndjson')
const callers = 20
const passport = '4510 123456'
/** No job runs: every checkpoint is one that a release has waited for. */
const server = startServer({
  env: { ...transfersOn, KONTOR_RPC_ETHEREUM: ethereum.url, KONTOR_AUDIT_CHECKPOINTS: place },
  connections: connectionsFor(callers),
  timers: createManualTimers(),
})
const { head, tamper, verify, write } = auditTools(server)
const places = () => [join(server.dataDir, 'audit-checkpoints.ndjson'), place]
const linesOf = async (file: string) => (await readCheckpoints(file)).checkpoints
const lines = async () => (await linesOf(place)).length

let payer: Awaited<ReturnType<typeof givenPayer>>
let personPath: string
beforeAll(async () => {
  payer = await givenPayer(server)
  const people = `/v1/organizations/${payer.id}/people`
  const made = await payer.owner.post(people, {
    schema: 'Person',
    role: 'director',
    name: 'Иванов Пётр Сергеевич',
    identity_document: { type: 'passport', number: passport },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  personPath = `${people}/${made.body.id}`
  await server.service.checkpoints.cut(true)
})

const readMnemonic = (by: Client = payer.owner) => by.get(walletsPath(payer.id, '/mnemonic'))
const cliEnv = () => ({
  DATABASE_URL: server.databaseUrl,
  KONTOR_DATA_DIR: server.dataDir,
  KONTOR_AUDIT_CHECKPOINTS: place,
})

/** The path of something that is released, and the action of its audit row. */
async function releases(): Promise<[string, string, () => ReturnType<Client['get']>][]> {
  const { owner } = payer
  const get = (path: string) => () => owner.get(path)
  const { transfer } = await givenSigned(owner, payer, await nextNonce())
  const draft = await givenTransfer(owner, payer)
  const nonce = await nextNonce()
  return [
    ['a mnemonic', 'secret.read', readMnemonic],
    ['secret keys', 'secret.read', get(walletsPath(payer.id, '/secret-keys'))],
    [
      'a signature',
      'transfer.signed',
      () => owner.post(transferPath(draft.id, '/sign'), ethereumInputs(nonce)),
    ],
    ['signed bytes', 'transfer.exported', get(transferPath(transfer.id, '/export'))],
    ['an identity document', 'person.identity_document_read', get(`${personPath}/identity-document`)],
    ['a list', 'list.exported', get('/v1/exports/organizations?format=csv')],
    ['a workbook', 'list.exported', get('/v1/exports/organizations?format=xlsx')],
    ['the audit log', 'audit.exported', get('/v1/audit-events/export')],
    ['the books', 'books.exported', get('/v1/books/export?format=hledger')],
    ['screening', 'screening.exported', get('/v1/screening/export')],
  ]
}

let nonces = 0
async function nextNonce(): Promise<number> {
  nonces += 1
  return nonces - 1
}

async function lastRow(action: string): Promise<number> {
  const row = await server.db
    .selectFrom('audit_events')
    .select('seq')
    .where('action', '=', action)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.seq
}

/** Keeps the writer of checkpoints from the row of its key while this is done. */
async function whileKeyIsHeld<T>(work: () => Promise<T>): Promise<T> {
  return server.db.transaction().execute(async (db) => {
    await sql`select from audit_signing_keys for update`.execute(db)
    return work()
  })
}

/** Nothing can be written to the place while this is done. */
async function withoutPlace<T>(work: () => Promise<T>): Promise<T> {
  const share = dirname(place)
  renameSync(share, `${share}.away`)
  writeFileSync(share, '')
  try {
    return await work()
  } finally {
    rmSync(share)
    renameSync(`${share}.away`, share)
  }
}

test('what is released has its checkpoint in every place before the response arrives', async () => {
  for (const [what, action, release] of await releases()) {
    const { status, body } = await release()
    expect([what, status], JSON.stringify(body)).toEqual([what, 200])
    const seq = await lastRow(action)
    for (const file of places()) {
      const last = (await linesOf(file)).at(-1)
      expect([what, last && isSignatureValid(last), (last?.seq ?? 0) >= seq]).toEqual([what, true, true])
    }
  }
})

test('one checkpoint serves all who wait', async () => {
  const people = await Promise.all(Array.from({ length: callers }, () => server.signIn('owner')))
  const [before, rows] = [await lines(), await head()]
  const { replies } = await whileKeyIsHeld(async () => {
    void readMnemonic()
    await untilWaiting(server.db, 1)
    const replies = people.map((person) => person.get(`${personPath}/identity-document`))
    // All are recorded, while the checkpoint of the first is still being written.
    await expect.poll(head).toBe(rows + 1 + callers)
    return { replies }
  })
  for (const { status, body } of await Promise.all(replies))
    expect([status, body.number]).toEqual([200, passport])
  expect(await lines()).toBeLessThan(before + callers / 2)
})

thorough.test(
  'while a place cannot be written nothing is released and everything else goes on; then it is',
  async () => {
    const all = await releases()
    const { transfer, signed } = await givenSigned(payer.owner, payer, await nextNonce())
    await withoutPlace(async () => {
      for (const [what, , release] of all) {
        const { status, body, headers } = await release()
        expect([what, status, body.code]).toEqual([what, 503, 'checkpoint_unavailable'])
        expect(body.context).toEqual({ reason: 'place', place: 'KONTOR_AUDIT_CHECKPOINTS 1', retry_after: 5 })
        expect(body.detail).toContain('KONTOR_AUDIT_CHECKPOINTS 1')
        expect(body.detail).not.toContain(place)
        expect([headers.get('retry-after'), headers.get('content-disposition')]).toEqual(['5', null])
      }
      const sent = await payer.owner.post(transferPath(transfer.id, '/broadcast'))
      expect([sent.status, sent.body.code]).toEqual([503, 'checkpoint_unavailable'])
      expect(broadcasts).not.toContain(signed.raw)
      for (const command of [
        ['transfers', 'export', transfer.id],
        ['audit', 'export'],
        ['books', 'export'],
        ['vault', 'split', '--shares', '3', '--threshold', '2'],
        ['backup', join(mkdtempSync(join(inject('runDir'), 'backup-')), 'backup')],
      ]) {
        const { code, stdout, stderr } = await runCli(command, cliEnv())
        expect([command, code, stdout]).toEqual([command, 1, ''])
        expect(stderr).toContain(
          'no checkpoint of the audit log can be written to KONTOR_AUDIT_CHECKPOINTS 1',
        )
      }
      for (const path of ['/v1/organizations', transferPath(transfer.id), '/v1/audit-events'])
        expect((await payer.owner.get(path)).status).toBe(200)
      expect((await givenTransfer(payer.owner, payer)).status).toBe('draft')
    })
    expect(
      await metric(server, 'kontor_checkpoint_wait_seconds_count', { outcome: 'refused' }),
    ).toBeGreaterThan(0)
    for (const [what, , release] of all) expect([what, (await release()).status]).toEqual([what, 200])
    expect((await payer.owner.post(transferPath(transfer.id, '/broadcast'))).status).toBe(200)
    expect(broadcasts).toContain(signed.raw)
    const { code, stdout } = await runCli(['transfers', 'export', transfer.id], cliEnv())
    expect([code, stdout.trim()]).toEqual([0, signed.raw])
    expect((await linesOf(place)).at(-1)?.seq).toBe(await lastRow('transfer.exported'))
  },
)

test('a place that is found to fail only at the checkpoint uses up nothing: the transfer is signed once', async () => {
  const { id } = await givenTransfer(payer.owner, payer)
  const nonce = await nextNonce()
  const sign = () => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(nonce))
  expect((await readMnemonic()).status).toBe(200)
  // The first refusal is one after the commit: nobody knew of the place before.
  await withoutPlace(async () => expect((await sign()).body.code).toBe('checkpoint_unavailable'))
  expect((await payer.owner.get(transferPath(id))).body.status).toBe('signed')
  const { status, body } = await sign()
  expect(status).toBe(200)
  expect((await payer.owner.get(transferPath(id, '/export'))).body).toBe(body.raw)
  expect(await auditOf(server, payer.id, 'transfer.signed')).toContainEqual(
    expect.objectContaining({ object_id: id }),
  )
})

test.runIf(isFull)(
  'a service that is killed between the commit and the checkpoint has released nothing',
  async () => {
    const started = await startProcess({ ...transfersOn, ...cliEnv(), KONTOR_KYB_REQUIRES: 'none' })
    try {
      await untilReady(started)
      const { id } = await givenTransfer(payer.owner, payer)
      const nonce = await nextNonce()
      const there = client(started, payer.owner.token)
      const sign = (by: Client) => by.post(transferPath(id, '/sign'), ethereumInputs(nonce))
      const before = await lastRow('transfer.signed')
      const covered = await whileKeyIsHeld(async () => {
        const lost = sign(there)
        lost.catch(() => {})
        await expect.poll(() => lastRow('transfer.signed'), { timeout: 60_000 }).toBeGreaterThan(before)
        started.child.kill('SIGKILL')
        await started.ended
        await expect(lost).rejects.toThrow()
        return (await linesOf(place)).at(-1)?.seq ?? 0
      })
      expect(await lastRow('transfer.signed')).toBeGreaterThan(covered)
      expect(await sign(payer.owner)).toMatchObject({ status: 200, body: { id } })
    } finally {
      started.child.kill('SIGKILL')
    }
  },
)

async function acceptRollback(): Promise<void> {
  const env = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  expect(await runCli(['rollback', 'accept'], env)).toMatchObject({ code: 0 })
}

describe('somebody who can write to the database', () => {
  test('cannot remove the row of a release before its checkpoint: nothing is released then', async () => {
    await write(1)
    const before = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    const reply = await whileKeyIsHeld(async () => {
      // The checkpoint of before is still being written when the release waits for the next one.
      void server.service.checkpoints.cut(true)
      await untilWaiting(server.db, 1)
      const reply = readMnemonic()
      await expect.poll(head).toBe(before.seq + 1)
      // The node has read its own row: it would be too early to say that it was lost, otherwise.
      await server.service.register.demandCurrent()
      await tamper(async (db) => {
        await db.deleteFrom('audit_events').where('seq', '>', before.seq).execute()
        await db.updateTable('audit_head').set({ seq: before.seq, hash: before.hash }).execute()
      })
      return { reply }
    })
    const { status, body } = await reply.reply
    expect(status).toBe(503)
    expect(body.mnemonic).toBeUndefined()
    // The register looks every second as well: it may have found the same first, and then it refuses.
    if (body.code !== 'rollback_held') {
      expect([body.code, body.context.reason]).toEqual(['checkpoint_unavailable', 'changed'])
      expect(body.detail).toContain('A row that this node has written is missing.')
    }
    // What is left is what was signed: it goes on, once somebody has looked.
    expect((await readMnemonic()).body.code).toBe('rollback_held')
    await acceptRollback()
    expect((await readMnemonic()).status).toBe(200)
  })

  test('cannot remove it afterwards, either: it is found, and nothing is released until it is back', async () => {
    expect((await readMnemonic()).status).toBe(200)
    const last = await server.db
      .selectFrom('audit_events')
      .select(['seq', 'at', 'event', 'previous_hash', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await tamper(async (db) => {
      await db.deleteFrom('audit_events').where('seq', '=', last.seq).execute()
      await db
        .updateTable('audit_head')
        .set({ seq: last.seq - 1, hash: last.previous_hash })
        .execute()
    })
    expect((await verify()).problem?.message).toContain(`Row ${last.seq} is missing`)
    const refused = await payer.owner.get('/v1/exports/organizations?format=csv')
    expect([refused.status, refused.body.code]).toEqual([503, 'rollback_held'])
    await tamper(async (db) => {
      await db.deleteFrom('audit_events').where('seq', '>=', last.seq).execute()
      await db.insertInto('audit_events').values(last).execute()
      await db.updateTable('audit_head').set({ seq: last.seq, hash: last.hash }).execute()
    })
    await acceptRollback()
    expect((await readMnemonic()).status).toBe(200)
    expect((await verify()).problem).toBeNull()
  })
})

test('while the vault is sealed, the answer is that it is sealed', async () => {
  const { vault } = server.service
  await vault.stop()
  try {
    for (const path of [walletsPath(payer.id, '/mnemonic'), '/v1/exports/organizations?format=csv'])
      expect(await payer.owner.get(path)).toMatchObject({ status: 503, body: { code: 'vault_sealed' } })
  } finally {
    expect(await vault.unlock()).toBe('open')
  }
})
