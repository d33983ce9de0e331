import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { verifyAudit } from '../../server/features/audit/audit-verify.ts'
import { readCheckpoints } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import {
  fingerprint,
  isSignatureValid,
  signCheckpoint,
} from '../../server/features/audit/checkpoints/checkpoints.ts'
import { cli, service } from '../../server/platform/actor.ts'
import { rowHash } from '../../server/platform/audit/audit-chain.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { auditRows } from '../support/auth-helpers.ts'
import { startServer, waitingOnALock } from '../support/harness.ts'

const server = startServer({ connections: 4 })

async function write(rows: number, db: Db = server.db): Promise<void> {
  await db.transaction().execute((db) =>
    appendAudit(
      db,
      ...Array.from({ length: rows }, (_, n) => ({
        actor: cli('test'),
        action: 'access.denied' as const,
        object: { type: 'test', id: String(n) },
        details: { text: 'Ёлка «кавычки» \0 \ud800', n },
      })),
    ),
  )
}

/** What somebody with the database's highest rights could do. */
async function tamper(statement: (db: Db) => Promise<unknown>): Promise<void> {
  await server.db.transaction().execute(async (db) => {
    await sql`alter table audit_events disable trigger user`.execute(db)
    await statement(db)
    await sql`alter table audit_events enable trigger user`.execute(db)
  })
}

const file = () => join(server.dataDir, 'audit-checkpoints.ndjson')
const checkpoints = async () => (await readCheckpoints(file())).checkpoints
const verify = async () => verifyAudit(server.db, { checkpoints: await checkpoints() })
const head = async () => (await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()).seq

describe('the chain', () => {
  test('what was written verifies, row by row', async () => {
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

  test('writers at the same time give one chain without a gap', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write(5)))
    expect((await verify()).problem).toBeNull()
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit_events`.execute(server.db)
    expect(rows[0]?.n).toBe(await head())
  })
})

describe('checkpoints', () => {
  test('are cut at every hundredth row and at the head, signed and outside the database', async () => {
    await write(230)
    await server.service.checkpoints.cut(true)
    const all = await checkpoints()
    expect(all.every(isSignatureValid)).toBe(true)
    const seqs = all.map(({ seq }) => seq)
    expect(seqs).toEqual(expect.arrayContaining([100, 200, await head()]))
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(await verify()).toMatchObject({ problem: null, checkpoints: { lastSeq: await head() } })
  })

  test('follow within a minute of a new row, and not before', async () => {
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

  test('a line that a crash cut short is passed over, and the next one is whole', async () => {
    appendFileSync(file(), '{"seq":99')
    await write(1)
    await server.service.checkpoints.cut(true)
    const read = await readCheckpoints(file())
    expect(read.unreadable).toBe(1)
    expect(read.checkpoints.at(-1)?.seq).toBe(await head())
    expect((await verify()).problem).toBeNull()
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('{"seq":99\n', ''))
  })

  test('a checkpoint that was changed or signed by another key is named', async () => {
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

  test('the signing key lies sealed in the database', async () => {
    const keys = await server.db.selectFrom('audit_signing_keys').selectAll().execute()
    expect(keys).toHaveLength(1)
    // PKCS #8 of an Ed25519 key begins with these bytes when it is in the clear.
    expect(keys[0]?.private_key.toString('hex')).not.toContain('302e020100300506032b6570')
  })
})

describe('what somebody with every right on the database does shows', () => {
  async function restored(
    tampering: (db: Db) => Promise<unknown>,
    afterwards = async () => {},
  ): Promise<Awaited<ReturnType<typeof verify>>> {
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['seq', 'at', 'event', 'previous_hash', 'hash'])
      .execute()
    const chainHead = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
    const witnessed = readFileSync(file())
    await tamper(tampering)
    await afterwards()
    const result = await verify()
    writeFileSync(file(), witnessed)
    await tamper(async (db) => {
      await db.deleteFrom('audit_events').execute()
      await db.insertInto('audit_events').values(rows).execute()
      await db.updateTable('audit_head').set({ seq: chainHead.seq, hash: chainHead.hash }).execute()
    })
    expect((await verify()).problem).toBeNull()
    return result
  }

  test('a row edited', async () => {
    const { problem } = await restored((db) =>
      sql`update audit_events set event = replace(event, 'access.denied', 'access.granted') where seq = 7`.execute(
        db,
      ),
    )
    expect(problem?.seq).toBe(7)
  })

  test('a row edited and hashed anew', async () => {
    const { problem } = await restored(async (db) => {
      const row = await db
        .selectFrom('audit_events')
        .selectAll()
        .where('seq', '=', 7)
        .executeTakeFirstOrThrow()
      const event = row.event.replace('access.denied', 'access.granted')
      const hash = rowHash(event, row.previous_hash, 7)
      await db.updateTable('audit_events').set({ event, hash }).where('seq', '=', 7).execute()
    })
    expect(problem?.seq).toBe(8)
  })

  test('the time of a row moved', async () => {
    const { problem } = await restored((db) =>
      sql`update audit_events set at = at - interval '1 day' where seq = 9`.execute(db),
    )
    expect(problem?.seq).toBe(9)
  })

  test('a row removed', async () => {
    const { problem } = await restored((db) => db.deleteFrom('audit_events').where('seq', '=', 11).execute())
    expect(problem).toEqual({ seq: 11, message: 'Row 11 is missing.' })
  })

  test('two rows swapped', async () => {
    const { problem } = await restored(async (db) => {
      await sql`update audit_events set seq = -seq where seq in (12, 13)`.execute(db)
      await sql`update audit_events set seq = 25 + seq where seq in (-12, -13)`.execute(db)
    })
    expect(problem?.seq).toBe(12)
  })

  test('the tail cut, with the head moved back', async () => {
    const { problem } = await restored(async (db) => {
      await db.deleteFrom('audit_events').where('seq', '>', 50).execute()
      await sql`update audit_head set seq = 50, hash = (select hash from audit_events where seq = 50)`.execute(
        db,
      )
    })
    expect(problem?.seq).toBe(51)
    expect(problem?.message).toContain('missing')
  })

  test('the tail cut, with the head left', async () => {
    const { problem } = await restored((db) => db.deleteFrom('audit_events').where('seq', '>', 50).execute())
    expect(problem?.seq).toBe(51)
  })

  test('everything rewritten in good order', async () => {
    const { problem } = await restored(async (db) => {
      const { rows } = await sql<{ event: string }>`select event from audit_events order by seq`.execute(db)
      await db.deleteFrom('audit_events').execute()
      await sql`update audit_head set seq = 0, hash = ''`.execute(db)
      const events = rows.map(({ event }) => event.replace('access.denied', 'access.granted'))
      await sql`select audit_append(${events}::text[])`.execute(db)
    })
    expect(problem?.message).toContain('rewritten')
    expect((await checkpoints()).map(({ seq }) => seq)).toContain(problem?.seq)
  })

  test('a cut tail that has grown again, with checkpoints of its own', async () => {
    const { problem } = await restored(
      async (db) => {
        await db.deleteFrom('audit_events').where('seq', '>', 150).execute()
        await sql`update audit_head set seq = 150, hash = (select hash from audit_events where seq = 150)`.execute(
          db,
        )
      },
      async () => {
        await server.service.checkpoints.cut(true)
        await write(100)
        await server.service.checkpoints.cut(true)
      },
    )
    expect(problem).toMatchObject({ seq: 200, message: expect.stringContaining('rewritten') })
    expect(server.logged.join('')).toContain('audit_log_changed')
  })

  test('and a forged checkpoint does not help without the key', async () => {
    const { generateKeyPairSync } = await import('node:crypto')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url')
    const forged = signCheckpoint(
      { seq: 1, hash: Buffer.alloc(32), at: new Date() },
      { privateKey, publicKey: raw },
    )
    expect((await verifyAudit(server.db, { checkpoints: [forged] })).problem?.seq).toBe(1)
    const [first] = await checkpoints()
    const bent = { ...forged, key: first?.key as string }
    expect((await verifyAudit(server.db, { checkpoints: [bent] })).problem?.message).toContain(
      'not validly signed',
    )
  })
})

test('a denial is written down by itself, a moment later', async () => {
  const operator = await server.signIn('operator')
  expect((await operator.get('/v1/audit-events')).status).toBe(403)
  const written = () =>
    server.db.selectFrom('audit_events').select('action').where('actor_id', '=', operator.id).execute()
  await expect.poll(written, { timeout: 10_000 }).toEqual([{ action: 'access.denied' }])
})

test('while the database refuses, denials wait and are written in their order', async () => {
  const operator = await server.signIn('operator')
  const held = await server.db.transaction().execute(async (db) => {
    await sql`lock table audit_head`.execute(db)
    await operator.get('/v1/audit-events?offset=1')
    await operator.get('/v1/administrators')
    const flushed = server.service.deferredAudit.flush()
    await expect.poll(() => waitingOnALock(server.db)).toBe(true)
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
  test('only roles that may read it do', async () => {
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

  test('newest first, in pages that never repeat or skip', async () => {
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

  test('filters narrow it, and their total is exact', async () => {
    const auditor = await server.signIn('auditor')
    const at = new Date('2031-01-01T00:00:00Z')
    const organizationId = '018f0000-0000-7000-8000-000000000001'
    const object = { type: 'thing', id: 'one' }
    await server.db.transaction().execute((db) =>
      appendAudit(
        db,
        { actor: service, action: 'vault.drilled', object, organizationId, at },
        {
          actor: { ...service, id: 'someone' },
          action: 'vault.drilled',
          object: null,
          outcome: 'failure',
          at,
        },
      ),
    )
    const total = async (query: string) => (await auditor.get(`/v1/audit-events?${query}`)).body.total
    expect(await total('action=vault.drilled')).toBe(2)
    expect(await total('action=vault.drilled&outcome=failure')).toBe(1)
    expect(await total('actor_id=someone')).toBe(1)
    expect(await total('object_type=thing&object_id=one')).toBe(1)
    expect(await total(`organization_id=${organizationId}`)).toBe(1)
    expect(await total('from=2031-01-01T00:00:00Z&to=2031-01-01T00:00:01Z')).toBe(2)
    expect(await total('from=2031-01-01T00:00:01Z')).toBe(0)
    expect(await total('outcome=unheard-of')).toBe(0)
    expect(await total('action=%00')).toBe(0)
    expect((await auditor.get('/v1/audit-events?from=yesterday')).status).toBe(422)
    const { items } = (await auditor.get('/v1/audit-events?action=vault.drilled&limit=1&offset=1')).body
    expect(items).toMatchObject([{ object, organization_id: organizationId, actor: { kind: 'service' } }])
  })

  test('the export can be verified line by line, and is itself written down', async () => {
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

  test('the verification says whether the newest rows are in order', async () => {
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
