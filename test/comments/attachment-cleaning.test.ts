import { afterEach, expect, test } from 'vitest'
import { pdf } from '../support/files/document-samples.ts'
import { filesOf, form } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { until } from '../support/processes/until.ts'
import { startNode } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

test('files that no comment has taken within a day are deleted, with their blobs, and no others', async () => {
  const operator = await server.signIn('operator')
  const organization = await givenOrganization(server)
  const path = `/v1/organizations/${organization.id}`
  const send = async () => {
    const { status, body } = await operator.post(`${path}/comment-attachments`, form(pdf(), {}, 'letter.pdf'))
    expect(status).toBe(201)
    return body.id as string
  }
  const [unused, taken, recent] = [await send(), await send(), await send()]
  const comment = await operator.post(`${path}/comments`, { comment: 'See the file', attachments: [taken] })
  expect(comment.status).toBe(201)
  const later = new Date(Date.now() + 25 * 3_600_000)
  await server.db
    .updateTable('comment_attachments')
    .set({ uploaded_at: new Date(later.getTime() - 23 * 3_600_000) })
    .where('id', '=', recent)
    .execute()
  expect(filesOf(server).blobs).toHaveLength(3)

  // A node cleans when it starts; two that do so at once do not disturb each other.
  server.clock.at = later
  const nodes = await Promise.all([startNode(server), startNode(server)])
  await until('the unused file is gone', () => filesOf(server).blobs.length < 3, { every: 20 })
  for (const node of nodes) await node.stop()
  server.clock.at = null
  expect((await operator.get(`${path}/comment-attachments/${unused}`)).status).toBe(404)
  for (const kept of [taken, recent])
    expect((await operator.get(`${path}/comment-attachments/${kept}`)).status).toBe(200)
  expect(filesOf(server).blobs).toHaveLength(2)
  // Too late for the comment: it says so, and can be sent again without the file.
  const late = await operator.post(`${path}/comments`, { comment: 'See the file', attachments: [unused] })
  expect(late).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'attachments', 0], ctx: { code: 'attachment_not_found' } }] },
  })
})
