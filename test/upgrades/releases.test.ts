import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { releaseVersion } from '../../server/platform/host/build-info.ts'
import { breakingChanges, type OpenApi } from '../contract/breaking-changes.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { fewer, thorough } from '../support/cases/thorough.ts'
import { wholeDescription } from '../support/http/whole-description.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { client, cloneDatabase, emptyDatabase, startServer } from '../support/service/harness.ts'
import { startService } from '../support/service/second-node.ts'
import { buildIndexes, nextRelease } from './next-release.ts'
import {
  changeAdministrators,
  givenContents,
  loadRelease,
  makeRelease,
  type Release,
  readContents,
  readReleases,
  releasesFolder,
  replaceWallets,
  writeReleaseKey,
} from './release.ts'
import { schemaOf } from './schema.ts'

const keyFile = writeReleaseKey(mkdtempSync(join(inject('runDir'), 'release-key-')))
const server = startServer({ connections: 4, env: { KONTOR_KEY_FILE: keyFile } })
const released = readReleases()
let current: Pick<Release, 'openApi'> & Partial<Release>

/** CONTRIBUTING.md says when a release is stored. */
function newReleaseFolder(): string {
  if (!process.env.KONTOR_STORE_RELEASE) return mkdtempSync(join(inject('runDir'), 'release-'))
  const folder = join(releasesFolder, releaseVersion())
  mkdirSync(folder, { recursive: true })
  return folder
}

beforeAll(async () => {
  // In `npm test`, only its description is needed.
  if (!isFull && !process.env.KONTOR_STORE_RELEASE) {
    const now = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApi
    current = { openApi: now }
    return
  }
  await givenContents(server)
  current = await makeRelease(server, newReleaseFolder())
})

thorough.test.each(scaled(released.slice(-1), released).map(({ name }) => name))(
  'a backup of %s is restored, and whoever is confirmed comes back with a link',
  async (name) => {
    const release = released.find((one) => one.name === name) as Release
    const env = {
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'restored-')),
      KONTOR_KEY_FILE: keyFile,
    }
    const owner = 'release@example.com'
    const { code, stdout, stderr } = await runCli(['restore', release.backup, '--confirm-owner', owner], env)
    expect([code, stderr]).toEqual([0, expect.any(String)])
    expect(await runCli(['proofs', 'show'], env)).toMatchObject({ code: 0 })
    const token = /token=([\w-]+)/.exec(stdout)?.[1]
    const service = await startService(env)
    try {
      const anonymous = client({ url: service.url }, null)
      const password = 'three unrelated green umbrellas'
      expect((await anonymous.post('/v1/auth/set-password', { token, password })).status).toBe(200)
      expect((await anonymous.post('/v1/auth/login', { email: owner, password })).status).toBe(200)
    } finally {
      await service.stop()
    }
    // What the restore did not prove itself is proven by the start, and nothing else.
    expect(await runCli(['proofs', 'show'], env)).toMatchObject({ code: 0 })
  },
)

/** A release with the migrations of this version is not upgraded. That its backup can be restored is also shown in test/backup/. */
const now = await readMigrations()
const older = released.filter(({ migrations }) => migrations.length < now.length)
const upgraded = scaled(older.toReversed(), [...released, { name: 'this version' }]).map(({ name }) => name)

test.each(fewer(1, upgraded))('a database of %s is upgraded, and all of it is there', async (name) => {
  const release = released.find((release) => release.name === name) ?? (current as Release)
  const env = {
    DATABASE_URL: await emptyDatabase(),
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'upgraded-')),
    KONTOR_KEY_FILE: keyFile,
  }
  await loadRelease(release.backup, env)
  const service = await startService(env)
  try {
    // A later version may add fields.
    expect(await readContents(service.url)).toMatchObject(release.contents as object)
    const { organizationId, mnemonic } = await replaceWallets(service.url)
    expect(mnemonic).toBe((release.contents as Record<string, unknown>)[`mnemonic ${organizationId}`])
    await changeAdministrators(service.url)
  } finally {
    await service.stop()
  }
  expect(await runCli(['vault', 'rotate-key', '--all'], env)).toMatchObject({ code: 0 })
  // The keys themselves are destroyed an hour later: test/vault/keys-by-purpose.test.ts.
  const status = JSON.parse((await runCli(['vault', 'status', '--json'], env)).stdout)
  const single_keys = release === current ? 0 : 1
  expect(status).toMatchObject({ single_keys, records_under_single_keys: 0 })
  expect(await runCli(['wallets', 'verify'], env)).toMatchObject({ code: 0 })
  const verified = await runCli(['audit', 'verify'], env)
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringMatching(/^Administrators: 3$[\s\S]*^Valid\.$/m),
  ])

  const db = connect(env.DATABASE_URL, { max: 1, unlimited: true })
  try {
    expect((await verifyAudit(db)).problem).toBeNull()
    const migrations = await nextRelease()
    expect(await migrate(db, migrations)).toEqual(['9000_invented.sql'])
    await buildIndexes(db, migrations)
    // The template of the run was migrated from nothing, too.
    const fresh = connect(await scaled(cloneDatabase, emptyDatabase)(), { max: 1, unlimited: true })
    await migrate(fresh, migrations)
    await buildIndexes(fresh, migrations)
    expect(await schemaOf(db)).toEqual(await schemaOf(fresh))
    await fresh.destroy()
    const { rows } = await sql`select from invented_ratings`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  } finally {
    await db.destroy()
  }
})

test('the description has no breaking change since the last release', () => {
  const last = released.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })).at(-1)
  const before = wholeDescription((last ?? current).openApi)
  expect(breakingChanges(before, wholeDescription(current.openApi))).toEqual([])
})
