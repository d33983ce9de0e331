import { expect, test } from 'vitest'
import { permissionsOf, roles } from '../../contract/api/roles.ts'
import {
  allowedStatuses,
  purchaseRequestStatuses,
} from '../../contract/purchase-requests/purchase-request-rules.ts'
import { scaled } from '../support/cases/scale.ts'
import { cancel, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer()

const ids = async (client: Client, query: string) => {
  const { status, body } = await client.get(`/v1/purchase-requests?${query}`)
  expect(status).toBe(200)
  return {
    total: body.total,
    ids: body.items.map((item: { id: string }) => item.id),
    exact: body.total_is_exact,
  }
}

test('pages are newest first, filtered, and contain each request once', async () => {
  const owner = await server.signIn('owner')
  const [one, two] = [await givenBuyer(server), await givenBuyer(server)]
  const made: { id: string; organization: string; status: string }[] = []
  for (let i = 0; i < 12; i++) {
    const organization = i % 3 === 0 ? one.id : two.id
    const moves = i % 2 === 0 ? [review] : i % 5 === 0 ? [cancel] : []
    const { id, status } = await givenRequest(owner, organization, {}, ...moves)
    made.unshift({ id, organization, status })
  }

  for (const organization of [undefined, one.id, two.id]) {
    for (const status of [undefined, 'new', 'in_review', 'cancelled', 'paid']) {
      const expected = made
        .filter(
          (row) => (!organization || row.organization === organization) && (!status || row.status === status),
        )
        .map((row) => row.id)
      const filter = `${organization ? `organization_id=${organization}&` : ''}${status ? `status=${status}&` : ''}`
      const pages = []
      for (let offset = 0; offset <= expected.length; offset += 5) {
        const page = await ids(owner, `${filter}limit=5&offset=${offset}`)
        expect(page).toMatchObject({ total: expected.length, exact: true })
        pages.push(...page.ids)
      }
      expect(pages).toEqual(expected)
    }
  }
})

test('a filter without matches returns an empty page', async () => {
  const owner = await server.signIn('owner')
  for (const query of [
    'status=lost',
    'organization_id=none',
    `organization_id=${owner.id}`,
    'status=',
    'status=%00',
    'organization_id=%00',
    'organization_id=',
  ]) {
    expect(await ids(owner, query)).toMatchObject({ total: 0, ids: [] })
  }
  const beyond = await ids(owner, 'offset=1000000')
  expect(beyond.ids).toEqual([])
  expect(beyond.total).toBeGreaterThan(0)
  expect((await owner.get('/v1/purchase-requests?limit=201')).status).toBe(422)
})

test.each(scaled(['officer', 'auditor'] as const, roles))(
  '%s gets the allowed statuses of the role',
  async (role) => {
    const [owner, client] = [await server.signIn('owner'), await server.signIn(role)]
    const buyer = await givenBuyer(server)
    const { id } = await givenRequest(owner, buyer.id, {}, review)
    const expected = allowedStatuses('in_review', permissionsOf(role))
    expect((await client.get(`/v1/purchase-requests/${id}`)).body.allowed_statuses).toEqual(expected)
    const listed = await client.get(`/v1/purchase-requests?organization_id=${buyer.id}`)
    expect(listed.body.items[0].allowed_statuses).toEqual(expected)
  },
)

test('the overview contains counts and the oldest open requests', async () => {
  const owner = await server.signIn('owner')
  const buyer = await givenBuyer(server, {
    document_slots: {
      charter: { status: 'pending', expires_on: null },
      other: { status: 'pending', expires_on: null },
      'bank-details': { status: 'approved', expires_on: null },
    },
  })
  const waiting = await givenRequest(owner, buyer.id)
  await server.db
    .updateTable('purchase_requests')
    .set({ status_since: new Date('2020-01-01T00:00:00Z') })
    .where('id', '=', waiting.id)
    .execute()
  await server.db
    .updateTable('organizations')
    .set({ kyb_status: 'in_review' })
    .where('id', '=', buyer.id)
    .execute()

  const { status, body } = await owner.get('/v1/overview')

  expect(status).toBe(200)
  const counted = Object.fromEntries(
    await Promise.all(
      purchaseRequestStatuses.map(async (name) => [name, (await ids(owner, `status=${name}&limit=1`)).total]),
    ),
  )
  expect(body.requests_by_status).toEqual(counted)
  const { rows } = await countOrganizations()
  expect(body.organizations_by_kyb_status).toMatchObject(rows)
  expect(body.waiting_longest[0]).toMatchObject({
    id: waiting.id,
    status: 'new',
    since: '2020-01-01T00:00:00.000Z',
  })
  expect(body.documents_to_review).toBe(2)
  const key = await server.signIn('auditor')
  expect((await key.get('/v1/overview')).status).toBe(200)
})

test('open tasks contain only requests assigned to the caller', async () => {
  const [owner, officer] = [await server.signIn('owner'), await server.signIn('officer')]
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id)
  await server.db
    .updateTable('purchase_requests')
    .set({ status_since: new Date('2019-01-01T00:00:00Z') })
    .where('id', '=', id)
    .execute()
  const assign = (assignee_id: string | null) =>
    owner.patch(`/v1/purchase-requests/${id}/assignee`, { assignee_id })
  const overviewOf = async (client: typeof owner) => (await client.get('/v1/overview')).body

  expect((await assign(officer.id)).status).toBe(200)
  const theirs = await overviewOf(officer)
  expect(theirs.assigned_to_me).toMatchObject([{ id, assignee_id: officer.id }])
  expect(theirs.waiting_longest.map((one: { id: string }) => one.id)).not.toContain(id)
  const others = await overviewOf(owner)
  expect(others.assigned_to_me).toEqual([])
  expect(others.waiting_longest[0]).toMatchObject({ id, assignee_id: officer.id })

  expect((await assign(null)).status).toBe(200)
  expect((await overviewOf(officer)).waiting_longest[0]).toMatchObject({ id, assignee_id: null })

  // Finished, it waits for nobody.
  expect((await assign(officer.id)).status).toBe(200)
  await owner.patch(`/v1/purchase-requests/${id}/status`, { status: 'cancelled', reason_code: 'duplicate' })
  expect((await overviewOf(officer)).assigned_to_me).toEqual([])
})

async function countOrganizations() {
  const rows = await server.db
    .selectFrom('organizations')
    .select(['kyb_status', (select) => select.fn.countAll<number>().as('count')])
    .groupBy('kyb_status')
    .execute()
  return { rows: Object.fromEntries(rows.map((row) => [row.kyb_status, row.count])) }
}
