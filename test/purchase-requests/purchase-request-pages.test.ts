import { beforeAll, expect, test } from 'vitest'
import { permissionsOf } from '../../contract/api/roles.ts'
import { purchaseRequestStatuses } from '../../contract/purchase-requests/purchase-request-rules.ts'
import { createPurchaseRequestList } from '../../server/features/purchase-requests/purchase-request-list.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { isFull } from '../support/cases/scale.ts'
import { connectionsFor } from '../support/database/locks.ts'
import { cancel, givenBuyer, givenRequest, hold, review } from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const writers = 3
const server = startServer({ connections: connectionsFor(writers + 1) })

interface Query {
  organization_id: string | undefined
  status: (typeof purchaseRequestStatuses)[number] | undefined
  limit: number
  offset: number
}

let owner: Client
let buyers: string[]
let moved: string[]

beforeAll(async () => {
  owner = await server.signIn('owner')
  buyers = [(await givenBuyer(server)).id, (await givenBuyer(server)).id, (await givenBuyer(server)).id]
  const ways = [[], [review], [review], [review, hold], [cancel]]
  const made: Awaited<ReturnType<typeof givenRequest>>[] = []
  for (let i = 0; i < 30; i++)
    made.push(await givenRequest(owner, buyers[i % 2] as string, {}, ...(ways[i % ways.length] ?? [])))
  moved = made.filter(({ status }) => status === 'in_review').map(({ id }) => id)
})

/** Offsets at both ends, in the middle, and beyond the end; the third organization has no requests. */
const queries = fc.record({
  buyer: fc.option(fc.nat(2), { nil: undefined }),
  status: fc.option(fc.constantFrom(...purchaseRequestStatuses.slice(0, 3), 'cancelled' as const), {
    nil: undefined,
  }),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.nat(35),
})

const queryOf = ({ buyer, ...query }: typeof queries extends fc.Arbitrary<infer T> ? T : never): Query => ({
  ...query,
  organization_id: buyer === undefined ? undefined : buyers[buyer],
})

/** The same page and total without counters, places in an index or stored responses. */
async function plainPage(db: Db, { organization_id, status, limit, offset }: Query) {
  const rows = await db
    .selectFrom('purchase_requests')
    .select(['id', 'status'])
    .$if(organization_id !== undefined, (rows) =>
      rows.where('organization_id', '=', organization_id as string),
    )
    .$if(status !== undefined, (rows) => rows.where('status', '=', status as NonNullable<typeof status>))
    .orderBy('seq', 'desc')
    .execute()
  return { total: rows.length, items: rows.slice(offset, offset + limit) }
}

const shown = ({ total, items }: { total: number; items: { id: string; status: string }[] }) => ({
  total,
  items: items.map(({ id, status }) => ({ id, status })),
})

test('every page has the rows that a plain query has at this offset', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (chosen) => {
      const query = queryOf(chosen)
      const given = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      )
      const { status, body } = await owner.get(`/v1/purchase-requests?${given.join('&')}`)
      expect(status).toBe(200)
      expect(shown(body)).toEqual(await plainPage(server.db, query))
    }),
    { numRuns: runs(200) },
  )
})

test.runIf(isFull)('the same while requests are created and moved', async () => {
  const list = (db: Db) => createPurchaseRequestList({ db })
  const actor = { permissions: permissionsOf('owner') }
  await fc.assert(
    fc.asyncProperty(fc.array(queries, { minLength: 4, maxLength: 4 }), fc.nat(), async (several, turn) => {
      let isWriting = true
      const writes = Array.from({ length: writers }, async (_, writer) => {
        const id = moved[(turn + writer) % moved.length]
        const path = `/v1/purchase-requests/${id}/status`
        for (const move of [hold, review]) expect((await owner.patch(path, move)).status).toBe(200)
        if (writer === 0) await givenRequest(owner, buyers[turn % 2] as string)
      })
      const written = Promise.all(writes).finally(() => {
        isWriting = false
      })
      const reads = several.map(queryOf).map(async (query) => {
        // Both statements see one moment.
        await server.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(async (db) => {
            const expected = await plainPage(db, query)
            expect(shown(JSON.parse(await list(db).read(query, actor)))).toEqual(expected)
          })
        // Total and rows of one answer are of one moment, whatever is written between two of them.
        do {
          const { items, total } = JSON.parse(await list(server.db).read(query, actor))
          expect(items).toHaveLength(Math.max(0, Math.min(query.limit, total - query.offset)))
        } while (isWriting)
      })
      await Promise.all([written, ...reads])
    }),
    { numRuns: runs(20) },
  )
})
