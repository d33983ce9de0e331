import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { companies, owners } from '../../demo/companies.ts'
import { writeHistory } from '../../demo/history.ts'
import { owner } from '../../demo/instance.ts'
import { connect } from '../../server/platform/db/database.ts'
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { createLog } from '../../server/platform/log.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { runCli } from '../support/processes/run-cli.ts'

test('companies and people of the demonstration are distinct', () => {
  const directors = companies.map(({ director }) => director?.name)
  for (const names of [
    companies.map(({ full_name }) => full_name),
    companies.map(({ inn }) => inn),
    companies.map(({ ogrn }) => ogrn),
    companies.map(({ legal_address }) => legal_address),
    [...directors, ...owners],
  ]) {
    expect(new Set(names).size).toBe(names.length)
  }
  expect(owners).toHaveLength(companies.length)
})

test.runIf(isFull)(
  'the past of the demonstration is what the service itself has recorded',
  {
    timeout: 300_000,
  },
  async () => {
    const dataDir = mkdtempSync(join(inject('runDir'), 'demo-'))
    copyCluster(inject('clusterTemplate'), dataDir)
    const env = {
      KONTOR_DATA_DIR: dataDir,
      KONTOR_ADMIN_EMAIL: owner.email,
      KONTOR_ADMIN_PASSWORD: owner.password,
      KONTOR_RATE_LIMIT: 'off',
      KONTOR_SESSION_IDLE: '7d',
    }
    const days = scaled(5, 90)
    await writeHistory(env, days)
    const verified = await runCli(['audit', 'verify'], env)
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^Valid\.$/m)])
    expect(verified.stdout + verified.stderr).not.toMatch(/more than an hour/)
    expect(await runCli(['books', 'verify'], env)).toMatchObject({ code: 0 })

    const embedded = await startEmbedded({ dataDir, log: createLog('silent') })
    const db = connect(embedded.url, { max: 1 })
    try {
      const times = await db.selectFrom('audit_events').select('at').orderBy('seq').execute()
      const past = times.map(({ at }) => at.getTime())
      expect(past).toEqual(past.toSorted((a, b) => a - b))
      expect(Date.now() - (past[0] ?? 0)).toBeGreaterThan((days - 4) * 24 * 3_600_000)
      const open = await db
        .selectFrom('administrator_lineage')
        .select('id')
        .where('confirmed_at', 'is', null)
        .execute()
      expect(open).toEqual([])
      const documents = await db.selectFrom('documents').select('status').execute()
      expect(documents.map(({ status }) => status)).toContain('approved')
    } finally {
      await db.destroy()
      await embedded.stop()
    }
  },
)
