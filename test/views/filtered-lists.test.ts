import { beforeAll, expect, test } from 'vitest'
import { givenOrganization, validInn } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { cancel, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer()
const requests = '/v1/lists/purchase-requests'
let operator: Client
const made: { id: string; number: string }[] = []

beforeAll(async () => {
  operator = await server.signIn('operator')
  const [first, second] = [await givenOrganization(server), await givenOrganization(server)]
  const days = ['2026-01-05', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08']
  for (const [index, day] of days.entries()) {
    server.clock.at = new Date(`${day}T10:00:00Z`)
    const client = await server.signIn('operator')
    const of = index % 2 === 0 ? first : second
    const overrides = index === 1 || index === 4 ? { assignee_id: operator.id } : {}
    made.push(
      await givenRequest(client, of.id, overrides, ...(index === 3 ? [cancel] : index > 0 ? [review] : [])),
    )
  }
  server.clock.at = null
})

async function numbers(query: string, client = operator): Promise<string[]> {
  const { status, body } = await client.get(`${requests}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map(({ number }: { number: string }) => number)
}
const at = (...places: number[]) => places.map((place) => made[place]?.number)

test('requests are filtered by status, assignee, day and asset, newest first', async () => {
  expect(await numbers('')).toEqual(at(4, 3, 2, 1, 0))
  expect(await numbers('status=in_review')).toEqual(at(4, 2, 1))
  expect(await numbers('assignee_id=me')).toEqual(at(4, 1))
  expect(await numbers(`assignee_id=${operator.id}&status=in_review&from=2026-01-06`)).toEqual(at(4))
  expect(await numbers('assignee_id=none')).toEqual(at(3, 2, 0))
  expect(await numbers('assignee_id=me', await server.signIn('officer'))).toEqual([])
  expect(await numbers('from=2026-01-06&to=2026-01-07')).toEqual(at(3, 2))
  expect(await numbers('to=2026-01-05')).toEqual(at(1, 0))
  expect(await numbers('from=2027-01-01')).toEqual([])
  expect(await numbers('to=2025-01-01')).toEqual([])
  expect(await numbers('asset=BTC')).toEqual([])
})

test('pages follow one another in both orders', async () => {
  for (const [sort, order] of [
    ['-created_at', [4, 3, 2, 1, 0]],
    ['created_at', [0, 1, 2, 3, 4]],
  ] as const) {
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await operator.get(`${requests}?sort=${sort}&limit=2${cursor}`)
      seen.push(...body.items.map(({ number }: { number: string }) => number))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    expect(seen).toEqual(at(...order))
  }
})

test('a row is what the single read returns', async () => {
  const { body } = await operator.get(`${requests}?limit=1`)
  expect(body.items[0]).toEqual((await operator.get(`/v1/purchase-requests/${made[4]?.id}`)).body)
})

test('the export takes the same filters', async () => {
  const { status, body } = await operator.get('/v1/exports/purchase-requests?format=csv&assignee_id=me')
  expect(status).toBe(200)
  const rows = body.trim().split('\n').slice(1)
  expect(rows.map((row: string) => row.slice(0, row.indexOf(',')))).toEqual(at(4, 1))
})

test('nobody is assigned to an API key', async () => {
  const owner = await server.signIn('owner')
  const key = client(server, await givenApprovedKey(server, owner, ['requests:read']))
  expect(await numbers('assignee_id=me', key)).toEqual([])
  expect((await key.get('/v1/lists/organizations')).status).toBe(403)
})

test('organizations are filtered by name, state and day', async () => {
  const path = '/v1/lists/organizations'
  const officer = await server.signIn('officer')
  const create = async (nine: number) => {
    const body = { inn: validInn(nine), ogrn: '1027700132195', full_name: `ООО «Незабудка ${nine}»` }
    return (await officer.post('/v1/organizations', body)).body
  }
  const [reviewed, other] = [await create(770_900_001), await create(770_900_002)]
  const decision = { kyb_status: 'in_review' }
  expect((await officer.patch(`/v1/organizations/${reviewed.id}`, decision)).status).toBe(200)
  const ids = async (query: string) => {
    const { status, body } = await operator.get(`${path}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items.map(({ id }: { id: string }) => id)
  }
  const [newest, ...older] = await ids('kyb_status=in_review')
  expect(newest).toBe(reviewed.id)
  expect(older).not.toContain(other.id)
  const q = encodeURIComponent('незабудка')
  expect(await ids(`q=${q}`)).toEqual([other.id, reviewed.id])
  expect(await ids(`q=${q}&sort=created_at`)).toEqual([reviewed.id, other.id])
  expect(await ids(`q=${q}&kyb_status=in_review`)).toEqual([reviewed.id])
  expect(await ids(`q=${q}&to=2020-01-01`)).toEqual([])
  expect(await ids('registry_status=bankrupt')).toEqual([])
  const { body } = await operator.get(`${path}?kyb_status=in_review`)
  expect(body.items[0]).toEqual((await operator.get(`/v1/organizations/${reviewed.id}`)).body)
})
