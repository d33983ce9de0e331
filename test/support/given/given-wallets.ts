import { expect } from 'vitest'
import type { WalletResponse } from '../../../contract/wallets/wallets.ts'
import type { Client, TestServer } from '../service/harness.ts'
import { givenOrganization } from './factories.ts'

/** The path of the wallets of an organization. */
export function walletsPath(organizationId: string, what = ''): string {
  return `/v1/organizations/${organizationId}/wallets${what}`
}

export async function givenWallets(server: TestServer, by?: Client) {
  const owner = by ?? (await server.signIn('owner'))
  const { id } = await givenOrganization(server)
  const reply = await owner.post(walletsPath(id, '/create'))
  expect(reply.status).toBe(201)
  return { id, owner, wallets: reply.body.wallets as WalletResponse[] }
}

export async function auditOf(server: TestServer, organizationId: string, action: string) {
  const rows = await server.db
    .selectFrom('audit_events')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => JSON.parse(event))
}

export async function eventsOf(server: TestServer, organizationId: string) {
  return server.db
    .selectFrom('outbox_events')
    .select(['type', 'object_id', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}
