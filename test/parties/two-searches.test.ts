import { beforeAll, expect, test } from 'vitest'
import { organizationTools } from '../support/given/organization-tools.ts'
import { type Client, startServer } from '../support/service/harness.ts'

/** Why neither index of an organization can do without the other: ADR 38. */
const server = startServer()
let reader: Client
let inn: string

beforeAll(async () => {
  reader = await server.signIn('operator')
  const { organization } = await organizationTools(server).given({ full_name: 'ООО "Ромашковый луг"' })
  inn = organization.inn
})

async function found(path: string): Promise<string[]> {
  const { status, body } = await reader.get(path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items.map((item: { inn: string }) => item.inn)
}
const inList = (q: string) => found(`/v1/organizations?q=${encodeURIComponent(q)}`)
const inRegister = (q: string) => found(`/v1/organizations/search?q=${encodeURIComponent(q)}`)

test.each(['машков', 'уг', 'ш'])('%s inside of words is found by the list alone', async (q) => {
  expect(await inList(q)).toEqual([inn])
  expect(await inRegister(q)).toEqual([])
})

test.each(['луг ромашковый', 'ромашкавый', 'hjvfirjdsq'])(
  '%s is found by the search of parties alone',
  async (q) => {
    expect(await inRegister(q)).toEqual([inn])
    expect(await inList(q)).toEqual([])
  },
)

test('the beginning of a name is found by both', async () => {
  expect(await inList('ромашк')).toEqual([inn])
  expect(await inRegister('ромашк')).toEqual([inn])
})
