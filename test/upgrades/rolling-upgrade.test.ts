import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { validInn } from '../support/given/factories.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { nextRelease } from './next-release.ts'

const server = startServer({ connections: 4 })
let second: Awaited<ReturnType<typeof startNode>>
beforeAll(async () => {
  second = await startNode(server)
})
afterAll(() => second.stop())

test('two nodes are upgraded one after the other, and no request fails', async () => {
  const owner = await server.signIn('owner')
  let nodes: { url: string }[] = [server, second]
  const stop = new AbortController()
  const created: string[] = []
  const failures: unknown[] = []
  let sent = 0

  async function load(): Promise<void> {
    while (!stop.signal.aborted) {
      sent += 1
      const caller = client(nodes[sent % nodes.length] as { url: string }, owner.token)
      const inn = validInn(500_000_000 + sent)
      const made = await caller.post('/v1/organizations', {
        inn,
        ogrn: '1027700132195',
        full_name: `ООО ${inn}`,
      })
      const changed = await caller.patch(`/v1/organizations/${made.body.id}`, { notes: inn, version: 1 })
      const request = await caller.post('/v1/purchase-requests', newRequest(made.body.id))
      const list = await caller.get('/v1/organizations?limit=5')
      const statuses = [made, changed, request, list].map(({ status }) => status)
      if (statuses.join() === '201,200,201,200') created.push(inn)
      else failures.push({ statuses, body: made.body })
    }
  }
  const more = async () => {
    const wanted = created.length + 10
    await expect
      .poll(() => created.length + failures.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(wanted)
  }

  const running = Promise.all([load(), load(), load()])
  await more()
  // The first node of the next release migrates; the two old ones go on.
  const db = connect(server.databaseUrl, { max: 1 })
  await migrate(db, await nextRelease())
  await db.destroy()
  const upgraded = await startNode(server)
  nodes = [server, second, upgraded]
  await more()
  nodes = [server, upgraded]
  await more()
  stop.abort()
  await running
  await upgraded.stop()

  expect(failures).toEqual([])
  const { body } = await owner.get('/v1/organizations?limit=1')
  expect(body.total).toBe(created.length)
})
