import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { verifyAudit } from '../../server/features/audit/audit-verify.ts'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { emptyDatabase, startServer } from '../support/harness.ts'
import { runCli } from '../support/run-cli.ts'
import { startProcess, untilReady } from '../support/service-process.ts'
import { nextRelease } from './next-release.ts'
import { givenContents, makeRelease, type Release, readContents, readReleases } from './release.ts'
import { schemaOf } from './schema.ts'

const server = startServer({ connections: 4 })
const released = readReleases()
let current: Release

beforeAll(async () => {
  await givenContents(server)
  current = await makeRelease(server, mkdtempSync(join(inject('runDir'), 'release-')))
})

test.each([...released.map(({ name }) => name), 'this version'])(
  'a database of %s is upgraded, and all of it is there',
  async (name) => {
    const release = released.find((release) => release.name === name) ?? current
    const env = {
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'upgraded-')),
      KONTOR_KEY_FILE: release.keyFile,
    }
    expect(await runCli(['restore', release.backup], env)).toMatchObject({ code: 0 })
    const service = await startProcess(env)
    try {
      await untilReady(service)
      expect(await readContents(service.url)).toEqual(release.contents)
    } finally {
      service.child.kill('SIGTERM')
      await service.ended
    }

    const db = connect(env.DATABASE_URL, { max: 1, unlimited: true })
    try {
      expect((await verifyAudit(db)).problem).toBeNull()
      const migrations = await nextRelease()
      expect(await migrate(db, migrations)).toEqual(['9000_invented.sql'])
      const fresh = connect(await emptyDatabase(), { max: 1, unlimited: true })
      await migrate(fresh, migrations)
      expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
      await fresh.destroy()
      const { rows } = await sql`select from invented_ratings`.execute(db)
      expect(rows.length).toBeGreaterThan(0)
    } finally {
      await db.destroy()
    }
  },
)
