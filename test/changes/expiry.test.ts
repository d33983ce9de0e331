import { afterEach, expect, test } from 'vitest'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
afterEach(() => {
  server.clock.at = null
})

const at = (text: string) => {
  server.clock.at = new Date(text)
}

/** An organization with a document that is valid until the end of this day. */
async function givenExpiringDocument(expires_on: string) {
  const organization = await givenOrganization(server)
  const officer = await server.signIn('officer')
  const path = `/v1/organizations/${organization.id}/documents/charter`
  expect((await officer.put(path, form(pdf(), { expires_on }))).status).toBe(200)
  const reviewed = await officer.patch(`${path}/review`, { version: 1, decision: 'approved' })
  expect(reviewed.body.status).toBe('approved')
  return { id: organization.id, path }
}

async function changesSince(cursor: string) {
  const auditor = await server.signIn('auditor')
  return (await auditor.get(`/v1/changes?after=${cursor}`)).body.items
}

const expiry = (id: string) => [
  expect.objectContaining({
    type: 'document.expired',
    object: { type: 'document', id: expect.any(String) },
    organization_id: id,
    version: 1,
  }),
  expect.objectContaining({
    type: 'organization.documents_changed',
    object: { type: 'organization', id },
    organization_id: id,
    version: 1,
  }),
]

async function cursorNow(): Promise<string> {
  const auditor = await server.signIn('auditor')
  return (await auditor.get('/v1/changes?after=now')).body.cursor
}

test('a document that expires changes itself and its organization on that day, once', async () => {
  at('2030-03-01T12:00:00Z')
  const { id } = await givenExpiringDocument('2030-03-01')
  const start = await cursorNow()
  await server.service.responseRenewal.run()
  expect(await changesSince(start)).toEqual([])
  at('2030-03-02T00:00:01Z')
  await server.service.responseRenewal.run()
  expect(await changesSince(start)).toEqual(expiry(id))
  await server.service.responseRenewal.run()
  expect(await changesSince(start)).toEqual(expiry(id))
})

test('a change of the organization on that day does not hide the expiry', async () => {
  at('2030-05-01T12:00:00Z')
  const { id } = await givenExpiringDocument('2030-05-01')
  at('2030-05-02T00:00:01Z')
  const start = await cursorNow()
  const operator = await server.signIn('operator')
  expect((await operator.patch(`/v1/organizations/${id}`, { notes: 'On that day' })).status).toBe(200)
  await server.service.responseRenewal.run()
  const [updated, ...rest] = await changesSince(start)
  expect(updated).toMatchObject({ type: 'organization.updated', version: 2 })
  expect(rest.map(({ type }: { type: string }) => type)).toEqual([
    'document.expired',
    'organization.documents_changed',
  ])
})
