import { afterEach, expect, test } from 'vitest'
import { givenBuyer, givenRequest } from '../support/given-purchase-request.ts'
import { type Client, startServer } from '../support/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

const now = async (client: Client): Promise<string> => (await client.get('/v1/changes?after=now')).body.cursor

test('a change is listed once, with its version, in the order of the commits', async () => {
  const operator = await server.signIn('operator')
  const start = await now(operator)
  const buyer = await givenBuyer(server)
  const request = await givenRequest(operator, buyer.id)
  const { status } = await operator.patch(`/v1/purchase-requests/${request.id}/status`, {
    status: 'in_review',
  })
  expect(status).toBe(200)

  const { body } = await operator.get(`/v1/changes?after=${start}`)
  expect(body.items.slice(-2)).toEqual([
    {
      cursor: expect.any(String),
      type: 'purchase_request.created',
      object: { type: 'purchase_request', id: request.id },
      organization_id: buyer.id,
      version: 1,
      at: expect.any(String),
    },
    expect.objectContaining({ type: 'purchase_request.status_changed', version: 2 }),
  ])
  expect(body.cursor).toBe(body.items.at(-1).cursor)
  expect((await operator.get(`/v1/changes?after=${body.cursor}`)).body).toEqual({
    items: [],
    cursor: body.cursor,
  })
})
