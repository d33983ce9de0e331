import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBackup } from '../../server/features/backup/create-backup.ts'
import { refuseUnlessEmpty, restoreBackup } from '../../server/features/backup/restore-backup.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { connectClient } from '../../server/platform/db/primary/primary-client.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { readKeyFile } from '../../server/platform/vault/slot-key.ts'
import { type Unlocked, unlockWithAvailableKeys } from '../../server/platform/vault/unlock.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { testRandom } from '../support/cases/seed.ts'
import {
  afterPowerFailure,
  arm,
  diskAfter,
  diskCases,
  emptyDisk,
  events,
  removeDisks,
} from '../support/disk/disk-cases.ts'
import { createFaultyDisk, type FaultyDisk } from '../support/disk/faulty-disk.ts'
import { pdfOfSize } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { emptyDatabase, startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

const server = startServer({ connections: 4, timers: createManualTimers() })
const onProgress = () => {}
let client: pg.Client
let rootKey: Buffer
let documents: string[]

beforeAll(async () => {
  const owner = await server.signIn('owner')
  const organization = await givenOrganization(server)
  for (const size of [70_000, 300_000]) {
    expect((await upload(owner, organization, 'charter', pdfOfSize(size))).status).toBe(200)
  }
  documents = (await server.db.selectFrom('document_versions').select('id').execute()).map(({ id }) => id)
  client = await connectClient(server.databaseUrl, 'test')
  const unlocked = await unlockWithAvailableKeys(server.db, {
    keyFile: server.config.keyFile,
    key: undefined,
  })
  rootKey = (unlocked as Unlocked).root.key
})
afterAll(() => client.end())

const storesIn = (dataDir: string) => createBlobStores({ url: 'file:./documents', dataDir })
const backupsOn = (disk: FaultyDisk) => join(disk.root, 'mnt', 'backups')

async function backUp(disk: FaultyDisk, name: string): Promise<string> {
  await createBackup({
    beforeNamed: async () => {},
    client,
    rootKey,
    stores: storesIn(server.dataDir),
    target: join(backupsOn(disk), name),
    now: () => new Date(),
    onProgress,
    files: createDurableFiles(disk.fileSystem),
  })
  return name
}

async function open(directory: string) {
  const slotKey = (await readKeyFile(server.config.keyFile)) as Buffer
  return verifyBackup({ directory, slotKeys: [slotKey], onProgress })
}

/** What has the name of a backup is whole; at least these are there. */
async function expectBackups(disk: FaultyDisk, names: string[]): Promise<void> {
  const found = existsSync(backupsOn(disk)) ? readdirSync(backupsOn(disk)) : []
  const complete = found.filter((name) => !name.includes('.incomplete-'))
  expect(complete).toEqual(expect.arrayContaining(names))
  for (const name of complete) {
    const { manifest } = await open(join(backupsOn(disk), name))
    expect(manifest.documents.count).toBe(documents.length)
  }
}

test.runIf(isFull)(
  'a backup that was made is whole after every fault, kill and power failure, and no other has its name',
  async () => {
    const random = testRandom()
    const rehearsal = emptyDisk()
    await backUp(rehearsal, 'monday')
    for (const each of diskCases(rehearsal.calls, random, { quick: 1, full: 60 })) {
      const disk = emptyDisk()
      const made: string[] = []
      arm(disk, each)
      await backUp(disk, 'monday').then(
        (name) => made.push(name),
        (error) => expect(error.code, `${each.event} at call ${each.call}`).toMatch(/^(ENOSPC|EIO)$/),
      )
      const next = diskAfter(disk, each, random)
      await expectBackups(next, made)
      const isOver = each.event === 'power failure' || each.event === 'kill'
      made.push(await backUp(next, made.length > 0 || isOver ? 'tuesday' : 'monday'))
      const names = readdirSync(backupsOn(next)).toSorted()
      expect(names.filter((name) => name.includes('.incomplete-'))).toEqual([])
      if (!isOver) expect(names).toEqual(made)
      for (const kept of [undefined, random]) await expectBackups(afterPowerFailure(next, kept), made)
      removeDisks()
    }
  },
)

test.runIf(isFull)(
  'a restore that meets a fault leaves the database empty and can be repeated; its documents are whole',
  async () => {
    const random = testRandom()
    const archive = createFaultyDisk(mkdtempSync(join(inject('runDir'), 'archive-')))
    await backUp(archive, 'monday')
    const backup = await open(join(backupsOn(archive), 'monday'))

    async function restore(disk: FaultyDisk, database: pg.Client): Promise<void> {
      const files = createDurableFiles(disk.fileSystem)
      const stores = createBlobStores({ url: 'file:./documents', dataDir: join(disk.root, 'data'), files })
      await restoreBackup({ client: database, backup, stores, onProgress })
    }

    async function withEmptyDatabase(work: (database: pg.Client) => Promise<void>): Promise<void> {
      const database = await connectClient(await emptyDatabase(), 'test')
      await work(database).finally(() => database.end())
    }

    // Each loads a database.
    const only = scaled(['power failure'], events)
    const rehearsal = emptyDisk()
    await withEmptyDatabase((database) => restore(rehearsal, database))
    for (const each of diskCases(rehearsal.calls, random, { quick: 1, full: 30, only })) {
      await withEmptyDatabase(async (database) => {
        const disk = emptyDisk()
        arm(disk, each)
        const isRestored = await restore(disk, database).then(
          () => true,
          (error) => {
            expect(error.code, `${each.event} at call ${each.call}`).toMatch(/^(ENOSPC|EIO)$/)
            return false
          },
        )
        const next = diskAfter(disk, each, random)
        if (!isRestored) {
          await refuseUnlessEmpty(database)
          await restore(next, database)
        }
        for (const kept of [undefined, random]) {
          await expectDocuments(join(afterPowerFailure(next, kept).root, 'data'))
        }
      })
      removeDisks()
    }
  },
)

async function expectDocuments(dataDir: string): Promise<void> {
  const bytes = async (from: string, id: string) =>
    Buffer.concat(await Array.fromAsync(storesIn(from).current.read(id)(0, 400_000)))
  for (const id of documents) {
    expect((await bytes(dataDir, id)).equals(await bytes(server.dataDir, id))).toBe(true)
  }
}
