import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeliveryStore, type DeliveryStore } from '../../server/features/webhooks/delivery-store.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { recordEvent } from '../../server/platform/events/outbox.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { createMemoryDeliveryStore } from './memory-delivery-store.ts'

const start = Date.parse('2026-11-15T12:00:00Z')
const later = (seconds: number) => new Date(start + seconds * 1000)
const at = later(0)
/** Something that happened to an object. */
type Record = (objectId: string) => Promise<void>
type Given = { store: DeliveryStore; endpointId: string; record: Record }

describe('in memory', () => {
  storeBehaves(async () => {
    const { store, addEndpoint, record } = createMemoryDeliveryStore()
    addEndpoint('target')
    return { store, endpointId: 'target', record: async (objectId) => record({ id: newId(), objectId, at }) }
  }, runs(50))
})

describe('in PostgreSQL', () => {
  let db: PooledDb
  beforeAll(async () => {
    db = connect(await cloneDatabase(), { max: 2 })
  })
  afterAll(() => db.destroy())
  storeBehaves(async () => {
    await db.deleteFrom('webhook_endpoints').execute()
    const id = newId()
    const row = { id, url: 'https://example.com/', secret: Buffer.alloc(32), created_by: 'test' }
    await db
      .insertInto('webhook_endpoints')
      .values({ ...row, created_at: at, updated_at: at })
      .execute()
    const record: Record = async (id) => {
      await recordEvent(db, {
        type: 'organization.updated',
        object: { type: 'organization', id },
        data: {},
        at,
      })
    }
    return { store: createDeliveryStore(db), endpointId: id, record }
  }, runs(10))
})

/** What a store of webhook delivery must do, whatever it keeps its rows in. */
function storeBehaves(given: () => Promise<Given>, numRuns: number): void {
  const objects = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 })
  const seconds = fc.integer({ min: 1, max: 100_000 })
  const none = { response_status: null, response_excerpt: null, error: null }

  async function claim({ store, endpointId }: Given, from: Date, until = later(1_000_000)) {
    const lane = await store.claimLane(endpointId, { at: from, until, lease: newId() })
    return lane && { lane, pending: await store.findPendingDelivery(lane) }
  }

  test('each event is handed out once, after the earlier ones of its object', async () => {
    const property = fc.asyncProperty(objects, async (objects) => {
      const own = await given()
      for (const object of objects) await own.record(object)
      const seen: { object: string; event: string }[] = []
      for (let next = await claim(own, at); next; next = await claim(own, at)) {
        if (!next.pending) throw new Error('A lane without an event.')
        const { object_id, id } = next.pending.event
        seen.push({ object: object_id, event: id })
        const result = { at, delivered: true, retry_at: undefined, ...none }
        expect(await own.store.finishAttempt(next.pending, result)).toBe(true)
      }
      expect(seen.map(({ object }) => object).toSorted()).toEqual(objects.toSorted())
      expect(new Set(seen.map(({ event }) => event)).size).toBe(objects.length)
      expect(await own.store.findEndpointsWithWork(later(10_000_000))).toEqual([])
    })
    await fc.assert(property, { numRuns })
  })

  test('a leased lane is not handed out until its lease ends, and then its first holder has lost it', async () => {
    const property = fc.asyncProperty(seconds, async (seconds) => {
      const own = await given()
      await own.record('a')
      const first = await claim(own, at, later(seconds))
      expect(await claim(own, later(seconds - 1))).toBeUndefined()
      expect(await own.store.findEndpointsWithWork(later(seconds - 1))).toEqual([])
      const second = await claim(own, later(seconds))
      expect(second?.pending?.event.id).toBe(first?.pending?.event.id)
      if (!first?.pending || !second?.pending) throw new Error('Nothing was handed out.')
      const result = { at, delivered: true, retry_at: undefined, ...none }
      expect(await own.store.finishAttempt(first.pending, result)).toBe(false)
      await own.store.postponeLane(first.lane, at)
      await own.store.dropEmptyLane(first.lane)
      expect(await claim(own, later(seconds))).toBeUndefined()
      expect(await own.store.finishAttempt(second.pending, result)).toBe(true)
      expect(await claim(own, later(10_000_000))).toBeUndefined()
    })
    await fc.assert(property, { numRuns })
  })

  test('a failed event is handed out again at its time, and holds back the later ones until it is parked', async () => {
    const property = fc.asyncProperty(seconds, seconds, async (wait, pause) => {
      const own = await given()
      for (const object of ['a', 'a']) await own.record(object)
      const first = await claim(own, at)
      if (!first?.pending) throw new Error('Nothing was handed out.')
      await own.store.finishAttempt(first.pending, { at, delivered: false, retry_at: later(wait), ...none })
      expect(await claim(own, later(wait - 1))).toBeUndefined()
      const again = await claim(own, later(wait))
      if (!again?.pending) throw new Error('Nothing was handed out again.')
      expect(again.pending.delivery).toEqual({ ...first.pending.delivery, attempts: 1, first_attempt_at: at })
      await own.store.postponeLane(again.lane, later(wait + pause))
      expect(await claim(own, later(wait + pause - 1))).toBeUndefined()
      const last = await claim(own, later(wait + pause))
      expect(last?.pending?.delivery).toEqual(again.pending.delivery)
      if (!last?.pending) throw new Error('Nothing was handed out after the pause.')
      await own.store.finishAttempt(last.pending, { at, delivered: false, retry_at: undefined, ...none })
      const next = await claim(own, at)
      expect(next?.pending?.delivery.attempts).toBe(0)
      expect(next?.pending?.event.id).not.toBe(first.pending.event.id)
    })
    await fc.assert(property, { numRuns })
  })
}
