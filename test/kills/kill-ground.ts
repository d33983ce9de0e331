import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject } from 'vitest'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { pdfOfSize } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

/** A service with two organizations that have wallets and a document each, and commands beside it. */
export function killGround() {
  // Without jobs: the running service learns of new keys only when it needs them.
  const server = startServer({ connections: 4, timers: createManualTimers() })
  const ground = { organizations: [] as { id: string }[] }
  beforeAll(async () => {
    const owner = await server.signIn('owner')
    ground.organizations = [await givenOrganization(server), await givenOrganization(server)]
    for (const [index, { id }] of ground.organizations.entries()) {
      expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
      expect((await upload(owner, { id }, 'charter', pdfOfSize(70_000 + index))).status).toBe(200)
    }
  })

  const env = () => ({
    DATABASE_URL: server.databaseUrl,
    KONTOR_DATA_DIR: server.dataDir,
    KONTOR_KEY_FILE: server.config.keyFile,
  })

  async function kontor(args: readonly string[], given: Record<string, string> = env()) {
    const { code, stdout, stderr } = await runCli([...args], given)
    expect([args, code, stdout + stderr]).toEqual([args, 0, expect.anything()])
    return stdout
  }

  /** What must hold whatever was killed: the chain of the log, and every secret. */
  async function expectSound(): Promise<void> {
    expect((await verifyAudit(server.db)).problem).toBeNull()
    const { rows } = await sql`
      select (select count(*) from data_keys where root_id <> (select id from vault_root))
        + (select count(*) from vault_slots where root_id <> (select id from vault_root)) as mixed
    `.execute(server.db)
    expect(rows).toEqual([{ mixed: 0 }])
    await kontor(['wallets', 'verify'])
    // Nobody reads more than thirty secrets in an hour.
    const reader = await server.signIn('owner')
    for (const { id } of ground.organizations) {
      expect((await reader.get(`/v1/organizations/${id}/wallets/mnemonic`)).status).toBe(200)
    }
  }

  return { server, ground, env, kontor, expectSound }
}

export const newFolder = (name: string) => mkdtempSync(join(inject('runDir'), `${name}-`))

/** Whether a database has no table yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  return rows.length === 0
}
