import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedPost, readableExcerpt, urlFault } from '../../server/features/webhooks/guarded-request.ts'
import {
  isAllowedTarget,
  type PrivateTargets,
  parsePrivateTargets,
} from '../../server/features/webhooks/target-address.ts'

let requests: { url: string; body: string }[] = []
let base = ''
const receiver = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    requests.push({ url: request.url ?? '', body })
    if (request.url === '/redirect') {
      response.writeHead(302, { location: '/target' }).end('elsewhere')
    } else if (request.url === '/large') {
      response.writeHead(500)
      response.write('x'.repeat(5000))
    } else if (request.url === '/silent') {
      response.flushHeaders()
    } else {
      response.end('thanks')
    }
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://localhost:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

const running = new AbortController().signal

function post(path: string, privateTargets: PrivateTargets = 'on', timeout = 5000, stopping = running) {
  requests = []
  return guardedPost({ url: base + path, headers: {}, body: '{"a":"б"}', privateTargets, timeout, stopping })
}

/** A target that answers every connection with these bytes, and then neither sends nor closes. */
async function givenRawTarget(bytes: string, { closes = false } = {}) {
  const target = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => (closes ? socket.end(bytes) : socket.write(bytes)))
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const send = (timeout: number, stopping = running) =>
    guardedPost({ url, headers: {}, body: '{}', privateTargets: 'on', timeout, stopping })
  return { send, close: () => target.close() }
}

const refused = [
  [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
  ],
  ['192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.0.8'],
  [
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
  ],
  [
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '2001:db8::1',
    '::127.0.0.1',
    'fec0::1',
    '100::1',
    '4000::1',
  ],
  ['', 'localhost', '127.0.0.1.example', '1.2.3', '0x7f.1', 'fe80::1%eth0'],
].flat()

test.each(refused)('%j is not a public address', (address) => {
  expect(isAllowedTarget(address, 'off')).toBe(false)
})

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
  '%s is a public address',
  (address) => {
    expect(isAllowedTarget(address, 'off')).toBe(true)
  },
)

test('a configured network is allowed, its neighbour is not', () => {
  const some = parsePrivateTargets('10.1.0.0/16, ::1/128') ?? 'off'
  expect(isAllowedTarget('10.1.255.1', some)).toBe(true)
  expect(isAllowedTarget('::ffff:10.1.0.1', some)).toBe(true)
  expect(isAllowedTarget('::1', some)).toBe(true)
  expect(isAllowedTarget('10.2.0.1', some)).toBe(false)
  expect(['yes', '10.0.0.1', '10.0.0.0/33', ''].map(parsePrivateTargets)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  'ftp://example.com',
  'http://example.com',
  'example.com',
  'https://user:secret@example.com',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://169.254.169.254/latest/meta-data',
])('%s cannot be a target', (url) => {
  expect(urlFault(url, 'off')).toBeTypeOf('string')
})

test('a public https URL can be a target', () => {
  expect(urlFault('https://example.com/hooks?a=b', 'off')).toBeUndefined()
})

test('a name that resolves to a loopback address is refused when connecting', async () => {
  const outcome = await post('/', parsePrivateTargets('10.0.0.0/8'))
  expect(outcome).toEqual({ kind: 'failed', error: { code: 'name_not_public', context: {} } })
  expect(requests).toEqual([])
})

test('an allowed target gets the body and its response comes back', async () => {
  expect(await post('/ok')).toEqual({ kind: 'answered', status: 200, excerpt: 'thanks' })
  expect(requests).toEqual([{ url: '/ok', body: '{"a":"б"}' }])
})

test('a redirect is not followed', async () => {
  expect(await post('/redirect')).toEqual({ kind: 'answered', status: 302, excerpt: 'elsewhere' })
  expect(requests.map((request) => request.url)).toEqual(['/redirect'])
})

test('an endless response is cut after a kilobyte', async () => {
  expect(await post('/large')).toEqual({ kind: 'answered', status: 500, excerpt: 'x'.repeat(1024) })
})

test('a request without a response times out', async () => {
  expect(await post('/silent', 'on', 50)).toEqual({
    kind: 'failed',
    error: { code: 'timeout', context: {} },
  })
})

test('a refused connection is reported with its code', async () => {
  const closed = 'http://127.0.0.1:1'
  const outcome = await guardedPost({
    url: closed,
    headers: {},
    body: '',
    privateTargets: 'on',
    timeout: 5000,
    stopping: running,
  })
  expect(outcome).toEqual({
    kind: 'failed',
    error: { code: 'connection_failed', context: { cause: 'ECONNREFUSED' } },
  })
})

test.for([
  ['with headers', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['without headers', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
] as const)('a target that switches protocols has answered 101, %s', async ([_, bytes]) => {
  const target = await givenRawTarget(bytes)
  expect(await target.send(60_000)).toEqual({ kind: 'answered', status: 101, excerpt: '' })
  target.close()
})

test.for([
  ['nothing', ''],
  ['half of the headers', 'HTTP/1.1 200 OK\r\nconte'],
  ['half of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
  ['only information', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
] as const)('a target that sends %s and stays open times out', async ([_, bytes]) => {
  const target = await givenRawTarget(bytes)
  expect(await target.send(100)).toEqual({ kind: 'failed', error: { code: 'timeout', context: {} } })
  target.close()
})

test.for([
  ['nothing', ''],
  ['half of the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
] as const)('a target that sends %s and closes has failed', async ([_, bytes]) => {
  const target = await givenRawTarget(bytes, { closes: true })
  expect(await target.send(60_000)).toMatchObject({ kind: 'failed', error: { code: 'connection_failed' } })
  target.close()
})

test('a stop aborts the request, which says nothing about the target', async () => {
  const target = await givenRawTarget('HTTP/1.1 200 OK\r\n')
  const stopping = new AbortController()
  const sent = target.send(60_000, stopping.signal)
  stopping.abort()
  expect(await sent).toEqual({ kind: 'aborted' })
  expect(await target.send(60_000, stopping.signal)).toEqual({ kind: 'aborted' })
  target.close()
})

test('an excerpt contains no control characters', () => {
  expect(readableExcerpt(Buffer.from('a\u0000b\u001b[31mc\nd\te\u202ef\u200b'))).toBe('a�b�[31mc\nd\te�f�')
  expect(readableExcerpt(Buffer.from([0xff, 0x41]))).toBe('�A')
  expect(readableExcerpt(Buffer.from('я'.repeat(2000))).length).toBeLessThanOrEqual(1024)
})
