import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const open: Socket[] = []
afterAll(() => {
  for (const socket of open) socket.destroy()
})

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  open.push(socket)
  await once(socket, 'connect')
  return socket
}

test('a thousand idle connections keep nobody else from being served', async () => {
  const idle: Socket[] = []
  for (let made = 0; made < 1_000; made += 100)
    idle.push(...(await Promise.all(Array.from({ length: 100 }, dial))))
  const served = await Promise.all(Array.from({ length: 20 }, () => server.anonymous.get('/healthz')))
  expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]))
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([])
  for (const socket of idle) socket.destroy()
})

test.runIf(isFull)(
  'a client that never finishes its headers is disconnected, and one that sends half a body blocks nobody',
  async () => {
    const silent = await dial()
    const dribbling = await dial()
    const half = await dial()
    dribbling.write('GET /v1/organizations HTTP/1.1\r\nhost: x\r\nx-a:')
    half.write(
      'POST /v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    )
    const drip = setInterval(() => dribbling.write('a'), 500)
    for (const socket of [silent, dribbling, half]) socket.resume()
    const gone = [silent, dribbling].map((socket) => once(socket, 'close'))
    expect((await server.anonymous.get('/healthz')).status).toBe(200)
    await Promise.all(gone)
    clearInterval(drip)
    expect(half.destroyed).toBe(false)
  },
)

test('a client that reads no responses is not read from any further', async () => {
  const greedy = await dial()
  greedy.pause()
  let taken = 0
  server.service.app.server.on('request', ({ url }) => {
    if (url === '/openapi.json') taken += 1
  })
  const request = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'
  // A response is some 200 kB, and the client reads none of them.
  for (let sent = 0; sent < 2_000; sent += 100) {
    greedy.write(request.repeat(100))
    await server.anonymous.get('/healthz')
  }
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(1_000)
})
