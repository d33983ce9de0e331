import { expect, test } from 'vitest'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

let officer: Client
const ids: string[] = []

async function list(query: Record<string, unknown>) {
  officer ??= await server.signIn('officer')
  while (ids.length < 27) ids.unshift((await givenOrganization(server)).id)
  return (await officer.get(`/v1/organizations?${new URLSearchParams(query as Record<string, string>)}`)).body
}

test('the newest come first, and every offset is a part of the same order', async () => {
  const whole = await list({})
  expect(whole.items.map(({ id }: OrganizationResponse) => id)).toEqual(ids)
  expect(whole).toMatchObject({ total: 27, total_is_exact: true, limit: 50, offset: 0 })
  for (const [limit, offset] of [
    [1, 0],
    [5, 3],
    [7, 21],
    [200, 26],
  ] as const) {
    const page = await list({ limit, offset })
    expect(page.items.map(({ id }: OrganizationResponse) => id)).toEqual(ids.slice(offset, offset + limit))
    expect(page).toMatchObject({ total: 27, total_is_exact: true, limit, offset })
  }
})

test.each(['27', '1000', '99999999999999999999'])(
  'an offset beyond the end (%s) returns an empty page with the total',
  async (offset) => {
    expect(await list({ offset })).toMatchObject({ items: [], total: 27, total_is_exact: true })
  },
)

test.each([
  ['limit=0', 'limit', 'greater_than_equal'],
  ['limit=201', 'limit', 'less_than_equal'],
  ['limit=x', 'limit', 'int_parsing'],
  ['offset=-1', 'offset', 'greater_than_equal'],
  ['q=', 'q', 'string_too_short'],
  [`q=${'x'.repeat(256)}`, 'q', 'string_too_long'],
])('%s is 422', async (query, key, type) => {
  await list({})
  expect(await officer.get(`/v1/organizations?${query}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['query', key], type }] },
  })
})
