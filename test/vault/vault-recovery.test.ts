import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { networks } from '../../contract/money/networks.ts'
import { createOrganizationRecords } from '../../server/features/organizations/organization-records.ts'
import { createDerivationPool } from '../../server/features/wallets/derivation/derivation-pool.ts'
import { createWalletService } from '../../server/features/wallets/wallet-service.ts'
import { service } from '../../server/platform/actor.ts'
import { connect } from '../../server/platform/db/database.ts'
import { joinEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { createVault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { isFull } from '../support/cases/scale.ts'
import { provingWith } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'

const log = pino({ level: 'silent' })

/** A data directory with a PostgreSQL of its own, a vault, and the wallets of one organization. */
async function makeDataDirectory(dataDir: string, whileRunning: () => Promise<void>): Promise<void> {
  const embedded = await joinEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  const db = connect(embedded.ownerUrl, { max: 2 })
  const derivation = createDerivationPool()
  const vault = createVault({
    db,
    columns: sealedColumns,
    config: { keyFile: join(dataDir, 'root.key'), key: undefined },
    log,
  })
  try {
    await migrate(db)
    expect(await vault.unlock()).toBe('open')
    const { id } = await givenOrganization({ db })
    const now = () => new Date()
    const organizations = createOrganizationRecords({ now })
    const wallets = createWalletService({
      db,
      now,
      organizations,
      vault,
      ...provingWith(vault),
      derivation,
      networks,
    })
    await wallets.create(id, service, null)
    await whileRunning()
  } finally {
    await vault.stop()
    await derivation.close()
    await db.destroy()
    await embedded.stop()
  }
}

test.runIf(isFull)('shares open a copy of the data directory that has no key file', async () => {
  const original = mkdtempSync(join(inject('runDir'), 'original-'))
  const copy = `${original}-copy`
  let shares: string[] = []
  await makeDataDirectory(original, async () => {
    const split = await runCli(['vault', 'split', '--shares', '3', '--threshold', '2'], {
      KONTOR_DATA_DIR: original,
    })
    expect(split.code).toBe(0)
    shares = split.stdout.match(/^[0-9A-Z-]{89}$/gm) ?? []
  })
  execFileSync('cp', ['-a', original, copy])
  rmSync(join(copy, 'root.key'))
  const env = { KONTOR_DATA_DIR: copy }

  const sealed = await runCli(['wallets', 'verify'], env)
  expect(sealed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No key was found') })
  // A command makes no key where data is sealed already.
  expect(existsSync(join(copy, 'root.key'))).toBe(false)

  const recovered = await runCli(['vault', 'recover'], env, `${shares[2]}\n${shares[0]}\n`)

  expect(recovered).toMatchObject({ code: 0 })
  expect(readFileSync(join(copy, 'root.key'))).not.toEqual(readFileSync(join(original, 'root.key')))
  expect(await runCli(['wallets', 'verify'], env)).toMatchObject({
    code: 0,
    stdout: '5 wallets were verified.\n',
  })
})
