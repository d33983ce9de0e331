import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readCheckpoints } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { fingerprint, isSignatureValid } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { service } from '../../server/platform/actor.ts'
import { rowHash } from '../../server/platform/audit/audit-chain.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { connect } from '../../server/platform/db/database.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })

const { write, file, checkpoints, verify, head } = auditTools(server)

describe('the chain', () => {
  test('an unchanged chain is valid, row by row', async () => {
    await write(25)
    const result = await verify()
    expect(result).toMatchObject({ problem: null, fromSeq: 1, toSeq: await head() })
  })

  test('rows cannot be updated, deleted or truncated', async () => {
    for (const statement of [
      sql`update audit_events set event = event`,
      sql`delete from audit_events`,
      sql`truncate audit_events`,
    ]) {
      await expect(statement.execute(server.db)).rejects.toThrow('append-only')
    }
  })

  test('concurrent writers create one chain without gaps', async () => {
    const pool = connect(server.databaseUrl, { max: connectionsFor(8) })
    await whileLocked(
      server.db,
      (db) => sql`select from audit_head for update`.execute(db),
      () => Array.from({ length: 8 }, () => write(5, pool)),
    )
    await pool.destroy()
    expect((await verify()).problem).toBeNull()
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit_events`.execute(server.db)
    expect(rows[0]?.n).toBe(await head())
  })
})

describe('checkpoints', () => {
  test('are written at every hundredth row and at the head, signed and outside the database', async () => {
    await write(230)
    await server.service.checkpoints.cut(true)
    const all = await checkpoints()
    expect(all.every(isSignatureValid)).toBe(true)
    const seqs = all.map(({ seq }) => seq)
    expect(seqs).toEqual(expect.arrayContaining([100, 200, await head()]))
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(await verify()).toMatchObject({ problem: null, checkpoints: { lastSeq: await head() } })
  })

  test('are written within a minute after a new row, and not before', async () => {
    const start = Date.now()
    server.clock.at = new Date(start + 120_000)
    await write(1)
    await server.service.checkpoints.cut(true)
    await write(1)
    await server.service.checkpoints.cut()
    expect((await checkpoints()).at(-1)?.seq).toBe((await head()) - 1)
    server.clock.at = new Date(start + 180_000)
    await server.service.checkpoints.cut()
    expect((await checkpoints()).at(-1)?.seq).toBe(await head())
    const before = await checkpoints()
    server.clock.at = new Date(start + 600_000)
    await server.service.checkpoints.cut()
    expect(await checkpoints()).toEqual(before)
    server.clock.at = null
  })

  test('a line that a crash left incomplete is skipped, and the next one is complete', async () => {
    appendFileSync(file(), '{"seq":99')
    await write(1)
    await server.service.checkpoints.cut(true)
    const read = await readCheckpoints(file())
    expect(read.unreadable).toBe(1)
    expect(read.checkpoints.at(-1)?.seq).toBe(await head())
    expect((await verify()).problem).toBeNull()
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('{"seq":99\n', ''))
  })

  test('a checkpoint that was changed or signed by another key is reported', async () => {
    const all = await checkpoints()
    const bent = all.map((checkpoint) => ({ ...checkpoint, at: '2020-01-01T00:00:00.000Z' }))
    expect((await verifyAudit(server.db, { checkpoints: bent })).problem?.message).toContain(
      'not validly signed',
    )
    const key = fingerprint(Buffer.from(all[0]?.key as string, 'base64url'))
    expect((await verifyAudit(server.db, { checkpoints: all, trustedKey: key })).problem).toBeNull()
    const other = await verifyAudit(server.db, { checkpoints: all, trustedKey: 'another' })
    expect(other.problem?.message).toContain('another key')
  })

  test('the signing key is sealed in the database', async () => {
    const keys = await server.db.selectFrom('audit_signing_keys').selectAll().execute()
    expect(keys).toHaveLength(1)
    // PKCS #8 of an Ed25519 key begins with these bytes when it is in the clear.
    expect(keys[0]?.private_key.toString('hex')).not.toContain('302e020100300506032b6570')
  })
})

test('a denial is audited, a moment later', async () => {
  const operator = await server.signIn('operator')
  expect((await operator.get('/v1/audit-events')).status).toBe(403)
  const written = () =>
    server.db.selectFrom('audit_events').select('action').where('actor_id', '=', operator.id).execute()
  await expect.poll(written, { timeout: 10_000 }).toEqual([{ action: 'access.denied' }])
})

test('while the database is unavailable, denials wait and are then written in order', async () => {
  const operator = await server.signIn('operator')
  const held = await server.db.transaction().execute(async (db) => {
    await sql`lock table audit_head`.execute(db)
    await operator.get('/v1/audit-events?offset=1')
    await operator.get('/v1/administrators')
    const flushed = server.service.deferredAudit.flush()
    await untilWaiting(server.db, 1)
    // One that arrives while the batch is being written goes with the next.
    await operator.get('/v1/api-keys')
    return { flushed }
  })
  await held.flushed
  await server.service.deferredAudit.flush()
  const rows = (await auditRows(server)).filter((row) => row.actor_id === operator.id)
  expect(rows.map((row) => (row.details as { operation: string }).operation)).toEqual([
    'listAuditEvents',
    'listAdministrators',
    'listApiKeys',
  ])
})

describe('over HTTP', () => {
  test('only permitted roles may read it', async () => {
    for (const [role, status] of [
      ['owner', 200],
      ['officer', 200],
      ['auditor', 200],
      ['operator', 403],
      ['custodian', 403],
    ] as const) {
      const someone = await server.signIn(role)
      for (const path of ['/v1/audit-events', '/v1/audit-events/export', '/v1/audit-events/verification']) {
        expect((await someone.get(path)).status).toBe(status)
      }
    }
    expect((await server.anonymous.get('/v1/audit-events')).status).toBe(401)
  })

  test('pages are newest first, without duplicates or gaps', async () => {
    await auditRows(server)
    const auditor = await server.signIn('auditor')
    const { body } = await auditor.get('/v1/audit-events?limit=200')
    expect(body).toMatchObject({ total: await head(), total_is_exact: true })
    const seqs = body.items.map((item: { seq: number }) => item.seq)
    expect(seqs).toEqual(Array.from({ length: 200 }, (_, n) => body.total - n))
    const second = await auditor.get('/v1/audit-events?limit=3&offset=2')
    expect(second.body.items).toEqual(body.items.slice(2, 5))
    expect((await auditor.get(`/v1/audit-events?offset=${body.total}`)).body.items).toEqual([])
    expect((await auditor.get('/v1/audit-events?limit=201')).status).toBe(422)
  })

  test('filters apply, and their total is exact', async () => {
    const auditor = await server.signIn('auditor')
    const at = new Date('2031-01-01T00:00:00Z')
    const organizationId = '018f0000-0000-7000-8000-000000000001'
    const object = { type: 'thing', id: 'one' }
    await server.db.transaction().execute((db) =>
      appendAudit(db, [
        { actor: service, action: 'vault.drilled', object, organizationId, at },
        {
          actor: { ...service, id: '00000000-0000-7000-8000-000000000001' },
          action: 'vault.drilled',
          object: null,
          outcome: 'failure',
          at,
        },
      ]),
    )
    const total = async (query: string) => (await auditor.get(`/v1/audit-events?${query}`)).body.total
    expect(await total('action=vault.drilled')).toBe(2)
    expect(await total('action=vault.drilled&outcome=failure')).toBe(1)
    expect(await total('actor_id=00000000-0000-7000-8000-000000000001')).toBe(1)
    expect(await total('object_type=thing&object_id=one')).toBe(1)
    expect(await total(`organization_id=${organizationId}`)).toBe(1)
    expect(await total('from=2031-01-01T00:00:00Z&to=2031-01-01T00:00:01Z')).toBe(2)
    expect(await total('from=2031-01-01T00:00:01Z')).toBe(0)
    expect((await auditor.get('/v1/audit-events?from=yesterday&outcome=unheard-of&action=%00')).status).toBe(
      422,
    )
    const { items } = (await auditor.get('/v1/audit-events?action=vault.drilled&limit=1&offset=1')).body
    expect(items).toMatchObject([{ object, organization_id: organizationId, actor: { kind: 'service' } }])
  })

  test('the export can be verified line by line, and is audited itself', async () => {
    const auditor = await server.signIn('auditor')
    const reply = await auditor.get('/v1/audit-events/export')
    expect(reply.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = reply.body.trimEnd().split('\n')
    expect(lines).toHaveLength(await head())
    let previous = ''
    for (const line of lines) {
      const { seq, prev, hash } = JSON.parse(line)
      const event = line.slice(line.indexOf('"event":') + 8, -1)
      expect(prev).toBe(previous)
      expect(rowHash(event, Buffer.from(prev, 'hex'), seq).toString('hex')).toBe(hash)
      previous = hash
    }
    expect(JSON.parse(lines.at(-1)).event).toMatchObject({ action: 'audit.exported', actor_id: auditor.id })
    const some = await auditor.get('/v1/audit-events/export?action=vault.drilled')
    expect(some.body.trimEnd().split('\n')).toHaveLength(2)
  })

  test('the verification shows whether the newest rows are valid', async () => {
    const auditor = await server.signIn('auditor')
    const { body } = await auditor.get('/v1/audit-events/verification?rows=20')
    expect(body).toMatchObject({
      ok: true,
      problem: null,
      to_seq: await head(),
      from_seq: (await head()) - 19,
    })
    expect(body.checkpoints.key).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/)
  })
})
