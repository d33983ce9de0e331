import { createHash } from 'node:crypto'
import type { Received } from '../support/outside/webhook-receiver.ts'
import type { Caller } from './caller.ts'
import type { Expected } from './follower.ts'
import type { Acknowledged } from './writers.ts'

/** Compares what was acknowledged with what is there; gives a sentence for each thing that is not. */
export async function losses(caller: Caller, organizations: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = []
  for (const one of organizations) {
    lost.push(...(await lossesOf(caller, one)))
    one.checked = true
  }
  return lost
}

async function lossesOf(caller: Caller, one: Acknowledged): Promise<string[]> {
  const lost: string[] = []
  const expect = (what: string, actual: unknown, expected: unknown) => {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is !== should) lost.push(`${what} of organization ${one.inn}: ${is}, acknowledged ${should}`)
  }
  const path = `/v1/organizations/${one.id}`
  const { status, body } = await caller.get(path)
  if (status !== 200) return [`organization ${one.inn}: ${status}`]
  expect('version', body.version, one.version)
  expect('notes', body.notes, one.notes)
  expect('wallets_count', body.wallets_count, one.addresses.length)

  const wallets = await caller.get(`${path}/wallets`)
  const addresses = wallets.body.map(({ address }: { address: string }) => address)
  expect('wallets', addresses.sort(), one.addresses.toSorted())

  if (one.documents.length > 0) {
    const versions = await caller.get(`${path}/documents/charter/versions`)
    for (const [index, sha256] of one.documents.entries()) {
      const version = versions.body[index]
      expect(`hash of document ${index + 1}`, version?.file.sha256, sha256)
      const content = version && (await caller.get(version.download_url))
      const read = Buffer.isBuffer(content?.body) && createHash('sha256').update(content.body).digest('hex')
      expect(`content of document ${index + 1}`, read, sha256)
    }
    expect('documents', versions.body.length, one.documents.length)
  }
  for (const request of one.requests) {
    const found = await caller.get(`/v1/purchase-requests/${request.id}`)
    expect(`status of request ${request.id}`, found.body.status, request.status)
    const history = await caller.get(`/v1/purchase-requests/${request.id}/history`)
    expect(`history of request ${request.id}`, history.body.total, request.moves)
  }
  return lost
}

/** What the log of changes should tell. */
export function acknowledgedVersions(organizations: readonly Acknowledged[]): Expected[] {
  return organizations.flatMap(({ id, version, requests }) => [
    { type: 'organization', id, version },
    ...requests.map((request) => ({ type: 'purchase_request', id: request.id, version: request.moves })),
  ])
}

/** Events that should have been told and were not. */
export function untold(organizations: readonly Acknowledged[], received: readonly Received[]): string[] {
  const told = new Map<string, Set<string>>()
  for (const { headers, message } of received) {
    const key = `${message.type} ${message.organization_id}`
    const ids = told.get(key) ?? new Set()
    ids.add(headers['webhook-id'] ?? '')
    told.set(key, ids)
  }
  const missing: string[] = []
  const expect = (type: string, id: string, count: number) => {
    const heard = told.get(`${type} ${id}`)?.size ?? 0
    if (heard < count) missing.push(`${type} of ${id}: ${heard} of ${count} told`)
  }
  for (const one of organizations) {
    expect('organization.created', one.id, 1)
    expect('organization.updated', one.id, one.version - 1)
    expect('document.uploaded', one.id, one.documents.length)
    expect('purchase_request.created', one.id, one.requests.length)
    const changed = one.requests.reduce((sum, { moves }) => sum + moves - 1, 0)
    expect('purchase_request.status_changed', one.id, changed)
  }
  return missing
}
