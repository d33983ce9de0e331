import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { openStoreDoor } from '../support/outside/store-door.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const door = await openStoreDoor()
vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
afterAll(() => {
  vi.unstubAllEnvs()
  return door.close()
})
const server = startServer({
  connections: 4,
  env: { KONTOR_DOCUMENTS_URL: `s3://documents/kontor?endpoint=${door.endpoint}` },
})

function drafts(): string[] {
  const directory = join(server.dataDir, 'documents-incoming')
  return existsSync(directory) ? readdirSync(directory) : []
}

/** No row, no event, no audit row, no draft: as if it had never been sent. */
async function nothingIsWritten(client: Client, organization: { id: string }): Promise<void> {
  expect((await client.get(slotPath(organization, 'charter'))).status).toBe(404)
  const events = await server.db.selectFrom('audit_events').select('event').execute()
  expect(events.filter(({ event }) => event.includes('document.uploaded'))).toEqual([])
  expect(drafts()).toEqual([])
}

function expectAway({ status, headers, body }: Reply): void {
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'storage_unavailable' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

test('an object store that resets every connection is a 503, and nothing is written', async () => {
  door.passage = 'reset'
  const [organization, operator] = [await givenOrganization(server), await server.signIn('operator')]
  for (let tries = 0; tries < 2; tries++) expectAway(await upload(operator, organization, 'charter', pdf()))
  await nothingIsWritten(operator, organization)
  // With its cause, and not for every try.
  const lines = server.logged.filter((line) => line.includes('the blob store failed'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, alert: 'document_storage', part: 'store', err: { message: expect.any(String) } },
  ])
})

test.runIf(isFull)(
  'an object store that does not respond is a 503 for uploads, while everything else works',
  async () => {
    door.passage = 'silent'
    const [organization, operator] = [await givenOrganization(server), await server.signIn('operator')]
    const large = pdf({ padding: 9 * 1024 * 1024 })
    // More than are sent at once, and one of several parts.
    const uploads = Promise.all(
      [pdf(), pdf(), pdf(), pdf(), large].map((file) => upload(operator, organization, 'charter', file)),
    )
    const meanwhile = await Promise.all([
      server.anonymous.get('/readyz'),
      operator.get('/v1/organizations'),
      operator.patch(`/v1/organizations/${organization.id}`, { notes: 'Пока' }),
    ])
    expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const reply of await uploads) expectAway(reply)
    await nothingIsWritten(operator, organization)
  },
)
