import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBackup } from '../../server/features/backup/create-backup.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { type Unlocked, unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { isFull } from '../support/cases/scale.ts'
import { copyCluster } from '../support/database/copy-cluster.ts'
import { pdfOfSize } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { childEnvironment } from '../support/processes/child-environment.ts'
import { processesOf } from '../support/processes/processes-of.ts'
import { runCli, runCliProcess } from '../support/processes/run-cli.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { until } from '../support/processes/until.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })
const root = join(import.meta.dirname, '../..')
let client: pg.Client
let rootKey: Buffer

beforeAll(async () => {
  const owner = await server.signIn('owner')
  const organization = await givenOrganization(server)
  expect((await upload(owner, organization, 'charter', pdfOfSize(300_000))).status).toBe(200)
  client = await connectClient(server.databaseUrl, 'test')
  const { keyFile } = server.config
  rootKey = ((await unlockWithAvailableKeys(server.db, { keyFile, key: undefined })) as Unlocked).root.key
})
afterAll(() => client.end())

const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })
const newFolder = () => mkdtempSync(join(inject('runDir'), 'backups-'))

test('the directory of a backup that is running, or of another database, is left alone', async () => {
  const folder = newFolder()
  const running = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const stores = createBlobStores({ url: 'file:./documents', dataDir: server.dataDir })
  const first = createBackup({
    beforeNamed: async () => {},
    client,
    rootKey,
    stores: {
      at: (url) => ({
        ...stores.at(url),
        read: (id) =>
          async function* (from, to) {
            running.resolve()
            await goOn.promise
            yield* stores.at(url).read(id)(from, to)
          },
      }),
    },
    target: join(folder, 'first'),
    now: () => new Date(),
    onProgress: () => {},
  })
  await running.promise
  const foreign = mkdtempSync(join(folder, 'other.incomplete-000000000000-'))
  const second = await runCli(['backup', join(folder, 'second')], environment())
  expect(second).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Removed') })
  goOn.resolve()
  await first
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
    [join(folder, 'first'), foreign, join(folder, 'second')].toSorted(),
  )
  expect(await runCli(['backup', 'verify', join(folder, 'first')], environment())).toMatchObject({ code: 0 })
})

test.runIf(isFull)(
  'a killed command leaves its PostgreSQL running, and the next one stops it',
  {
    timeout: 120_000,
  },
  async () => {
    const dataDir = mkdtempSync(join(inject('runDir'), 'process-'))
    copyCluster(inject('clusterTemplate'), dataDir)
    const env = { KONTOR_DATA_DIR: dataDir }
    const service = await startProcess(env)
    await untilReady(service)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    const folder = newFolder()
    const child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'backup', join(folder, 'monday')], {
      env: childEnvironment(env),
      stdio: 'ignore',
    })
    await until('the backup has begun', () => readdirSync(folder).length > 0, { every: 1 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processesOf(dataDir)).not.toEqual([])

    const next = await runCliProcess(['backup', join(folder, 'tuesday')], env)
    expect(next).toMatchObject({ code: 0 })
    expect(readdirSync(folder).filter((name) => name.includes('.incomplete-'))).toEqual([])
    await until('PostgreSQL has stopped', () => processesOf(dataDir).length === 0)
  },
)
