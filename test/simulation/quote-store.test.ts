import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQuoteExpiry } from '../../server/features/purchase-requests/quote-expiry.ts'
import {
  createQuoteExpiryStore,
  type QuoteExpiryStore,
} from '../../server/features/purchase-requests/quote-expiry-store.ts'
import {
  insertPurchaseRequest,
  type PurchaseRequest,
  takePlace,
} from '../../server/features/purchase-requests/request/purchase-request-store.ts'
import { service } from '../../server/platform/actor.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { createMemoryQuoteStore } from './memory-quote-store.ts'
import { plainStore } from './node-store.ts'

const at = new Date('2026-11-15T12:00:00Z')
type Status = 'approved' | 'paid'
interface Given {
  store: QuoteExpiryStore
  /** Adds a request and returns its id. */
  add(status: Status, expires: Date | null): Promise<string>
  find(id: string): Promise<{ status: string; version: number } | undefined>
}

describe('in memory', () => {
  storeBehaves(async () => {
    const memory = createMemoryQuoteStore()
    const add: Given['add'] = async (status, expires) => {
      const request = requestOf(newId(), status, expires)
      await memory.save(request)
      return request.id
    }
    return { store: plainStore(memory), add, find: async (id) => memory.get(id) }
  }, runs(50))
})

describe('in PostgreSQL', () => {
  let db: PooledDb
  let organizationId: string
  beforeAll(async () => {
    db = connect(await cloneDatabase(), { max: 4 })
    organizationId = (await givenOrganization({ db })).id
  })
  afterAll(() => db.destroy())
  storeBehaves(async () => {
    await db.updateTable('purchase_requests').set({ status: 'cancelled' }).execute()
    const add: Given['add'] = (status, expires) =>
      db.transaction().execute(async (db) => {
        const { inn: _, short_name: __, ...row } = requestOf(organizationId, status, expires)
        const request = { ...row, ...(await takePlace(db, at)), id: newId() }
        await insertPurchaseRequest(db, request, { actor: service, comment: null })
        return request.id
      })
    const find: Given['find'] = (id) =>
      db.selectFrom('purchase_requests').select(['status', 'version']).where('id', '=', id).executeTakeFirst()
    return { store: createQuoteExpiryStore(db), add, find }
  }, runs(10))
})

/** What a store of the expiry must do, whatever it keeps its rows in. */
function storeBehaves(given: () => Promise<Given>, numRuns: number): void {
  const request = fc.record({
    status: fc.constantFrom<Status>('approved', 'paid'),
    expires: fc.option(
      fc.integer({ min: -3, max: 3 }).map((seconds) => new Date(at.getTime() + seconds * 1000)),
    ),
  })
  const requests = fc.array(request, { maxLength: 8 })

  async function addAll({ add }: Given, requests: { status: Status; expires: Date | null }[]) {
    const added = []
    for (const { status, expires } of requests) {
      const isOver = status === 'approved' && expires !== null && expires <= at
      added.push({ id: await add(status, expires), status, expires, isOver })
    }
    return added
  }

  test('approved requests expire once when their quote is over, the others never', async () => {
    const property = fc.asyncProperty(requests, async (requests) => {
      const own = await given()
      const added = await addAll(own, requests)
      const { sweep } = createQuoteExpiry({ store: own.store, now: () => at })
      expect(await sweep()).toBe(added.filter(({ isOver }) => isOver).length)
      expect(await sweep()).toBe(0)
      for (const { id, status, isOver } of added) {
        const expected = isOver ? { status: 'expired', version: 2 } : { status, version: 1 }
        expect(await own.find(id)).toMatchObject(expected)
      }
    })
    await fc.assert(property, { numRuns })
  })

  test('a batch has the quotes that ended first, and nothing that another transaction has locked', async () => {
    const property = fc.asyncProperty(requests, fc.integer({ min: 1, max: 8 }), async (requests, limit) => {
      const own = await given()
      const over = (await addAll(own, requests)).filter(({ isOver }) => isOver)
      const batch = await own.store.transaction(async (store) => {
        const batch = await store.lockExpiredQuotes(at, limit)
        const rest = await own.store.transaction((other) => other.lockExpiredQuotes(at, 100))
        expect([...batch, ...rest].map(({ id }) => id).toSorted()).toEqual(
          over.map(({ id }) => id).toSorted(),
        )
        return batch
      })
      const times = over.map(({ expires }) => Number(expires)).toSorted((a, b) => a - b)
      expect(batch.map(({ quote_expires_at }) => Number(quote_expires_at))).toEqual(times.slice(0, limit))
    })
    await fc.assert(property, { numRuns })
  })

  test('one transaction at a time has the lock of the job', async () => {
    const { store } = await given()
    const inside = await store.transaction(async (first) => {
      expect(await first.tryLock()).toBe(true)
      return store.transaction((second) => second.tryLock())
    })
    expect(inside).toBe(false)
    expect(await store.transaction((third) => third.tryLock())).toBe(true)
  })
}

function requestOf(id: string, status: Status, expires: Date | null): PurchaseRequest {
  return {
    id,
    seq: 0,
    number: '',
    organization_id: id,
    inn: '',
    short_name: null,
    status,
    status_since: at,
    asset: 'USDT',
    network: 'tron',
    crypto_amount: '1',
    fiat_currency: 'RUB',
    fiat_amount: '100.00',
    rate: '100',
    fee_amount: '0.00',
    total_amount: '100.00',
    quote_expires_at: expires,
    wallet_id: null,
    address_id: null,
    destination_address: null,
    compared_with: null,
    payment_reference: null,
    received_amount: null,
    received_at: null,
    payment_exception: null,
    refunded_amount: '0',
    delivered_amount: '0',
    moved_amount: '0',
    exception_since: null,
    payer_unknown_since: null,
    tx_hash: null,
    reason_code: null,
    reason_comment: null,
    reviewer_kind: null,
    reviewer_id: null,
    assignee_id: null,
    comment: null,
    external_id: null,
    version: 1,
    created_at: at,
    updated_at: at,
  }
}
