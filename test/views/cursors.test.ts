import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()
let owner: Client

beforeAll(async () => {
  owner = await server.signIn('owner')
})

interface QuerySchema {
  properties?: Record<string, unknown>
}
const lists = operations
  .filter(
    ({ method, path, query }) => method === 'GET' && !path.includes('{') && hasCursor(query as QuerySchema),
  )
  .map(({ path }) => path)

function hasCursor(query: QuerySchema | undefined): boolean {
  return query?.properties !== undefined && 'cursor' in query.properties
}

test('there are lists with a cursor', () => {
  expect(lists.length).toBeGreaterThan(15)
})

/** What a list cannot be read without. */
const needed: Readonly<Record<string, string>> = {
  '/v1/books/ledger': 'account=equity:opening:RUB&commodity=RUB&',
}

const id = '00000000-0000-4000-8000-000000000000'
test.each([
  'x',
  id,
  `${id},${id}`,
  `2026-02-30T00:00:00.000000Z,${id}`,
  `9999-99-99T99:99:99.999999Z,${id}`,
  `2026-01-01T00:00:00.000000Z,${id}`,
  '999999999999999999',
  '9999999999999999999999',
  "1';--",
  ',',
])('a cursor that no page gave is refused, or begins somewhere: %s', async (cursor) => {
  for (const path of lists) {
    const { status, body } = await owner.get(
      `${path}?${needed[path] ?? ''}cursor=${encodeURIComponent(cursor)}`,
    )
    expect([200, 422], `${path} ${JSON.stringify(body)}`).toContain(status)
    if (status === 422) expect(body.detail[0].loc, path).toEqual(['query', 'cursor'])
  }
})
