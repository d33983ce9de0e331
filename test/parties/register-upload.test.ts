import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RegisterImport } from '../../contract/organizations/party-register.ts'
import { zipFile } from '../support/files/zip-file.ts'
import { givenParty } from '../support/given/party-fixtures.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })

const header = 'inn,ogrn,full_name\n'
function csvOf(name: string, count = 1): string {
  const rows = Array.from({ length: count }, () => givenParty({ full_name: name }))
  return header + rows.map(({ inn, ogrn, full_name }) => `${inn},${ogrn},${full_name}\n`).join('')
}

function upload(client: Client, files: Record<string, string | Uint8Array>): Promise<Reply> {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  return client.post('/v1/party-register/imports', form)
}

/** The archive, with another unpacked size in its directory. */
function claiming(archive: Buffer, size: number): Buffer {
  archive.writeUInt32LE(size, archive.indexOf('PK\u0001\u0002', 0, 'latin1') + 24)
  return archive
}

async function ended(client: Client): Promise<RegisterImport> {
  await expect
    .poll(async () => (await client.get('/v1/party-register')).body.latest?.status, { timeout: 100_000 })
    .not.toBe('running')
  return (await client.get('/v1/party-register')).body.latest
}

async function imported(client: Client, files: Record<string, string | Uint8Array>): Promise<RegisterImport> {
  const { status, body } = await upload(client, files)
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'running', phase: 'reading' } })
  return ended(client)
}

test('an owner imports the register in the background; the search finds what is in it', async () => {
  const owner = await server.signIn('owner')
  expect((await owner.get('/v1/party-register')).body).toEqual({ parties: 0, current: null, latest: null })

  const result = await imported(owner, {
    'a.csv': `${csvOf('ООО «Береста»')}1,2,x\n`,
    'b.csv': csvOf('ООО «Туесок»', 3),
  })

  expect(result).toMatchObject({
    status: 'published',
    started_by: { kind: 'administrator', id: owner.id, name: expect.any(String) },
    phase: null,
    parties: 4,
    rejected: 1,
    rejections: [
      { file: 'a.csv', line: 3, fault: 'the INN must have 10 digits (company) or 12 (sole trader)' },
    ],
    files: [
      { name: 'a.csv', format: 'csv', parties: 1 },
      { name: 'b.csv', format: 'csv', parties: 3 },
    ],
    failure: null,
  })
  const found = await owner.get(`/v1/organizations/search?${new URLSearchParams({ q: 'туесок' })}`)
  expect(found.body.total).toBe(3)
  const [audited] = (await owner.get('/v1/audit-events?action=party_register.imported')).body.items
  expect(audited).toMatchObject({
    actor: { id: owner.id },
    details: { files: ['a.csv', 'b.csv'], parties: 4, rejected: 1 },
  })
  expect(readdirSync(join(server.dataDir, 'register-uploads'))).toEqual([])
})

test('only owners import; everybody who searches sees how far it is', async () => {
  for (const role of ['officer', 'operator', 'auditor'] as const) {
    const client = await server.signIn(role)
    expect(await upload(client, { 'a.csv': csvOf('x') })).toMatchObject({ status: 403 })
    expect(await client.get('/v1/party-register')).toMatchObject({ status: 200 })
  }
})

test('files that are no register are refused with the reason, and the register stays', async () => {
  const owner = await server.signIn('owner')
  const before = await imported(owner, { 'good.csv': csvOf('ООО «Прежняя запись»') })
  const cp1251 = Buffer.concat([Buffer.from(header), Buffer.from('cfeef1f2e0e2f9e8ea20'.repeat(50), 'hex')])
  const utf16 = Buffer.from(`\ufeff${csvOf('ООО «Шестнадцать»')}`, 'utf16le')
  const bomb = claiming(zipFile({ 'a.csv': csvOf('x') }), 4_000_000_000)
  const cases: [Record<string, string | Uint8Array>, string][] = [
    [{ 'old.csv': cp1251 }, 'not_utf8'],
    [{ 'wide.csv': utf16 }, 'not_utf8'],
    [{ 'notes.txt': 'just a text\n' }, 'unknown_format'],
    [{ 'empty.csv': '' }, 'unknown_format'],
    [{ 'head.csv': header }, 'no_parties'],
    [{ 'broken.zip': 'PK\u0003\u0004 and no archive' }, 'damaged'],
    [{ 'bomb.zip': bomb }, 'too_large'],
    [{ 'endless.xml': `<a b="${'x'.repeat(6 * 1024 ** 2)}` }, 'no_parties'],
  ]
  for (const [files, code] of cases) {
    const result = await imported(owner, files)
    expect(result, Object.keys(files)[0]).toMatchObject({ status: 'failed', failure: { code } })
  }
  const { current } = (await owner.get('/v1/party-register')).body
  expect(current.generation).toBe(before.generation)
  expect(await upload(owner, {})).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'file'], type: 'missing' }] },
  })
})

test('one import at a time, also when both begin together', async () => {
  const owner = await server.signIn('owner')
  const replies = await Promise.all([
    upload(owner, { 'a.csv': csvOf('ООО «Одна»', 200) }),
    upload(owner, { 'b.csv': csvOf('ООО «Другая»', 200) }),
  ])
  const refused = replies.filter(({ status }) => status !== 202)
  expect(refused.length).toBeLessThan(2)
  for (const reply of refused)
    expect(reply).toMatchObject({ status: 409, body: { code: 'register_importing' } })
  expect(await ended(owner)).toMatchObject({ status: 'published', parties: 200 })
})
