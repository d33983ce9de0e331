import { beforeAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { WorkItem } from '../../contract/work/work.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client
let second: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  second = await server.signIn('owner')
  // Old enough to vote.
  const old = new Date(Date.now() - 2 * 86_400_000)
  await changeAdministrators(server, { role_since: old, credentials_since: old })
  const rules = closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] }))
  const changed = await owner.put('/v1/policy', { rules })
  expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300)
})

const waiting = async (by: Client, query = ''): Promise<WorkItem[]> => {
  const { status, body } = await by.get(`/v1/work/approvals?${query}`)
  expect(status).toBe(200)
  return body.items
}
const countOf = async (by: Client) => {
  const { body } = await by.get('/v1/work')
  return body.items.find(({ queue }: WorkItem) => queue === 'approvals').total
}

async function ask(name: string): Promise<string> {
  const { status, body } = await owner.post('/v1/api-keys', { name, scopes: ['requests:read'] })
  expect(status, JSON.stringify(body)).toBe(403)
  return body.context.approval_id
}

test('approvals wait for whose vote counts, until they have voted', async () => {
  const ids = [await ask('First'), await ask('Second'), await ask('Third')]
  expect((await waiting(second)).map(({ id }) => id)).toEqual(ids)
  expect((await waiting(second))[0]).toMatchObject({
    queue: 'approvals',
    kind: 'approval',
    detail: 'api_key.create',
    overdue: false,
  })
  expect(await countOf(second)).toBe(3)
  // Who asked does not decide, nor do others.
  expect(await waiting(owner)).toEqual([])
  expect(await countOf(owner)).toBe(0)
  expect(await waiting(await server.signIn('auditor'))).toEqual([])

  const first = await second.get('/v1/work/approvals?limit=2')
  const rest = await waiting(second, `limit=2&cursor=${first.body.next_cursor}`)
  expect([...first.body.items, ...rest].map(({ id }) => id)).toEqual(ids)
  expect((await waiting(second, 'sort=newest')).map(({ id }) => id)).toEqual(ids.toReversed())

  await second.post(`/v1/approvals/${ids[0]}/votes`, { decision: 'refuse' })
  expect((await waiting(second)).map(({ id }) => id)).toEqual(ids.slice(1))
  // The next page of one that has been decided meanwhile.
  expect(await waiting(second, `cursor=${first.body.next_cursor}`)).toEqual(rest)

  await server.db
    .updateTable('approvals')
    .set({ asked_at: new Date(Date.now() - 5 * 3_600_000) })
    .where('id', '=', ids[2] as string)
    .execute()
  expect((await waiting(second)).map(({ id, overdue }) => [id, overdue])).toEqual([
    [ids[2], true],
    [ids[1], false],
  ])
  await server.db.updateTable('approvals').set({ expires_at: new Date() }).execute()
  expect(await waiting(second)).toEqual([])
})

test('no API key sees them', async () => {
  const made = await owner.post('/v1/api-keys', { name: 'Key', scopes: ['requests:read'] })
  await second.post(`/v1/approvals/${made.body.context.approval_id}/votes`, { decision: 'approve' })
  const { body } = await owner.post('/v1/api-keys', { name: 'Key', scopes: ['requests:read'] })
  expect((await client(server, body.key).get('/v1/work/approvals')).status).toBe(403)
})
