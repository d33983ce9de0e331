import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import { until } from '../support/processes/until.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

/** Greets, and then never says another word. */
const open = new Set<Socket>()
const silent = createServer((socket) => {
  open.add(socket)
  socket.resume().write('220 mail.example.com\r\n')
  socket.on('error', () => {})
  socket.on('close', () => open.delete(socket))
}).listen(0, '127.0.0.1')
await once(silent, 'listening')
afterAll(() => {
  for (const socket of open) socket.destroy()
  silent.close()
})

const server = startServer({
  env: {
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    KONTOR_PUBLIC_URL: 'https://desk.example.com',
  },
})

/** So many mails does a node send at the same time. */
const perNode = 4

test('a mail server that hangs delays neither requests nor the stop of a node', async () => {
  const [author, colleague] = [await server.signIn('operator'), await server.signIn('officer')]
  const organization = await givenOrganization(server)
  const mention = async () => {
    const comment = { comment: 'Please look', mentions: [colleague.id] }
    const { status } = await author.post(`/v1/organizations/${organization.id}/comments`, comment)
    expect(status).toBe(201)
  }
  const node = await startNode(server)
  for (let count = 0; count < 2 * perNode; count++) await mention()
  await until('all workers of both nodes wait for the server', () => open.size === 2 * perNode)
  // The pool has one connection: none of the workers holds it.
  await mention()
  expect((await colleague.get('/v1/inbox')).status).toBe(200)
  await node.stop()
  // Less than the timeouts of SMTP: the node hangs up itself.
  await until('the node has hung up', () => open.size === perNode, { seconds: 5, every: 20 })
  const mails = await server.db.selectFrom('mails').select(['lease', 'attempts']).execute()
  // What the node had is for the next one, at once, and does not count as an attempt.
  expect(mails.filter(({ lease }) => lease !== null)).toHaveLength(perNode)
  expect(mails.filter(({ attempts }) => attempts > 0)).toEqual([])
})
