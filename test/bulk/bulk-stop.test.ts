import { expect, test } from 'vitest'
import { untilWaiting } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

test('a service that stops finishes the row it is at, and says that the others were not begun', async () => {
  const operator = await server.signIn('operator')
  const { id: buyer } = await givenOrganization(server)
  const [first, second] = [await givenRequest(operator, buyer), await givenRequest(operator, buyer)]
  const { running, stopped } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('purchase_requests').select('id').where('id', '=', first.id).forUpdate().execute()
    const items = [first, second].map(({ id }) => ({ id, version: 1, ...review }))
    const running = operator.post('/v1/bulk/move', { items })
    await untilWaiting(server.db, 1)
    return { running, stopped: server.service.stop() }
  })
  expect(await running).toMatchObject({
    status: 200,
    body: {
      items: [
        { id: first.id, status: 200, result: { status: 'in_review' } },
        { id: second.id, status: 503, error: { code: 'shutting_down' } },
      ],
    },
  })
  await stopped
  const rows = await server.db.selectFrom('purchase_requests').select(['id', 'status']).execute()
  expect(rows.find(({ id }) => id === second.id)?.status).toBe('new')
})
