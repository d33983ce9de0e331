import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyDocuments } from '../../server/features/stored-files/upkeep.ts'
import { createBlobStores } from '../../server/platform/blobs/open-storage.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { testRandom } from '../support/cases/seed.ts'
import {
  afterPowerFailure,
  arm,
  diskAfter,
  diskCases,
  emptyDisk,
  removeDisks,
} from '../support/disk/disk-cases.ts'
import { createFaultyDisk, type FaultyDisk, faults } from '../support/disk/faulty-disk.ts'
import { pdfOfSize } from '../support/files/document-samples.ts'
import { filesOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

/** Larger than what a draft writes at once. */
const size = 300_000

/** A service on this disk, which has just started. */
function storesOn(disk: FaultyDisk) {
  const files = createDurableFiles(disk.fileSystem)
  return createBlobStores({ url: 'file:./documents', dataDir: join(disk.root, 'data'), files })
}

async function put(stores: ReturnType<typeof storesOn>, blobs: Map<string, Buffer>): Promise<string> {
  // All in the same directory.
  const name = `${newId().slice(0, -2)}aa`
  const content = randomBytes(size)
  blobs.set(name, content)
  const draft = await stores.createDraft(name)
  try {
    for (let at = 0; at < size; at += 64_000) await draft.append([content.subarray(at, at + 64_000)])
    await stores.current.publish(name, draft)
    return name
  } finally {
    await draft.discard()
  }
}

async function namesIn({ current }: ReturnType<typeof storesOn>): Promise<string[]> {
  return (await Array.fromAsync(current.list())).map(({ name }) => name)
}

async function expectWhole(disk: FaultyDisk, acknowledged: string[], blobs: Map<string, Buffer>) {
  const stores = storesOn(disk)
  const names = await namesIn(stores)
  expect(names).toEqual(expect.arrayContaining(acknowledged))
  for (const name of names) {
    const content = await Array.fromAsync(stores.current.read(name)(0, size + 1))
    expect(Buffer.concat(content).equals(blobs.get(name) as Buffer)).toBe(true)
  }
}

test('a blob that was stored survives every fault, kill and power failure, and no other is incomplete', async () => {
  const random = testRandom()
  const rehearsal = emptyDisk()
  await put(storesOn(rehearsal), new Map())
  for (const each of diskCases(rehearsal.calls, random, { quick: 10 })) {
    const blobs = new Map<string, Buffer>()
    const acknowledged: string[] = []
    const disk = emptyDisk()
    arm(disk, each)
    await put(storesOn(disk), blobs).then(
      (name) => acknowledged.push(name),
      (error) => expect(error.code, `${each.event} at call ${each.call}`).toMatch(/^(ENOSPC|EIO)$/),
    )
    const next = diskAfter(disk, each, random)
    await expectWhole(next, acknowledged, blobs)
    acknowledged.push(await put(storesOn(next), blobs))
    for (const kept of [undefined, random]) {
      await expectWhole(afterPowerFailure(next, kept), acknowledged, blobs)
    }
    removeDisks()
  }
})

describe('uploads', () => {
  const disk = {} as { faulty: FaultyDisk }
  const server = startServer({
    connections: 4,
    // Checkpoints of the audit log would be written in between.
    timers: createManualTimers(),
    fileSystem: (dataDir) => {
      disk.faulty = createFaultyDisk(dataDir)
      return disk.faulty.fileSystem
    },
  })

  test('an upload that meets a fault is 503 and stores nothing; the next one succeeds', async () => {
    const random = testRandom()
    const owner = await server.signIn('owner')
    const organization = await givenOrganization(server)
    let content = pdfOfSize(size)
    expect((await upload(owner, organization, 'charter', content)).status).toBe(200)
    const before = disk.faulty.calls.length
    expect((await upload(owner, organization, 'charter', pdfOfSize(size + 1))).status).toBe(200)
    const calls = disk.faulty.calls.slice(before)
    let count = 2
    for (const { call, event } of diskCases(calls, random, { quick: 3, only: faults })) {
      const stored = (await owner.get(slotPath(organization, 'charter'))).body
      count += 1
      const next = pdfOfSize(size + count)
      arm(disk.faulty, { call, event })
      const reply = await upload(owner, organization, 'charter', next)
      disk.faulty.goOn()
      if (reply.status !== 200) {
        const code = event === 'EIO' ? 'storage_unavailable' : 'storage_full'
        expect(reply).toMatchObject({ status: 503, body: { code } })
        const { download_url: _, ...same } = stored
        expect((await owner.get(slotPath(organization, 'charter'))).body).toMatchObject(same)
        expect((await upload(owner, organization, 'charter', next)).status).toBe(200)
      }
      content = next
      const { drafts, blobs } = filesOf(server)
      expect({ drafts, blobs: blobs.length }).toEqual({ drafts: [], blobs: count })
    }
    const { body } = await owner.get(slotPath(organization, 'charter'))
    const download = await fetch(server.url + body.download_url)
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)

    for (const kept of [undefined, random]) {
      const stores = storesAt(afterPowerFailure(disk.faulty, kept).root)
      const { vault } = server.service
      const verified = await verifyDocuments(server.db, { vault, stores }, () => {})
      expect(verified).toEqual({ count, findings: [] })
    }
  })

  const storesAt = (dataDir: string) => createBlobStores({ url: 'file:./documents', dataDir })
})
