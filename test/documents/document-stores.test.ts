import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOrphans, moveDocuments, verifyDocuments } from '../../server/features/stored-files/upkeep.ts'
import { BlobMissing, type BlobStore, createDraft } from '../../server/platform/blobs/blob-storage.ts'
import { createBlobStores, openStore } from '../../server/platform/blobs/open-storage.ts'
import { parseS3Url } from '../../server/platform/blobs/s3-storage.ts'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { hasS3Gateway, startS3Gateway } from '../support/outside/s3-gateway.ts'
import { openStoreDoor } from '../support/outside/store-door.ts'
import { startServer } from '../support/service/harness.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-stores-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function stored(store: BlobStore, content: Buffer, name: string = randomUUID()) {
  const draft = await createDraft(store.draftDirectory, name)
  await draft.append([content.subarray(0, 10), content.subarray(10)])
  await store.publish(name, draft)
  return name
}

async function bytesOf(pieces: AsyncIterable<Buffer>) {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function namesIn(store: BlobStore) {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names.sort()
}

async function leftoversOf(store: BlobStore) {
  const all: string[] = []
  for await (const { what } of store.leftovers()) all.push(what)
  return all
}

/** What every store must do, told once. */
function behavesAsStore(open: () => BlobStore) {
  test('returns a blob completely and in parts', async () => {
    const store = open()
    const content = randomBytes(300_000)
    const name = await stored(store, content)
    expect(await bytesOf(store.read(name)(0, content.length))).toEqual(content)
    expect(await bytesOf(store.read(name)(150_000, 150_010))).toEqual(content.subarray(150_000, 150_010))
    expect(await bytesOf(store.read(name)(5, 5))).toEqual(Buffer.alloc(0))
    expect(await leftoversOf(store)).toEqual([])
    expect(await namesIn(store)).toContain(name)
    await store.remove(name)
    await store.remove(name)
    expect(await namesIn(store)).not.toContain(name)
    await expect(bytesOf(store.read(name)(0, 10))).rejects.toThrow(BlobMissing)
  })

  test('stores a blob of 20 MiB', async () => {
    const store = open()
    const content = randomBytes(20 * 1024 * 1024 + 77)
    const name = await stored(store, content)
    expect((await bytesOf(store.read(name)(0, content.length))).equals(content)).toBe(true)
    for await (const blob of store.list()) if (blob.name === name) expect(blob.size).toBe(content.length)
    await store.remove(name)
  })

  test('an unpublished draft is not a blob, is listed as a leftover, and is deleted when discarded', async () => {
    const store = open()
    const draft = await createDraft(store.draftDirectory, 'unfinished')
    await draft.append([randomBytes(500_000)])
    expect(await namesIn(store)).toEqual([])
    expect(await leftoversOf(store)).toEqual(['unfinished.draft'])
    await draft.discard()
    await draft.discard()
    expect(await leftoversOf(store)).toEqual([])
  })
}

describe('a directory', () => {
  behavesAsStore(() => openStore(`file:${join(dataDir, 'documents')}`, dataDir))

  test('has a relative address inside the data directory, otherwise an absolute one', () => {
    expect(openStore(`file:${join(dataDir, 'documents')}`, dataDir).url).toBe('file:./documents')
    expect(openStore('file:./documents', dataDir).draftDirectory).toBe(join(dataDir, 'documents', 'incoming'))
    const elsewhere = openStore('file:/srv/с пробелом', dataDir)
    expect(openStore(elsewhere.url, '/other').draftDirectory).toBe('/srv/с пробелом/incoming')
  })

  test('stores drafts in the same file system, so that publishing is a rename', async () => {
    const store = openStore('file:./renamed', dataDir)
    const draft = await createDraft(store.draftDirectory, 'one')
    await draft.append([randomBytes(10)])
    expect(readdirSync(join(dataDir, 'renamed'))).toEqual(['incoming'])
    await store.publish('one', draft)
    expect(readdirSync(join(dataDir, 'renamed')).sort()).toEqual(['incoming', 'ne'])
    expect(readdirSync(store.draftDirectory)).toEqual([])
  })
})

test('the address of an object store', () => {
  expect(parseS3Url('s3://bucket/some/prefix?endpoint=http://127.0.0.1:9000&region=ru-1')).toEqual({
    bucket: 'bucket',
    prefix: 'some/prefix/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'ru-1',
    pathStyle: true,
  })
  expect(parseS3Url('s3://bucket')).toMatchObject({ prefix: '', endpoint: undefined, pathStyle: false })
  expect(parseS3Url('s3://bucket?endpoint=https://s3.example.com&path_style=false')).toMatchObject({
    pathStyle: false,
  })
  expect(() => parseS3Url('s3://key:secret@bucket')).toThrow(/AWS_ACCESS_KEY_ID/)
})

/** A real S3 takes a while to start: in the full run alone, and where one is installed. */
const gateways = isFull && hasS3Gateway() ? [await startS3Gateway()] : []
describe.each(gateways)('S3 (Ceph object gateway)', async ({ endpoint, accessKey, secretKey, stop }) => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKey)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretKey)
  const door = await openStoreDoor(endpoint)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await door.close()
    await stop()
  })
  const url = `s3://documents/kontor?endpoint=${endpoint}`
  const open = () => openStore(url, dataDir)
  const connect = () => new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  const server = startServer({ env: { KONTOR_DOCUMENTS_URL: `s3://documents/service?endpoint=${endpoint}` } })

  beforeAll(async () => {
    await connect().send(new CreateBucketCommand({ Bucket: 'documents' }))
  })

  behavesAsStore(open)

  test('parts of an incomplete upload are found and deleted', async () => {
    const client = connect()
    const place = { Bucket: 'documents', Key: 'kontor/cut-short' }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
    await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: randomBytes(1_000) }))
    expect(await leftoversOf(open())).toEqual(['unfinished upload of kontor/cut-short'])
    for await (const leftover of open().leftovers()) await leftover.remove()
    expect(await leftoversOf(open())).toEqual([])
  })

  test('a wrong credential is an error, not an empty store', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    await expect(namesIn(open())).rejects.toThrow()
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretKey)
  })

  test('works with the whole service, and documents can be moved to it and from it', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const content = pdf({ padding: 9 * 1024 * 1024 })
    const { body } = await upload(operator, organization, 'charter', content)
    const download = async (headers = {}) =>
      Buffer.from(await (await fetch(server.url + body.download_url, { headers })).arrayBuffer())
    expect((await download()).equals(content)).toBe(true)
    expect(await download({ range: 'bytes=9000000-9000009' })).toEqual(content.subarray(9_000_000, 9_000_010))

    const stores = createBlobStores({ url: server.config.documentsUrl, dataDir: server.dataDir })
    const elsewhere = openStore('file:./elsewhere', server.dataDir)
    for (const to of [elsewhere, stores.current]) {
      expect(await moveDocuments(server.db, { stores, to }, () => {})).toMatchObject({ moved: 1 })
      expect((await download()).equals(content)).toBe(true)
    }
    expect(await namesIn(elsewhere)).toEqual([])
    expect(await findOrphans(server.db, stores, new Date(Date.now() + 60_000))).toEqual({
      orphans: [],
      known: 1,
    })
    const { vault } = server.service
    expect(await verifyDocuments(server.db, { vault, stores }, () => {})).toEqual({ count: 1, findings: [] })
    stores.close()
  })

  describe('that becomes unreachable', () => {
    const behindDoor = startServer({
      env: { KONTOR_DOCUMENTS_URL: `s3://documents/away?endpoint=${door.endpoint}` },
    })

    test('downloads are answered 503 or break off, never short, and all is well once it is back', async () => {
      const organization = await givenOrganization(behindDoor)
      const operator = await behindDoor.signIn('operator')
      const content = pdf({ padding: 3 * 1024 * 1024 })
      const { body } = await upload(operator, organization, 'charter', content)
      const download = () => fetch(behindDoor.url + body.download_url)

      for (const passage of ['reset', 'silent', { stallAfter: 1_000 }] as const) {
        door.passage = passage
        const response = await download()
        expect({ passage, status: response.status }).toEqual({ passage, status: 503 })
        expect(await response.json()).toMatchObject({ code: 'storage_unavailable' })
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      for (const passage of [{ cutAfter: 1_000_000 }, { stallAfter: 1_000_000 }] as const) {
        door.passage = passage
        await expect(download().then((response) => response.arrayBuffer())).rejects.toThrow()
      }
      door.passage = 'open'
      expect(Buffer.from(await (await download()).arrayBuffer()).equals(content)).toBe(true)
      expect((await upload(operator, organization, 'other', content)).status).toBe(200)
    })
  })
})
