import { expect } from 'vitest'
import { samplePng } from '../demo/sample-files.ts'
import { slotPath } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import type { Client, TestServer } from '../test/support/service/harness.ts'

/** Documents that wait for a review, one of each of so many organizations. Returns the names of these. */
export async function givenWaitingDocuments(
  server: TestServer,
  owner: Client,
  count: number,
): Promise<string[]> {
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    const name = `ООО «Очередь ${crypto.randomUUID().slice(0, 8)}»`
    const organization = await givenOrganization(server, { kyb_status: 'approved', short_name: name })
    const form = new FormData()
    form.set('file', samplePng(), `Устав ${n}.png`)
    expect((await owner.put(slotPath(organization, 'charter'), form)).status).toBe(200)
    names.push(name)
  }
  return names
}
