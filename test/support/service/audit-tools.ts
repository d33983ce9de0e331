import { join } from 'node:path'
import { sql } from 'kysely'
import { readCheckpoints } from '../../../server/features/audit/checkpoints/checkpoint-file.ts'
import { verifyAudit } from '../../../server/features/audit/verification/audit-verify.ts'
import { cli } from '../../../server/platform/actor.ts'
import { appendAudit } from '../../../server/platform/audit/audit-log.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import type { TestServer } from './harness.ts'

/** Writes to the audit log of a server, changes it behind its back, and verifies it with its checkpoints. */
export function auditTools(server: TestServer) {
  async function write(rows: number, db: Db = server.db): Promise<void> {
    await db.transaction().execute((db) =>
      appendAudit(
        db,
        Array.from({ length: rows }, (_, n) => ({
          actor: cli('test'),
          action: 'access.denied' as const,
          object: { type: 'test', id: String(n) },
          details: { text: 'Ёлка «кавычки» \0 \ud800', n },
          at: new Date(),
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
  const head = async () =>
    (await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()).seq

  return { write, tamper, file, checkpoints, verify, head }
}
