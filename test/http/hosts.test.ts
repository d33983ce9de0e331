import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

/** Sends these bytes and returns the first response. */
async function conversation(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (piece) => {
    received += piece
  })
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body }
}

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}connection: close\r\n\r\n`

test.each([
  ['two Host headers', get('/healthz', 'host: a.example', 'host: b.example')],
  ['the same Host header twice', get('/healthz', 'host: a.example', 'Host: a.example')],
  ['no Host header', get('/healthz')],
  ['an empty Host header', get('/healthz', 'host:')],
  ['a list', get('/healthz', 'host: a.example, b.example')],
  ['a path in it', get('/healthz', 'host: a.example/x')],
  ['a user in it', get('/healthz', 'host: me@a.example')],
  ['a space in it', get('/healthz', 'host: a b')],
  ['a port that is no number', get('/healthz', 'host: a.example:x')],
  ['an unknown path', get('/nothing', 'host: a.example', 'host: b.example')],
  ['an operation', get('/v1/organizations', 'host: a.example', 'host: b.example')],
  ['a target with another host', get('http://b.example/healthz', 'host: a.example')],
  ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
  ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nhost: a.example\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
])('a request that does not name its host in one way is 400: %s', async (_what, bytes) => {
  const { status, head, body } = await conversation(bytes)
  expect(status).toBe(400)
  expect(head).toContain('content-type: application/json')
  expect(JSON.parse(body)).toEqual({
    code: 'unreadable',
    detail: expect.any(String),
    request_id: expect.any(String),
  })
})

test.each([
  ['a name', get('/healthz', 'host: a.example')],
  ['a name and a port', get('/healthz', 'host: kontor_1:8080')],
  ['an IPv6 address', get('/healthz', 'host: [::1]:8080')],
  ['a target with the same host', get('http://A.example/healthz', 'host: a.example')],
  ['HTTP/1.0 without a Host header', 'GET /healthz HTTP/1.0\r\n\r\n'],
])('a request with one host is served: %s', async (_what, bytes) => {
  expect((await conversation(bytes)).status).toBe(200)
})

test('two Authorization headers are no credential, whichever of them would be one', async () => {
  const { token } = await server.signIn('owner')
  const lines = ['authorization: Bearer x', `authorization: Bearer ${token}`]
  for (const order of [lines, lines.toReversed()]) {
    const { status, body } = await conversation(get('/v1/auth/me', 'host: a.example', ...order))
    expect([status, JSON.parse(body).code]).toEqual([401, 'token_invalid'])
  }
})
