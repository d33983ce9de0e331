import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentKind } from '../../../contract/organizations/documents.ts'
import type { Client, Reply, TestServer } from '../service/harness.ts'

type Fields = Record<string, string>

export function form(file: Buffer | undefined, fields: Fields = {}, name = 'Устав.pdf'): FormData {
  const data = new FormData()
  if (file) data.set('file', new Blob([new Uint8Array(file)]), name)
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  return data
}

export function slotPath(organization: { id: string }, kind: string): string {
  return `/v1/organizations/${organization.id}/documents/${kind}`
}

export function upload(
  client: Client,
  organization: { id: string },
  kind: DocumentKind,
  file: Buffer,
  fields: Fields = {},
  name?: string,
): Promise<Reply> {
  return client.put(slotPath(organization, kind), form(file, fields, name))
}

/** The blobs and drafts on the disk of this server. */
export function filesOf(server: TestServer): { blobs: string[]; drafts: string[] } {
  const directory = join(server.dataDir, 'documents')
  const shelves = existsSync(directory) ? readdirSync(directory) : []
  return {
    blobs: shelves
      .filter((subdirectory) => subdirectory !== 'incoming')
      .flatMap((subdirectory) =>
        readdirSync(join(directory, subdirectory)).map((name) => join(subdirectory, name)),
      ),
    drafts: shelves.includes('incoming') ? readdirSync(join(directory, 'incoming')) : [],
  }
}

/** The audit rows of an organization, oldest first. */
export async function auditOf(server: Pick<TestServer, 'db'>, organization: { id: string }) {
  const rows = await server.db
    .selectFrom('audit_events')
    .select(['action', 'outcome', 'event'])
    .where('organization_id', '=', organization.id)
    .orderBy('seq')
    .execute()
  return rows.map(({ action, outcome, event }) => ({ action, outcome, details: JSON.parse(event).details }))
}

/** The events of an organization, oldest first. */
export async function eventsOf(server: Pick<TestServer, 'db'>, organization: { id: string }) {
  const rows = await server.db
    .selectFrom('outbox_events')
    .select(['type', 'data'])
    .where('organization_id', '=', organization.id)
    .orderBy('id')
    .execute()
  return rows
}
