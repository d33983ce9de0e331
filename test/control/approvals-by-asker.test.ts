import { expect, test } from 'vitest'
import { givenOrganization } from '../support/given/factories.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

test('approvals are listed by who asked, from one page to the next', async () => {
  const [first, second] = [await server.signIn('custodian'), await server.signIn('custodian')]
  const asked = [await ask(first), await ask(second), await ask(first), await ask(first)]
  const mine = `/v1/approvals?asked_by=${first.id}&limit=2`
  const page = (await second.get(mine)).body
  const rest = (await second.get(`${mine}&cursor=${page.next_cursor}`)).body
  const ids = [...page.items, ...rest.items].map(({ id }: { id: string }) => id)
  expect(ids).toEqual([asked[3], asked[2], asked[0]])
  expect(page.items).toHaveLength(2)
  expect(rest.next_cursor).toBeNull()
  expect((await second.get(`/v1/approvals?asked_by=${second.id}&status=waiting`)).body.items).toHaveLength(1)
  expect((await second.get('/v1/approvals?asked_by=nobody')).status).toBe(422)
})

async function ask(custodian: Client): Promise<string> {
  const { id } = await givenOrganization(server)
  const owner = await server.signIn('owner')
  expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  const refused = await custodian.get(`/v1/organizations/${id}/wallets/mnemonic`)
  expect(refused.status).toBe(403)
  return refused.body.context.approval_id
}
