import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { thorough } from '../support/cases/thorough.ts'
import { office, pdf, pdfOfSize, zip } from '../support/files/document-samples.ts'
import { filesOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
const boundary = 'limit-of-a-part'
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }

type Part = { name?: string; fileName?: string; content: Buffer | string }

function body(parts: Part[], { end = `--${boundary}--\r\n` } = {}): Buffer {
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data` +
        `${name === undefined ? '' : `; name="${name}"`}${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}

const file: Part = { name: 'file', fileName: 'a.pdf', content: pdf() }

async function given(): Promise<{ path: string; operator: Client; organization: { id: string } }> {
  const organization = await givenOrganization(server)
  return { organization, path: slotPath(organization, 'charter'), operator: await server.signIn('operator') }
}

async function put(parts: Part[] | Buffer) {
  const { path, operator } = await given()
  const bytes = Buffer.isBuffer(parts) ? parts : body(parts)
  return operator.put(path, new Uint8Array(bytes), multipart)
}

test.each([
  ['a part without a head', `--${boundary}\r\n\r\n--${boundary}--\r\n`],
  [
    'a head without an end',
    `--${boundary}\r\nContent-Disposition: form-data; name="number"\r\n--${boundary}--\r\n`,
  ],
])('%s is 400, and the request does not wait forever', async (_what, text) => {
  expect(await put(Buffer.from(text))).toMatchObject({ status: 400, body: { code: 'malformed_form' } })
  expect(filesOf(server).drafts).toEqual([])
})

const windows1251 = Buffer.from([0xd0, 0xee, 0xec, 0xe0, 0xf8, 0xea, 0xe0])
const place = '@@@@@@@'

test.each<[string, Part[]]>([
  ['a field', [{ name: 'number', content: place }, file]],
  ['the name of a field', [{ name: place, content: '1' }, file]],
  ['the name of the file', [{ ...file, fileName: `${place}.pdf` }]],
])('%s that is not UTF-8 is 400, and nothing is stored', async (_what, parts) => {
  const bytes = body(parts)
  windows1251.copy(bytes, bytes.indexOf(place))
  const before = filesOf(server).blobs
  expect(await put(bytes)).toMatchObject({
    status: 400,
    body: { code: 'not_utf8', detail: 'The request body is not valid UTF-8.' },
  })
  expect(filesOf(server)).toEqual({ blobs: before, drafts: [] })
})

describe('faults of a form are reported by field', () => {
  test.each<[string, Part[], object[]]>([
    ['no file', [{ name: 'number', content: '1' }], [{ loc: ['body', 'file'], type: 'missing' }]],
    ['nothing', [], [{ loc: ['body', 'file'], type: 'missing' }]],
    ['an empty file', [{ ...file, content: '' }], [{ loc: ['body', 'file'], type: 'file_empty' }]],
    ['text', [{ ...file, content: 'hello' }], [{ loc: ['body', 'file'], type: 'file_type' }]],
    ['a page with a script', [{ ...file, content: '<script>1</script>' }], [{ type: 'file_type' }]],
    ['an office document', [{ ...file, content: office('docx') }], [{ type: 'file_type' }]],
    ['two files', [file, file], [{ loc: ['body', 'file'], type: 'value_error' }]],
    [
      'a file in another field',
      [{ ...file, name: 'document' }],
      [
        { loc: ['body', 'document'], type: 'extra_forbidden' },
        { loc: ['body', 'file'], type: 'missing' },
      ],
    ],
    [
      'a file in a text field',
      [file, { ...file, name: 'number' }],
      [{ loc: ['body', 'number'], type: 'string_type' }],
    ],
    [
      'text where the file belongs',
      [{ name: 'file', content: 'x' }],
      [{ loc: ['body', 'file'], type: 'value_error' }],
    ],
    [
      'a field sent twice',
      [file, { name: 'number', content: '1' }, { name: 'number', content: '2' }],
      [{ loc: ['body', 'number'], type: 'value_error' }],
    ],
    [
      'an unknown field',
      [file, { name: 'version', content: '1' }],
      [{ loc: ['body', 'version'], type: 'extra_forbidden' }],
    ],
    [
      'several faults at once',
      [
        { name: 'issued_on', content: '2020-02-30' },
        { ...file, content: 'hello' },
        { name: 'number', content: 'x'.repeat(256) },
        { name: 'comment', content: 'nul \0' },
      ],
      [
        { loc: ['body', 'file'], type: 'file_type' },
        { loc: ['body', 'number'], type: 'string_too_long', ctx: { max_length: 255 } },
        { loc: ['body', 'issued_on'], type: 'value_error' },
        { loc: ['body', 'comment'], type: 'value_error' },
      ],
    ],
    [
      'dates that do not fit each other',
      [file, { name: 'issued_on', content: '2020-02-02' }, { name: 'expires_on', content: '2020-02-01' }],
      [{ loc: ['body', 'expires_on'], type: 'value_error' }],
    ],
    [
      'a comment of a megabyte',
      [file, { name: 'comment', content: 'ж'.repeat(100_000) }],
      [{ type: 'string_too_long' }],
    ],
    ['10,000 fields', Array.from({ length: 10_000 }, (_, n) => ({ name: `f${n}`, content: 'x' })), []],
  ])('%s', async (what, parts, faults) => {
    const reply = await put(parts)
    expect(reply.status).toBe(422)
    if (what === '10,000 fields') {
      expect(reply.body.detail).toHaveLength(17)
      expect(reply.body.detail).toContainEqual(
        expect.objectContaining({ loc: ['body'], msg: 'Value error, a form has at most 16 parts' }),
      )
    } else {
      expect(reply.body.detail).toHaveLength(faults.length)
      for (const fault of faults) expect(reply.body.detail).toContainEqual(expect.objectContaining(fault))
    }
  })

  thorough.test('20 MiB and one byte', async () => {
    const { organization, operator } = await given()
    const reply = await upload(operator, organization, 'charter', pdfOfSize(20 * 1024 * 1024 + 1))
    expect(reply).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'file'], type: 'file_too_large', ctx: { max_bytes: 20_971_520 } }] },
    })
    // The connection is still good, and so is the service.
    expect((await operator.get(`/v1/organizations/${organization.id}/documents`)).body).toEqual([])
  })

  test.runIf(isFull)('far more than 20 MiB is rejected without reading everything', async () => {
    const reply = await put([{ ...file, content: Buffer.alloc(40 * 1024 * 1024, pdf()) }])
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ type: 'file_too_large' }] } })
  })

  test('a zip bomb called docx', async () => {
    const { organization, operator } = await given()
    const bomb = zip([{ name: 'word/document.xml', data: 'x', claimedSize: 3_000_000_000 }])
    expect(await upload(operator, organization, 'other', bomb, {}, 'договор.docx')).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'file'], type: 'file_type', ctx: { code: 'office_unpacked_size' } }],
      },
    })
  })

  test('a path, control characters and a reversed ending in the name are cleaned, not rejected', async () => {
    const { organization, operator } = await given()
    const name = '../../etc/cron.d/a\u202efdp\u0007.exe'
    const reply = await upload(operator, organization, 'charter', pdf(), {}, name)
    expect(reply).toMatchObject({ status: 200, body: { file: { name: 'afdp.pdf' } } })
  })
})

describe('a malformed request is 400', () => {
  test.each<[string, Buffer, string?]>([
    ['cut off in the file', body([file], { end: '' }).subarray(0, -40)],
    ['without its end', body([file], { end: '' })],
    ['no multipart at all', Buffer.from('hello')],
    ['only a beginning', Buffer.from(`--${boundary}\r\n`)],
    ['a part without a name', body([{ fileName: 'a.pdf', content: pdf() }])],
    ['a beginning that never ends', Buffer.alloc(21_600_000, 'x'), 'body_too_large'],
  ])('%s', async (_, bytes, code = 'malformed_form') => {
    expect(await put(bytes)).toMatchObject({ status: 400, body: { code } })
  })

  test('another content type, or no boundary', async () => {
    const { path, operator } = await given()
    const send = (type: string) => operator.put(path, 'x', { 'content-type': type })
    const foreign = {
      status: 400,
      body: { code: 'media_type_not_supported', context: { supported: ['multipart/form-data'] } },
    }
    expect(await send('application/json')).toMatchObject(foreign)
    expect(await send('application/pdf')).toMatchObject(foreign)
    expect(await send('application/x-www-form-urlencoded')).toMatchObject(foreign)
    expect(await send('multipart/form-data')).toMatchObject({ status: 400, body: { code: 'malformed_form' } })
    expect(await send('multipart/form-data; boundary=x; charset=windows-1251')).toMatchObject({
      status: 400,
      body: { code: 'charset_not_supported' },
    })
    const zipped = { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' }
    expect(await operator.put(path, 'x', zipped)).toMatchObject({
      status: 400,
      body: { code: 'coding_not_supported', context: { supported: ['identity'] } },
    })
  })

  test('an empty request is a missing body', async () => {
    const { path, operator } = await given()
    const missing = { status: 422, body: { detail: [{ loc: ['body'], type: 'missing' }] } }
    expect(await operator.put(path)).toMatchObject(missing)
    expect(await operator.put(path, '', multipart)).toMatchObject(missing)
  })

  test('permission is checked before the body', async () => {
    const { path } = await given()
    const auditor = await server.signIn('auditor')
    expect((await auditor.put(path, 'broken', multipart)).status).toBe(403)
    expect((await server.anonymous.put(path, 'broken', multipart)).status).toBe(401)
  })
})

describe('a client that disconnects or never ends', () => {
  /** Sends the head of a request and some of its body by hand. */
  function open(path: string, client: Client, some: Buffer) {
    const { port } = new URL(server.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.token}\r\n` +
        `Content-Type: ${multipart['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = (bytes: Buffer) =>
      socket.write(
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
      )
    chunk(some)
    return { socket, chunk }
  }

  test('leaves nothing behind when it disconnects in the middle of a file', async () => {
    const { path, operator, organization } = await given()
    const before = filesOf(server)
    const { socket } = open(
      path,
      operator,
      body([{ ...file, content: pdf({ padding: 3_000_000 }) }]).subarray(0, 2_000_000),
    )
    await expect.poll(() => filesOf(server).drafts.length).toBe(before.drafts.length + 1)
    socket.destroy()
    await expect.poll(() => filesOf(server)).toEqual(before)
    expect((await operator.get(`/v1/organizations/${organization.id}/documents`)).body).toEqual([])
  })

  thorough.test('gets the error while it is still sending, and is disconnected if it continues', async () => {
    const { path, operator } = await given()
    const { socket, chunk } = open(path, operator, body([{ ...file, content: pdf() }], { end: '' }))
    let response = ''
    socket.on('data', (bytes) => {
      response += bytes
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    let sent = 0
    const pump = () => {
      while (!socket.destroyed && sent < 500) {
        sent += 1
        if (!chunk(megabyte)) return socket.once('drain', pump)
      }
      return undefined
    }
    pump()
    await closed
    expect(response).toMatch(/^HTTP\/1.1 422 /)
    expect(response).toContain('file_too_large')
    expect(sent).toBeLessThan(150)
  })
})

test('nothing was left on disk or in the slots', async () => {
  const { count } = await server.db
    .selectFrom('document_versions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { blobs, drafts } = filesOf(server)
  expect(drafts).toEqual([])
  expect(blobs).toHaveLength(Number(count))
  expect(server.logged.filter((line) => line.includes('a defect'))).toEqual([])
})
