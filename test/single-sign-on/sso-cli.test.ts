import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { isFull } from '../support/cases/scale.ts'
import { startIdentityProvider } from '../support/outside/identity-provider.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { emptyDatabase, startServer } from '../support/service/harness.ts'
import { ssoTools } from './sso-tools.ts'

const provider = await startIdentityProvider()
const server = startServer({ env: provider.settings })
const { signedIn } = ssoTools(server, provider)
afterAll(() => provider.close())

test.runIf(isFull)(
  'a backup contains who administrators are at the provider, but no session of theirs',
  async () => {
    const { subject, me } = await signedIn()
    const archive = join(mkdtempSync(join(inject('runDir'), 'backup-')), 'monday')
    const here = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
    expect(await runCli(['backup', archive], here)).toMatchObject({ code: 0 })
    const there = { ...here, DATABASE_URL: await emptyDatabase() }
    expect(await runCli(['restore', archive], there)).toMatchObject({ code: 0 })
    const restored = connect(there.DATABASE_URL, { max: 1 })
    const identities = await restored.selectFrom('administrator_identities').selectAll().execute()
    expect(identities).toMatchObject([{ administrator_id: me.id, issuer: provider.issuer, subject }])
    expect(
      await restored.selectFrom('administrators').select('managed_by').where('id', '=', me.id).execute(),
    ).toEqual([{ managed_by: 'oidc' }])
    for (const table of ['sessions', 'oidc_sessions', 'oidc_flows'] as const)
      expect(await restored.selectFrom(table).selectAll().execute()).toEqual([])
    await restored.destroy()
  },
)

test('a password cannot be set on the machine either', async () => {
  const { me } = await signedIn()
  const here = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const reset = await runCli(['admin', 'reset-password', me.email], here)
  expect(reset).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The account is managed by the identity provider.'),
  })
})
