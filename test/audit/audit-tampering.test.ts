import { readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { signCheckpoint } from '../../server/features/audit/checkpoints/checkpoints.ts'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { rowHash } from '../../server/platform/audit/audit-chain.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

// No job notices what was done to the log before the test looks: it would write rows of its own.
const server = startServer({ connections: 4, timers: createManualTimers() })
const { write, tamper, file, checkpoints, verify } = auditTools(server)

beforeAll(async () => {
  await write(260)
  await server.service.checkpoints.cut(true)
})

describe('changes by somebody with full access to the database are detected', () => {
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

  test('a changed row', async () => {
    const { problem } = await restored((db) =>
      sql`update audit_events set event = replace(event, 'access.denied', 'access.granted') where seq = 7`.execute(
        db,
      ),
    )
    expect(problem?.seq).toBe(7)
  })

  test('a changed row with a new hash', async () => {
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

  test('a changed time', async () => {
    const { problem } = await restored((db) =>
      sql`update audit_events set at = at - interval '1 day' where seq = 9`.execute(db),
    )
    expect(problem?.seq).toBe(9)
  })

  test('a deleted row', async () => {
    const { problem } = await restored((db) => db.deleteFrom('audit_events').where('seq', '=', 11).execute())
    expect(problem).toEqual({ seq: 11, message: 'Row 11 is missing.' })
  })

  test('two swapped rows', async () => {
    const { problem } = await restored(async (db) => {
      await sql`update audit_events set seq = -seq where seq in (12, 13)`.execute(db)
      await sql`update audit_events set seq = 25 + seq where seq in (-12, -13)`.execute(db)
    })
    expect(problem?.seq).toBe(12)
  })

  test('a truncated chain with an adjusted head', async () => {
    const { problem } = await restored(async (db) => {
      await db.deleteFrom('audit_events').where('seq', '>', 50).execute()
      await sql`update audit_head set seq = 50, hash = (select hash from audit_events where seq = 50)`.execute(
        db,
      )
    })
    expect(problem?.seq).toBe(51)
    expect(problem?.message).toContain('missing')
  })

  test('a truncated chain with the old head', async () => {
    const { problem } = await restored((db) => db.deleteFrom('audit_events').where('seq', '>', 50).execute())
    expect(problem?.seq).toBe(51)
  })

  test('a chain that was rewritten completely', async () => {
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

  test('a truncated chain with new rows and new checkpoints', async () => {
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

  test('a forged checkpoint without the key', async () => {
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
