import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBackup } from '../../server/features/backup/create-backup.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { type Unlocked, unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { copyCluster } from '../support/copy-cluster.ts'
import { countedCalls } from '../support/counted-calls.ts'
import { pdfOfSize } from '../support/document-samples.ts'
import { upload } from '../support/document-uploads.ts'
import { givenOrganization } from '../support/factories.ts'
import { startServer } from '../support/harness.ts'
import { processesOf } from '../support/processes-of.ts'
import { runCli, runCliProcess } from '../support/run-cli.ts'
import { isFull } from '../support/scale.ts'
import { startProcess, untilReady } from '../support/service-process.ts'
import { until } from '../support/until.ts'

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

/** The calls to the file system of a backup that nobody kills, by name. */
async function callsOfBackup(): Promise<string[]> {
  const calls: string[] = []
  await createBackup({
    client,
    rootKey,
    stores: createBlobStores({ url: 'file:./documents', dataDir: server.dataDir }),
    target: join(newFolder(), 'rehearsal'),
    now: () => new Date(),
    onProgress: () => {},
    files: createDurableFiles(countedCalls((call) => calls.push(call))),
  })
  return calls
}

/** The first and the last call of each kind: each leaves something else behind. The last one of all is after the rename. */
function stepsOf(calls: readonly string[]): { kind: string; nth: number }[] {
  return [...new Set(calls)].flatMap((kind) => {
    const count = calls.filter((call) => call === kind).length
    return [...new Set([1, count])].map((nth) => ({ kind, nth }))
  })
}

async function backUpUntilKilled(target: string, kind: string, nth: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/backup-until-killed.ts'), target, kind, String(nth)],
    {
      env: childEnvironment({ ...environment(), KONTOR_KEY_FILE: server.config.keyFile }),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  await until('PostgreSQL has noticed the kill', async () => {
    const { rows } = await sql`select from pg_stat_activity where application_name = 'killed backup'`.execute(
      server.db,
    )
    return rows.length === 0
  })
}

test('a backup that is killed at any step has no name of a backup, and the next one removes what it left', {
  timeout: 300_000,
}, async () => {
  const steps = stepsOf(await callsOfBackup())
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(
    new Set(['mkdir', 'create', 'write', 'sync', 'sync directory', 'link', 'unlink', 'rename']),
  )
  const folder = newFolder()
  const [kept, made] = [new Set<string>(), new Set<string>()]
  // Without `npm run test:full`: in the tables, before the manifest has its name, and before and after the backup has it.
  const chosen = steps.filter(({ kind }) => isFull || /^(link|rename|sync directory)$/.test(kind))
  for (const { kind, nth } of chosen) {
    const step = `${kind}-${nth}`.replaceAll(' ', '-')
    const name = `killed-${step}`
    await backUpUntilKilled(join(folder, name), kind, nth)
    const left = readdirSync(folder).filter((entry) => entry === name || entry.startsWith(`${name}.`))
    if (left.includes(name)) {
      // Only once it was renamed, and then it is whole.
      expect({ step, left }).toEqual({ step, left: [name] })
      expect(await runCli(['backup', 'verify', join(folder, name)], environment())).toMatchObject({ code: 0 })
      kept.add(name)
    }
    const next = `next-${step}`
    const { code, stderr } = await runCli(['backup', join(folder, next)], environment())
    expect({ step, code }).toEqual({ step, code: 0 })
    made.add(next)
    for (const entry of left.filter((entry) => entry !== name))
      expect(stderr).toContain(`Removed ${join(folder, entry)}, which an interrupted backup left.`)
    expect(new Set(readdirSync(folder)), step).toEqual(new Set([...kept, ...made]))
  }
  expect(kept.size).toBeGreaterThan(0)
})

test('the directory of a backup that is running, or of another database, is left alone', async () => {
  const folder = newFolder()
  const running = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const stores = createBlobStores({ url: 'file:./documents', dataDir: server.dataDir })
  const first = createBackup({
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
