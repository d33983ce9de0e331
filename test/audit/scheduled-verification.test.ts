import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { readCheckpoints } from '../../server/features/audit/checkpoints/checkpoint-file.ts'
import { openCheckpointKey } from '../../server/features/audit/checkpoints/checkpoint-key.ts'
import { signCheckpoint } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { firstOwner, honestService } from '../support/given/honest-service.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'
import { metric } from '../support/service/metrics.ts'
import { startSecondNode } from '../support/service/second-node.ts'

const place = join(mkdtempSync(join(inject('runDir'), 'worm-')), 'kontor.ndjson')
const server = startServer({
  connections: 4,
  env: { ...firstOwner, KONTOR_AUDIT_CHECKPOINTS: place },
  timers: createManualTimers(),
})
const honest = honestService(server)
const hour = 3_600_000
let owner: Client
let officer: Client

beforeAll(async () => {
  owner = await honest.start()
  officer = await honest.confirmedPerson(owner, 'officer@example.com', 'officer')
  await server.service.checkpoints.cut(true)
})

/** What the job does when its time has come, so many milliseconds from now. */
async function run(later = 0, on: { service: (typeof server)['service'] } = server): Promise<void> {
  server.clock.at = later === 0 ? null : new Date(Date.now() + later)
  try {
    await on.service.auditVerification.job.run(new AbortController().signal)
  } finally {
    server.clock.at = null
  }
}

const verification = async (by: Client) => (await by.get('/v1/audit-events/verification')).body
const whole = async (by: Client = owner) => (await verification(by)).whole
const results = () => server.db.selectFrom('audit_verifications').selectAll().orderBy('finished_at').execute()
const state = (name: string) => metric(server, 'kontor_audit_verification_state', { state: name })

/** What a person was told by then. */
async function noticesOf(person: Client, later: number, event = 'audit.verification_failed') {
  server.clock.at = new Date(Date.now() + later)
  await server.service.inbox.consume()
  server.clock.at = null
  const { items } = (await person.get('/v1/inbox')).body
  return items.filter(({ details }: { details: { event?: string } }) => details.event === event)
}

async function setRole(role: 'officer' | 'custodian'): Promise<string> {
  const { id } = await server.db
    .updateTable('administrators')
    .set({ role })
    .where('email', '=', 'officer@example.com')
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Begins what needs the table of administrators, and what happens while it waits for it. */
async function inTheMiddle(begin: () => Promise<void>, meanwhile: () => Promise<unknown>): Promise<void> {
  const { begun } = await server.db.transaction().execute(async (db) => {
    await sql`lock table administrators in access exclusive mode`.execute(db)
    const begun = begin()
    begun.catch(() => {})
    await untilWaiting(db, 1)
    await meanwhile()
    return { begun }
  })
  await begun
}

test('what was never verified says so', async () => {
  expect(await verification(owner)).toMatchObject({ whole: null, whole_missing: 'never' })
  expect(await state('never')).toBe(1)
})

test('after the start the whole log is verified, then every day, and everybody who reads the log sees it', async () => {
  await run()
  const [first, ...rest] = await results()
  expect([first?.problems, rest]).toEqual([[], []])
  const { rows, checkpoints } = first as NonNullable<typeof first>
  expect(checkpoints).toBe((await readCheckpoints(place)).checkpoints.length)
  expect(await whole(officer)).toEqual({
    at: first?.finished_at.toISOString(),
    ok: true,
    rows,
    checkpoints,
    problems: [],
  })
  expect(await state('valid')).toBe(1)
  expect(await metric(server, 'kontor_audit_verification_age_seconds')).toBeLessThan(600)
  // Not again before a day is over.
  await run(23 * hour)
  expect(await results()).toHaveLength(1)
  await run(25 * hour)
  expect(await results()).toHaveLength(2)
  await server.db
    .deleteFrom('audit_verifications')
    .where('id', '<>', first?.id as string)
    .execute()
})

test('the result survives a restart, and a node that starts verifies once', async () => {
  const before = await results()
  const node = await startSecondNode(server)
  try {
    expect(await whole()).toMatchObject({ ok: true })
    await run(0, node)
    expect(await results()).toHaveLength(before.length + 1)
    await run(0, node)
    expect(await results()).toHaveLength(before.length + 1)
  } finally {
    await node.stop()
  }
})

test('while another node verifies, this one does not', async () => {
  const before = await results()
  await server.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(727068)`.execute(db)
    await run(25 * hour)
  })
  expect(await results()).toEqual(before)
  await run(25 * hour)
  expect(await results()).toHaveLength(before.length + 1)
  await server.db.deleteFrom('audit_verifications').execute()
})

test('owners are told of what somebody changed in the database, once, and it ends when it is undone', async () => {
  await run()
  const id = await setRole('custodian')
  await run(25 * hour)
  const message = `Administrator ${id} is not as the audit log says: role was changed.`
  expect(await whole()).toMatchObject({
    ok: false,
    problems: [message, expect.stringContaining(`Proofs of administrators: ${id} was changed`)],
  })
  expect([await state('problems'), await state('valid')]).toEqual([1, 0])
  expect(
    server.logged.some((line) => line.includes('audit_verification_failed') && line.includes(message)),
  ).toBe(true)
  await setRole('officer')
  expect(await noticesOf(owner, 25.2 * hour)).toMatchObject([
    { kind: 'security', subject: { type: 'audit' } },
  ])
  expect(await noticesOf(officer, 25.2 * hour)).toEqual([])
  // Every hour while something is wrong, and without telling the same again.
  await setRole('custodian')
  await run(25.5 * hour)
  await run(27 * hour)
  expect(await results()).toHaveLength(3)
  await setRole('officer')
  expect(await noticesOf(owner, 28 * hour)).toHaveLength(1)
  await run(29 * hour)
  expect(await whole()).toMatchObject({ ok: true, problems: [] })
  expect(await state('valid')).toBe(1)
  await server.db.deleteFrom('audit_verifications').execute()
})

test('a node that is killed while it verifies blocks no other, and two that find the same tell it once', async () => {
  await run()
  const before = (await noticesOf(owner, 30 * hour)).length
  await setRole('custodian')
  const node = await startSecondNode(server)
  try {
    let second = Promise.resolve()
    await inTheMiddle(
      () => run(25 * hour),
      async () => {
        // What becomes of the connection of a process that is killed. Here the first node goes on all the same.
        const { rows } = await sql<{ ended: boolean }>`
          select pg_terminate_backend(pid) as ended from pg_locks where locktype = 'advisory' and objid = 727068
        `.execute(server.db)
        expect(rows).toEqual([{ ended: true }])
        second = run(0, node)
        second.catch(() => {})
        await untilWaiting(server.db, 2)
      },
    )
    await second
    expect((await results()).map(({ problems }) => problems.length)).toEqual([0, 2, 2])
    await setRole('officer')
    expect(await noticesOf(owner, 30 * hour)).toHaveLength(before + 1)
  } finally {
    await node.stop()
  }
  await server.db.deleteFrom('audit_verifications').execute()
})

test('checkpoints of all places are compared, and a place that cannot be read is a problem', async () => {
  const content = readFileSync(place)
  const key = await openCheckpointKey(server.db, server.service.vault, () => new Date())
  const other = signCheckpoint({ seq: 1, hash: Buffer.alloc(32, 7), at: new Date() }, key)
  writeFileSync(place, Buffer.concat([content, Buffer.from(`${JSON.stringify(other)}\n`)]))
  await run(100 * hour)
  expect((await whole()).problems).toEqual([expect.stringContaining('Row 1 is not the one its checkpoint')])
  const { code, problems } = await honest.verify({ KONTOR_AUDIT_CHECKPOINTS: place })
  expect([code, problems]).toEqual([1, (await whole()).problems])
  rmSync(place)
  mkdirSync(place)
  await run(102 * hour)
  expect((await whole()).problems).toEqual([
    'The checkpoints of KONTOR_AUDIT_CHECKPOINTS 1 cannot be read (EISDIR).',
  ])
  rmSync(place, { recursive: true })
  writeFileSync(place, content)
  await server.db.deleteFrom('audit_verifications').execute()
})

test('a result that somebody has put into the database, or changed there, is not believed', async () => {
  await run()
  const [genuine] = await results()
  const forged = { ...genuine, id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4', rows: 7, problems: '[]' }
  await server.db
    .insertInto('audit_verifications')
    .values({ ...forged, finished_at: new Date(Date.now() + hour) } as never)
    .execute()
  expect(await whole()).toMatchObject({ at: genuine?.finished_at.toISOString(), rows: genuine?.rows })
  await server.db.updateTable('audit_verifications').set({ late: 3 }).execute()
  expect(await whole()).toBeNull()
})

test('owners are told of rows that were not used, once an hour and not by each node', async () => {
  await server.service.deferredAudit.flush()
  const node = await startSecondNode(server)
  try {
    await node.service.inbox.lookForDue()
    await server.service.inbox.lookForDue()
    const told = await noticesOf(owner, 0, 'proof.failed')
    expect(told).toMatchObject([{ kind: 'security', subject: { type: 'audit' } }])
    expect(await noticesOf(officer, 0, 'proof.failed')).toEqual([])
  } finally {
    await node.stop()
  }
})

test('while the vault is sealed nothing is verified, and nothing is wrong', async () => {
  await server.db.deleteFrom('audit_verifications').execute()
  await run()
  const before = await results()
  const { vault } = server.service
  await vault.stop()
  try {
    await run(1000 * hour)
    expect(await verification(owner)).toMatchObject({ whole: null, whole_missing: 'vault_sealed' })
    expect([await state('sealed'), await state('valid'), await state('problems')]).toEqual([1, 0, 0])
    expect(await results()).toEqual(before)
  } finally {
    expect(await vault.unlock()).toBe('open')
  }
  // One that is sealed in the middle has not verified anything, either.
  await inTheMiddle(
    () => run(1000 * hour),
    () => vault.stop(),
  )
  expect(await vault.unlock()).toBe('open')
  expect(await results()).toEqual(before)
  expect(await whole()).toMatchObject({ ok: true })
})
