import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { readCheckpoints } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { createCheckpointStore } from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { createCheckpointWriter } from '../../server/features/audit/checkpoints/checkpoint-writer.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { rotateKey } from '../support/service/rotate-key.ts'

// Checkpoints are cut only when a test says so.
const server = startServer({ connections: 4, timers: createManualTimers() })
const { write, tamper, file, checkpoints, head } = auditTools(server)

/** Another node, or this one after a restart: it knows only what is in the database and in its files. */
function restarted(...checkpointFiles: [string, ...string[]]) {
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const metrics = new Registry()
  const writer = createCheckpointWriter({
    store: createCheckpointStore(server.db, server.service.vault),
    now: () => server.clock.at ?? new Date(),
    log,
    vault: server.service.vault,
    metrics,
    checkpointFiles,
  })
  return { ...writer, logged, metrics: () => metrics.metrics() }
}

const inDataDir = (name: string) => join(server.dataDir, name)
const seqsOf = async (path: string) => (await readCheckpoints(path)).checkpoints.map(({ seq }) => seq)

async function rewrite(db: Db): Promise<void> {
  const { rows } = await sql<{ event: string }>`select event from audit_events order by seq`.execute(db)
  await db.deleteFrom('audit_events').execute()
  await sql`update audit_head set seq = 0, hash = ''`.execute(db)
  const events = rows.map(({ event }) => event.replace('access.denied', 'access.granted'))
  await sql`select audit_append(${events}::text[])`.execute(db)
}

async function truncate(db: Db): Promise<void> {
  await sql`delete from audit_events where seq > 5`.execute(db)
  await sql`update audit_head set seq = 5, hash = (select hash from audit_events where seq = 5)`.execute(db)
}

/** Does something to the chain, and puts it back afterwards. */
async function whileChanged(change: (db: Db) => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  const columns = ['seq', 'at', 'event', 'previous_hash', 'hash'] as const
  const rows = await server.db.selectFrom('audit_events').select(columns).execute()
  const end = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  await tamper(change)
  await work()
  await tamper(async (db) => {
    await db.deleteFrom('audit_events').execute()
    await db.insertInto('audit_events').values(rows).execute()
    await db.updateTable('audit_head').set({ seq: end.seq, hash: end.hash }).execute()
  })
}

describe('a log that was changed is not signed again', () => {
  test.each([
    ['rewritten', rewrite],
    ['missing', truncate],
  ])('a chain with rows %s, although the checkpoint file is gone', async (word, change) => {
    await write(130)
    await server.service.checkpoints.cut(true)
    const witnessed = readFileSync(file())
    await whileChanged(change, async () => {
      rmSync(file())
      await write(120)
      const node = restarted(inDataDir(`${word}.ndjson`))
      await node.cut(true)
      await server.service.checkpoints.cut(true)
      expect(existsSync(inDataDir(`${word}.ndjson`))).toBe(false)
      expect(existsSync(file())).toBe(false)
      expect(node.logged.join('')).toContain('"alert":"audit_log_changed"')
      expect(await node.metrics()).toMatch(/^kontor_audit_log_changed 1$/m)
      expect((await server.anonymous.get('/metrics')).body).toMatch(/^kontor_audit_log_changed 1$/m)
      const auditor = await server.signIn('auditor')
      const { body } = await auditor.get('/v1/audit-events/verification?rows=100000')
      expect(body).toMatchObject({ ok: false, problem: { message: expect.stringContaining(word) } })
    })
    writeFileSync(file(), witnessed)
    await write(1)
    await server.service.checkpoints.cut(true)
    expect((await checkpoints()).at(-1)?.seq).toBe(await head())
    expect((await server.anonymous.get('/metrics')).body).toMatch(/^kontor_audit_log_changed 0$/m)
  })

  test('a chain below the signed row that does not lead to it', async () => {
    await write(210)
    await server.service.checkpoints.cut(true)
    const forge = (db: Db) =>
      sql`update audit_events set hash = sha256('forged') where seq = ${sql.lit(100)}`.execute(db)
    await whileChanged(forge, async () => {
      const node = restarted(inDataDir('below.ndjson'))
      await node.cut(true)
      expect(existsSync(inDataDir('below.ndjson'))).toBe(false)
      expect(node.logged.join('')).toContain('"alert":"audit_log_changed"')
    })
  })

  test('an older record of the signed row that was put back', async () => {
    await write(1)
    await server.service.checkpoints.cut(true)
    const before = await server.db.selectFrom('audit_signing_keys').selectAll().executeTakeFirstOrThrow()
    await write(1)
    await server.service.checkpoints.cut(true)
    const after = await server.db.selectFrom('audit_signing_keys').selectAll().executeTakeFirstOrThrow()
    const put = ({ signed_head }: { signed_head: Buffer }) =>
      server.db.updateTable('audit_signing_keys').set({ signed_head }).execute()
    await put(before)
    await write(1)
    await server.service.checkpoints.cut(true)
    expect((await checkpoints()).at(-1)?.seq).toBe((await head()) - 1)
    await put(after)
    await server.service.checkpoints.cut(true)
    expect((await checkpoints()).at(-1)?.seq).toBe(await head())
  })

  test('the record is sealed: another one does not open', async () => {
    await write(1)
    await server.service.checkpoints.cut(true)
    const key = await server.db.selectFrom('audit_signing_keys').selectAll().executeTakeFirstOrThrow()
    expect(key.signed_head.toString('latin1')).not.toContain('seq')
    const put = (signed_head: Buffer) =>
      server.db.updateTable('audit_signing_keys').set({ signed_head }).execute()
    await put(key.private_key)
    await write(1)
    await expect(server.service.checkpoints.cut(true)).rejects.toThrow('cannot be opened')
    await put(key.signed_head)
    await server.service.checkpoints.cut(true)
  })
})

test('another node that is behind signs all rows, also after the system key was rotated', async () => {
  await write(150)
  await server.service.checkpoints.cut(true)
  await rotateKey(server, 'system')
  const node = restarted(inDataDir('behind.ndjson'))
  await node.cut(true)
  const hundreds = Array.from({ length: Math.floor((await head()) / 100) }, (_, n) => (n + 1) * 100)
  expect(await seqsOf(inDataDir('behind.ndjson'))).toEqual(
    [...new Set([...hundreds, await head()])].toSorted((a, b) => a - b),
  )
})

test('the verification reports rows that were signed long after they were written', async () => {
  const auditor = await server.signIn('auditor')
  const late = async () =>
    (await auditor.get('/v1/audit-events/verification?rows=100000')).body.checkpoints.late
  await write(1)
  await server.service.checkpoints.cut(true)
  expect(await late()).toBe(0)
  await write(1)
  server.clock.at = new Date(Date.now() + 2 * 3_600_000)
  await server.service.checkpoints.cut(true)
  server.clock.at = null
  expect(await late()).toBe(1)
})

describe('several checkpoint files', () => {
  test.each([
    ['second', 0, 1],
    ['first', 1, 0],
  ])('a failing %s file does not disturb the other, and gets its lines later', async (name, good, bad) => {
    const paths = [inDataDir(`${name}-a.ndjson`), inDataDir(`${name}-b.ndjson`)] as [string, string]
    const [working, failing] = [paths[good] as string, paths[bad] as string]
    mkdirSync(failing)
    const node = restarted(...paths)
    for (let round = 0; round < 3; round++) {
      await write(1)
      await expect(node.cut(true)).rejects.toThrow(failing)
    }
    const lines = await seqsOf(working)
    expect(lines.slice(-3)).toEqual([(await head()) - 2, (await head()) - 1, await head()])
    expect(new Set(lines).size).toBe(lines.length)
    expect(node.logged.filter((line) => line.includes('audit_checkpoints_not_written'))).toHaveLength(1)

    rmdirSync(failing)
    await write(1)
    await node.cut(true)
    expect(await seqsOf(working)).toEqual([...lines, await head()])
    expect((await seqsOf(failing)).at(-1)).toBe(await head())
  })

  test('a file that took lines although it reported a failure does not get them again', async () => {
    const path = inDataDir('part.ndjson')
    const node = restarted(path)
    await node.cut(true)
    const before = readFileSync(path)
    rmSync(path)
    mkdirSync(path)
    await write(1)
    await expect(node.cut(true)).rejects.toThrow(path)
    await write(1)
    await expect(node.cut(true)).rejects.toThrow(path)
    rmdirSync(path)
    // As if the lines had been written before the failure was reported: another writer adds them.
    writeFileSync(path, before)
    const other = restarted(inDataDir('part-other.ndjson'), path)
    await other.cut(true)
    const written = await seqsOf(path)
    await node.cut(true)
    expect(await seqsOf(path)).toEqual(written)
    expect(written.at(-1)).toBe(await head())
  })
})
