import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { findOrphans, moveDocuments, verifyDocuments } from '../../server/features/stored-files/upkeep.ts'
import { createDraft } from '../../server/platform/blobs/blob-storage.ts'
import { createBlobStores, openStore } from '../../server/platform/blobs/open-storage.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { pdf } from '../support/files/document-samples.ts'
import { filesOf, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 3 })
const hour = 3_600_000

function stores() {
  return createBlobStores({ url: server.config.documentsUrl, dataDir: server.dataDir })
}
const silently = () => {}

async function given(padding: number) {
  const organization = await givenOrganization(server)
  const operator = await server.signIn('operator')
  const content = pdf({ padding })
  const before = new Set(filesOf(server).blobs)
  const { body } = await upload(operator, organization, 'charter', content)
  const blob = filesOf(server).blobs.find((name) => !before.has(name)) ?? ''
  return {
    organization,
    operator,
    content,
    id: blob.slice(-36),
    path: join(server.dataDir, 'documents', blob),
    link: body.download_url as string,
  }
}

async function download(link: string) {
  return Buffer.from(await (await fetch(server.url + link)).arrayBuffer())
}

function kontor(...args: string[]) {
  return runCli(args, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })
}

beforeEach(async () => {
  // Each test starts with what it made itself.
  await server.db.deleteFrom('document_versions').execute()
  await server.db.deleteFrom('documents').execute()
  rmSync(join(server.dataDir, 'documents'), { recursive: true, force: true })
})

describe('gc', () => {
  test('deletes blobs without a row and unfinished uploads, but not new or unknown files', async () => {
    const kept = await given(10)
    const directory = join(server.dataDir, 'documents')
    const old = new Date(Date.now() - 25 * hour)
    const place = (path: string, at: Date) => {
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, 'x')
      utimesSync(path, at, at)
      return path
    }
    const [orphan, young] = [newId(), newId()]
    place(join(directory, orphan.slice(-2), orphan), old)
    place(join(directory, young.slice(-2), young), new Date())
    place(join(directory, 'aa', 'README.txt'), old)
    place(join(directory, 'incoming', `${newId()}.draft`), old)
    const running = await createDraft(join(directory, 'incoming'), newId())
    utimesSync(kept.path, old, old)

    const told = await kontor('documents', 'gc', '--dry-run')
    expect(told.stdout).toContain('2 would be deleted; 1 belong to documents.')
    expect(await kontor('documents', 'gc')).toMatchObject({
      code: 0,
      stdout: '2 deleted; 1 belong to documents.\n',
    })

    const { blobs, drafts } = filesOf(server)
    expect(blobs.map((path) => path.slice(3)).sort()).toEqual(['README.txt', kept.id, young].sort())
    expect(drafts).toEqual([running.path.slice(-42)])
    await running.discard()
    rmSync(join(directory, 'aa', 'README.txt'))
    rmSync(join(directory, young.slice(-2), young))
    expect((await download(kept.link)).equals(kept.content)).toBe(true)
  })

  test('refuses to empty a store that belongs to another database', async () => {
    const directory = join(server.dataDir, 'documents')
    const old = new Date(Date.now() - 25 * hour)
    const names = Array.from({ length: 11 }, () => newId())
    for (const name of names) {
      const path = join(directory, name.slice(-2), name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, 'x')
      utimesSync(path, old, old)
    }
    const before = filesOf(server)
    const refused = await kontor('documents', 'gc')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Nothing was deleted')
    expect(filesOf(server)).toEqual(before)
    const { orphans } = await findOrphans(server.db, stores(), new Date(Date.now() - hour))
    for (const { remove } of orphans) await remove()
    expect(filesOf(server).blobs).toEqual([])
  })
})

describe('verify', () => {
  test('reports that everything is correct', async () => {
    await given(20)
    await given(200_000)
    expect(await kontor('documents', 'verify')).toMatchObject({
      code: 0,
      stdout: '2 verified, 0 with findings.\n',
    })
  })

  test('lists documents that are damaged, swapped, missing or encrypted with another key', async () => {
    const [fine, flipped, gone, foreign, wrongHash] = [
      await given(21),
      await given(100_000),
      await given(23),
      await given(24),
      await given(25),
    ]
    const bytes = readFileSync(flipped.path)
    bytes[90_000] = (bytes[90_000] ?? 0) ^ 1
    writeFileSync(flipped.path, bytes)
    rmSync(gone.path)
    const { content_key } = await server.db
      .selectFrom('document_versions')
      .select('content_key')
      .where('id', '=', fine.id)
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('document_versions')
      .set({ content_key })
      .where('id', '=', foreign.id)
      .execute()
    await server.db
      .updateTable('document_versions')
      .set({ sha256: Buffer.alloc(32) })
      .where('id', '=', wrongHash.id)
      .execute()

    const { count, findings } = await verifyDocuments(
      server.db,
      { vault: server.service.vault, stores: stores() },
      silently,
    )
    expect(count).toBe(5)
    expect(findings.map(({ file, problem }) => [file.id, problem])).toEqual([
      [flipped.id, 'the content cannot be decrypted: Chunk 1 cannot be decrypted.'],
      [gone.id, 'the blob is missing in file:./documents'],
      [foreign.id, 'the content key cannot be opened'],
      [wrongHash.id, 'the hash of the content differs from that in its row'],
    ])
    const later = await kontor('documents', 'verify', '--after', foreign.id)
    expect(later).toMatchObject({ code: 1, stdout: expect.stringContaining('1 verified, 1 with findings.') })
  })
})

describe('move', () => {
  test('moves everything while documents are read and written', async () => {
    const documents = [await given(30), await given(150_000), await given(31)]
    const target = openStore('file:./archive', server.dataDir)
    const seen: number[] = []
    const running = moveDocuments(server.db, { stores: stores(), to: target }, ({ done }) => seen.push(done))
    const [, ...contents] = await Promise.all([running, ...documents.map(({ link }) => download(link))])
    contents.forEach((content, n) => {
      expect(content.equals(documents[n]?.content ?? Buffer.alloc(0))).toBe(true)
    })
    expect(seen).toEqual([0, 1, 2, 3])
    expect(filesOf(server).blobs).toEqual([])
    for (const { link, content } of documents) expect((await download(link)).equals(content)).toBe(true)
    expect(
      await verifyDocuments(server.db, { vault: server.service.vault, stores: stores() }, silently),
    ).toEqual({
      count: 3,
      findings: [],
    })

    // What is uploaded meanwhile goes to the configured store; a second run brings it too, and nothing twice.
    await given(32)
    expect(await kontor('documents', 'move', '--to', 'file:./archive')).toMatchObject({
      code: 0,
      stdout: '1 moved to file:./archive.\nNew uploads are still stored in file:./documents.\n',
    })
    expect(await moveDocuments(server.db, { stores: stores(), to: target }, silently)).toMatchObject({
      moved: 0,
    })
  })

  test('can be continued after an interruption', async () => {
    const documents = [await given(40), await given(41), await given(42)]
    const target = openStore('file:./second', server.dataDir)
    const stop = new AbortController()
    const first = await moveDocuments(
      server.db,
      { stores: stores(), to: target },
      ({ done }) => done === 1 && stop.abort(),
      stop.signal,
    )
    expect(first.moved).toBe(1)
    // As after a crash between the copy and the row: the copy lies there already.
    const again = await moveDocuments(server.db, { stores: stores(), to: target }, silently)
    expect(again.moved).toBe(2)
    for (const { link, content } of documents) expect((await download(link)).equals(content)).toBe(true)
  })

  test('stops at a blob that was damaged during the copy, and loses nothing', async () => {
    const { id, path } = await given(50)
    writeFileSync(path, readFileSync(path).subarray(0, 60))
    const target = openStore('file:./third', server.dataDir)
    await expect(moveDocuments(server.db, { stores: stores(), to: target }, silently)).rejects.toThrow(
      /truncated/,
    )
    const row = await server.db
      .selectFrom('document_versions')
      .select('store')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.store).toBe('file:./documents')
    expect(readFileSync(path)).toHaveLength(60)
  })
})

test('rotating the key of an organization rewraps the keys of its documents but no blob', async () => {
  const { organization, id, path, link, content } = await given(60)
  const blob = readFileSync(path)
  expect(await kontor('vault', 'rotate-key', '--organization', organization.id)).toMatchObject({ code: 0 })
  const { content_key } = await server.db
    .selectFrom('document_versions')
    .select('content_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The header of a sealed record names the version of its key.
  expect(content_key.readUInt32BE(1)).toBe(2)
  expect(readFileSync(path).equals(blob)).toBe(true)
  expect((await download(link)).equals(content)).toBe(true)
})
