import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { office, pdf, png } from '../support/files/document-samples.ts'
import { filesOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

async function given(
  content = pdf({ padding: 200_000 }),
  name = 'Устав «Ромашки».pdf',
  kind: 'charter' | 'other' = 'charter',
) {
  const organization = await givenOrganization(server)
  const operator = await server.signIn('operator')
  const reply = await upload(operator, organization, kind, content, {}, name)
  expect(reply.status).toBe(200)
  return { organization, operator, content, link: reply.body.download_url as string }
}

async function fetchLink(link: string, headers: Record<string, string> = {}) {
  const reply = await fetch(server.url + link, { headers })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const errorOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).code as string

async function downloadsOf(organization: { id: string }) {
  return server.db
    .selectFrom('audit_events')
    .select(['actor_id', 'event'])
    .where('organization_id', '=', organization.id)
    .where('action', '=', 'document.downloaded')
    .orderBy('seq')
    .execute()
}

describe('a download', () => {
  test('needs no Authorization header, returns the content, and is safe to open', async () => {
    const { organization, operator, content, link } = await given()
    const reply = await fetchLink(link)
    expect(reply.status).toBe(200)
    expect(reply.bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `inline; filename="_____ _________.pdf"; filename*=UTF-8''${encodeURIComponent('Устав «Ромашки».pdf')}`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    const downloads = await downloadsOf(organization)
    expect(downloads).toMatchObject([{ actor_id: operator.id }])
    expect(JSON.parse(downloads[0]?.event ?? '').details).toEqual({ kind: 'charter', version: 1 })
  })

  test('an office document is saved, an image is shown', async () => {
    const document = await fetchLink((await given(office('docx'), 'Договор.docx', 'other')).link)
    expect(document.headers.get('content-disposition')).toMatch(/^attachment; /)
    const image = await fetchLink((await given(png(), 'a.png')).link)
    expect(image.headers.get('content-disposition')).toMatch(/^inline; /)
    expect(image.headers.get('content-type')).toBe('image/png')
  })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=65530-65545', 65_530, 65_546],
    ['bytes=131072-', 131_072, undefined],
    ['bytes=-500', -500, undefined],
  ])('in parts: %s', async (range, start, end) => {
    const { organization, content, link } = await given()
    const reply = await fetchLink(link, { range })
    const part = content.subarray(start, end)
    expect(reply.status).toBe(206)
    expect(reply.bytes.equals(part)).toBe(true)
    const first = start < 0 ? content.length + start : start
    expect(reply.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${content.length}`,
    )
    const [download] = await downloadsOf(organization)
    expect(JSON.parse(download?.event ?? '').details.range).toBe(`${first}-${first + part.length - 1}`)
  })

  test('a range outside the file is 416, a range of another file returns the whole file', async () => {
    const { content, link } = await given()
    const beyond = await fetchLink(link, { range: `bytes=${content.length}-` })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('content-range')).toBe(`bytes */${content.length}`)
    expect(errorOf(beyond)).toBe('range_not_satisfiable')
    const { headers } = await fetchLink(link)
    const range = 'bytes=0-9'
    expect((await fetchLink(link, { range, 'if-range': headers.get('etag') ?? '' })).status).toBe(206)
    expect((await fetchLink(link, { range, 'if-range': '"other"' })).status).toBe(200)
  })

  test('an earlier version stays readable', async () => {
    const { organization, operator, content } = await given()
    await upload(operator, organization, 'charter', pdf({ padding: 5 }))
    const versions = await operator.get(`${slotPath(organization, 'charter')}/versions`)
    expect((await fetchLink(versions.body[0].download_url)).bytes.equals(content)).toBe(true)
  })
})

describe('a link', () => {
  const changed = (link: string, change: (query: URLSearchParams) => void) => {
    const url = new URL(link, server.url)
    change(url.searchParams)
    return url.pathname + url.search
  }

  test('that was changed is refused', async () => {
    const { operator, organization, link } = await given()
    await upload(operator, organization, 'other', pdf())
    await upload(operator, organization, 'charter', pdf({ padding: 1 }))
    const other = await server.signIn('owner')
    const foreign = await given()
    for (const bad of [
      changed(link, (query) => query.set('version', '2')),
      changed(link, (query) => query.set('session', other.sessionId ?? '')),
      changed(link, (query) => query.set('expires', String(Number(query.get('expires')) + 1))),
      changed(link, (query) => query.set('signature', 'A'.repeat(43))),
      changed(link, (query) => query.delete('signature')),
      changed(link, (query) => query.delete('expires')),
      changed(link, (query) => query.delete('session')),
      changed(link, (query) => query.set('version', '1e0')),
      link.replace('/charter/', '/other/'),
      link.replace(organization.id, foreign.organization.id),
      link.replace(organization.id, 'nobody'),
      link.split('?')[0] ?? '',
    ]) {
      const reply = await fetchLink(bad)
      expect(reply.status, bad).toBe(401)
      expect(errorOf(reply)).toBe('link_invalid')
    }
    expect(await downloadsOf(organization)).toEqual([])
  })

  test('is valid for five minutes', async () => {
    server.clock.at = new Date('2026-06-01T12:00:00Z')
    try {
      const { link } = await given()
      server.clock.at = new Date('2026-06-01T12:04:59Z')
      expect((await fetchLink(link)).status).toBe(200)
      server.clock.at = new Date('2026-06-01T12:05:00Z')
      const late = await fetchLink(link)
      expect(late.status).toBe(401)
      expect(errorOf(late)).toBe('link_expired')
    } finally {
      server.clock.at = null
    }
  })

  async function end(client: Client, what: 'session' | 'administrator') {
    if (what === 'session') {
      await server.db
        .updateTable('sessions')
        .set({ revoked_at: new Date(), revoked_because: 'logout' })
        .where('id', '=', client.sessionId ?? '')
        .execute()
    } else {
      await changeAdministrators(server, { disabled_at: new Date() }, client.id ?? '')
    }
  }

  test.each(['session', 'administrator'] as const)('is refused once its %s has ended', async (what) => {
    const { operator, link } = await given()
    expect((await fetchLink(link)).status).toBe(200)
    await end(operator, what)
    await expect.poll(async () => (await fetchLink(link)).status).toBe(401)
    expect(errorOf(await fetchLink(link))).toBe('session_ended')
  })

  test('is never logged', async () => {
    const { link } = await given()
    await fetchLink(link)
    const signature = new URL(link, server.url).searchParams.get('signature') ?? 'none'
    expect(signature).toHaveLength(43)
    await expect.poll(() => server.logged.some((line) => line.includes('/content'))).toBe(true)
    expect(server.logged.join('')).not.toContain(signature)
  })
})

describe('damaged content', () => {
  function blobPath(before: Set<string>): string {
    const [blob = ''] = filesOf(server).blobs.filter((name) => !before.has(name))
    return join(server.dataDir, 'documents', blob)
  }

  test('returns a generic 500 and logs an alert', async () => {
    const before = new Set(filesOf(server).blobs)
    const { link } = await given()
    const path = blobPath(before)
    const bytes = readFileSync(path)
    const flipped = Buffer.from(bytes)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    for (const bad of [flipped, bytes.subarray(0, 30), randomBytes(bytes.length)]) {
      writeFileSync(path, bad)
      const reply = await fetchLink(link)
      expect(reply.status).toBe(500)
      expect(errorOf(reply)).toBe('internal')
    }
    rmSync(path)
    expect((await fetchLink(link)).status).toBe(500)
    expect(server.logged.filter((line) => line.includes('document_unreadable'))).toHaveLength(4)
  })

  test('is interrupted at the damage', async () => {
    const before = new Set(filesOf(server).blobs)
    const { content, link } = await given(pdf({ padding: 2_000_000 }))
    const path = blobPath(before)
    const bytes = readFileSync(path)
    bytes[1_900_000] = (bytes[1_900_000] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const reply = await fetch(server.url + link)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow()
    // What lies before the damage is still what it was.
    const part = await fetchLink(link, { range: 'bytes=0-99999' })
    expect(part.bytes.equals(content.subarray(0, 100_000))).toBe(true)
  })

  test('of another document cannot be decrypted', async () => {
    const before = new Set(filesOf(server).blobs)
    const one = await given()
    const first = blobPath(before)
    before.add(first.slice(join(server.dataDir, 'documents').length + 1))
    const two = await given(pdf({ padding: 200_000 }))
    const second = blobPath(before)
    const [a, b] = [readFileSync(first), readFileSync(second)]
    writeFileSync(first, b)
    writeFileSync(second, a)
    expect((await fetchLink(one.link)).status).toBe(500)
    // Not even with its key put beside it: the key is bound to its row as well.
    const ids = [first, second].map((path) => path.slice(-36))
    const key = await server.db
      .selectFrom('document_versions')
      .select('content_key')
      .where('id', '=', ids[1] ?? '')
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('document_versions')
      .set(key)
      .where('id', '=', ids[0] ?? '')
      .execute()
    expect((await fetchLink(one.link)).status).toBe(500)
    writeFileSync(second, b)
    expect((await fetchLink(two.link)).status).toBe(200)
  })
})
