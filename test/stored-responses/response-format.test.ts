import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { renderOrganization } from '../../server/features/organizations/stored-organization.ts'
import { renderPurchaseRequest } from '../../server/features/purchase-requests/request/stored-purchase-request.ts'
import { givenBuyer, givenRequest, hold, review } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const at = new Date('2026-01-02T03:04:05Z')
const id = '01900000-0000-7000-8000-000000000000'
let organizationId: string
let requestId: string

/**
 * What a known row is rendered to, by the format that is stored with it. A new format gets a line of its own. If the
 * text changes and its format does not, old responses would be sent: raise the revision of the format instead of
 * changing the line.
 */
const rendered: Record<string, string> = {
  '7c246b568b51ed2f': '28023a82fa47a4fe',
  b17ce37665acc796: 'ceca49f2a7063876',
  '946b11c5bb23abb5': 'ceca49f2a7063876',
  '39e8b9b7cb7d06bc': '6ccbe0b9046a918c',
}

beforeAll(async () => {
  const owner = await server.signIn('owner')
  organizationId = (await givenBuyer(server, { short_name: 'Ромашка' })).id
  requestId = (await givenRequest(owner, organizationId, {}, review, hold)).id
})

function expectKnown(format: string, text: string): void {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect({ [format]: hash }, text).toEqual({ [format]: rendered[format] })
}

test('the format of an organization names what it is rendered to', async () => {
  const row = await server.db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const named = { full_name: 'ООО «Ромашка»', inn: '7701234560', ogrn: null }
  const known = { ...row, ...named, id, seq: 1, created_at: at, updated_at: at }
  const { format, response } = renderOrganization(known, '2026-01-02')
  expectKnown(format, response)
})

test('the format of a purchase request names what its fields are rendered to', async () => {
  const row = await server.db
    .selectFrom('purchase_requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const ids = { id, organization_id: id, wallet_id: id, number: 'PR-2026-000001' }
  const { format, fields } = renderPurchaseRequest({ ...row, ...ids, created_at: at, updated_at: at })
  expectKnown(format, fields)
})
