import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createChangeRetentionJob } from '../../server/features/changes/change-retention.ts'
import { restartChangesAfterRestore } from '../../server/features/changes/restored-changes.ts'
import { givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

const now = async (client: Client): Promise<string> => (await client.get('/v1/changes?after=now')).body.cursor
const typesOf = ({ body }: { body: { items: { type: string }[] } }) => body.items.map(({ type }) => type)
const day = 86_400_000

async function givenKey(scopes: string[]): Promise<Client> {
  const owner = await server.signIn('owner')
  const { body } = await owner.post('/v1/api-keys', { name: 'Follower', scopes })
  return client(server, body.key)
}

test('a change is listed once, with its version, in the order of the commits', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const start = await now(operator)
  const request = await givenRequest(operator, buyer.id, {}, review)
  const { body } = await operator.get(`/v1/changes?after=${start}`)
  expect(body.items).toEqual([
    {
      cursor: expect.any(String),
      type: 'purchase_request.created',
      object: { type: 'purchase_request', id: request.id },
      path: `/v1/purchase-requests/${request.id}`,
      organization_id: buyer.id,
      version: 1,
      at: request.created_at,
    },
    expect.objectContaining({ type: 'purchase_request.status_changed', version: 2, at: request.updated_at }),
  ])
  expect(body.cursor).toBe(body.items[1].cursor)
  expect((await operator.get(`/v1/changes?after=${body.cursor}`)).body).toEqual({
    items: [],
    cursor: body.cursor,
  })
  // Page by page it is the same list.
  const first = await operator.get(`/v1/changes?after=${start}&limit=1`)
  const second = await operator.get(`/v1/changes?after=${first.body.cursor}&limit=1`)
  expect([...first.body.items, ...second.body.items]).toEqual(body.items)
  expect(second.body.cursor).toBe(body.cursor)
})

test('without a cursor the list begins with the oldest change that is kept', async () => {
  const owner = await server.signIn('owner')
  await givenKey(['requests:read'])
  const { body } = await owner.get('/v1/changes?limit=1')
  const kept = await server.db.selectFrom('changes').select('seq').orderBy('seq').execute()
  expect(kept[0]?.seq).toBe(1)
  // The first row only marks the begin of the log.
  expect(body.items[0].cursor).toMatch(/^2-/)
})

test('callers see the changes of what they may read, and their cursor passes the others', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const documents = await givenKey(['documents:read'])
  const requests = await givenKey(['requests:read'])
  const start = await now(operator)
  await givenRequest(operator, buyer.id)
  const seen = await requests.get(`/v1/changes?after=${start}`)
  const unseen = await documents.get(`/v1/changes?after=${start}`)
  expect(typesOf(seen)).toEqual(['purchase_request.created'])
  expect(typesOf(unseen)).toEqual([])
  expect(unseen.body.cursor).toBe(seen.body.cursor)
})

test('a cursor that nobody was given is refused: 422 by its form, 410 by its place', async () => {
  const operator = await server.signIn('operator')
  const [seq, mark] = (await now(operator)).split('-') as [string, string]
  for (const nonsense of ['soon', '', '5', `-1-${mark}`, `${seq}-${mark}0`, '%00']) {
    expect((await operator.get(`/v1/changes?after=${nonsense}`)).status).toBe(422)
  }
  for (const other of [`${seq}-0123456789abcdef`, `${Number(seq) + 5}-${mark}`, `999999999999999-${mark}`]) {
    const { status, body } = await operator.get(`/v1/changes?after=${other}`)
    expect([status, body.code]).toEqual([410, 'cursor_expired'])
  }
  for (const wrong of ['wait=61', 'wait=-1', 'limit=0', 'limit=1001']) {
    expect((await operator.get(`/v1/changes?${wrong}`)).status).toBe(422)
  }
})

test('changes older than the retention are deleted, except the last one; their cursors are 410', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  const old = await now(operator)
  await givenRequest(operator, buyer.id, {}, review)
  const last = await now(operator)
  const purge = (later: number) =>
    createChangeRetentionJob({
      db: server.db,
      now: () => new Date(Date.now() + later),
      retentionSeconds: 30 * 86_400,
    }).run(new AbortController().signal)

  await purge(29 * day)
  expect((await operator.get(`/v1/changes?after=${old}`)).body.items).toHaveLength(2)
  await purge(31 * day)
  const { status, body } = await operator.get(`/v1/changes?after=${old}`)
  expect([status, body.code]).toEqual([410, 'cursor_expired'])
  expect((await operator.get(`/v1/changes?after=${last}`)).body).toEqual({ items: [], cursor: last })
  await givenRequest(operator, buyer.id)
  expect(typesOf(await operator.get(`/v1/changes?after=${last}`))).toEqual(['purchase_request.created'])
  expect(typesOf(await operator.get('/v1/changes'))).toHaveLength(2)
})

test('after a restore no cursor from before is valid, and numbers are not used for two changes', async () => {
  const operator = await server.signIn('operator')
  const buyer = await givenBuyer(server)
  await givenRequest(operator, buyer.id)
  const before = await now(operator)
  const connection = new pg.Client({ connectionString: server.databaseUrl })
  await connection.connect()
  await restartChangesAfterRestore(connection)
  await connection.end()

  expect((await operator.get(`/v1/changes?after=${before}`)).status).toBe(410)
  const start = await now(operator)
  expect(Number(start.split('-')[0])).toBeGreaterThan(Number(before.split('-')[0]))
  await givenRequest(operator, buyer.id)
  expect(typesOf(await operator.get(`/v1/changes?after=${start}`))).toEqual(['purchase_request.created'])
  expect((await operator.get(`/v1/changes?after=${before}`)).status).toBe(410)
})
