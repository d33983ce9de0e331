import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from '../../server/platform/http/server.ts'

let app: FastifyInstance
let port: number
const open: Socket[] = []

beforeAll(async () => {
  app = createHttpServer({
    log: pino({ level: 'silent' }),
    trustedProxies: [],
    https: false,
    headersTimeoutMs: 500,
  })
  app.get('/slow', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/plain' })
    reply.raw.write('begun ')
  })
  app.get('/quick', async () => 'served')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

/** Sends these bytes and returns all that comes until the server closes the connection. */
async function conversation(bytes: string, afterFirstData = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  open.push(socket)
  let received = ''
  socket.on('data', (piece) => {
    received += piece
  })
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  if (afterFirstData) socket.once('data', () => socket.write(afterFirstData))
  await once(socket, 'close')
  return received
}

test('a connection on which nothing was sent is closed without a response', async () => {
  expect(await conversation('')).toBe('')
})

test.each(['G', 'GET /quick HTTP/1.1\r\nhost: x\r\nx-a:'])(
  'a request that was begun gets 408: %j',
  async (bytes) => {
    const [head = '', body = ''] = (await conversation(bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(head).toContain('\r\nconnection: close')
    expect(JSON.parse(body)).toMatchObject({ code: 'request_timeout', request_id: expect.any(String) })
  },
)

test('the second request of a connection gets 408 after the response to the first', async () => {
  const text = await conversation('GET /quick HTTP/1.1\r\nhost: x\r\n\r\nGET /quick HTTP/1.1\r\nhost')
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
})

test('bytes that are not HTTP do not end up inside a response that has begun', async () => {
  const text = await conversation('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n', 'no HTTP at all\r\n\r\n')
  expect(text).toContain('begun ')
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})
