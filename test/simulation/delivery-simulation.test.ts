import { test } from 'vitest'
import type { DeliveryWorkers } from '../../server/platform/delivery/delivery-workers.ts'
import { deliveryWorld, type FaultyParts } from './delivery-world.ts'
import { expectFound, simulate } from './simulate.ts'
import type { World } from './world.ts'

test('every event is delivered, in order per object, and every stop ends, whatever fails', async () => {
  await simulate((world) => deliveryWorld(world))
})

const faults: [string, FaultyParts, RegExp][] = [
  [
    'an endpoint that a run finds after the stop gets a set of workers that nobody ends',
    { createWorkers: createWorkersThatSpin },
    /^The stop of node \d (never ends|takes longer than 1.5 s)/,
  ],
  [
    'a lease that ends at once',
    { store: (store) => ({ claimLane: (id, claim) => store.claimLane(id, { ...claim, until: claim.at }) }) },
    /sends while node \d holds the lease/,
  ],
  [
    'a result that is written as delivered whatever the target says',
    {
      store: (store) => ({
        finishAttempt: (pending, attempt) => store.finishAttempt(pending, { ...attempt, delivered: true }),
      }),
    },
    /was not delivered to|arrives before/,
  ],
]

test.each(faults)('a fault would be found, and its seed replays: %s', async (_name, faulty, message) => {
  await expectFound((world) => deliveryWorld(world, faulty), message)
})

/** The workers as they once were: a set is added before the stop is looked at, and an empty one is waited for. */
function createWorkersThatSpin(world: World): DeliveryWorkers {
  const running = new Map<string, Set<Promise<void>>>()
  const stopping = new AbortController()
  async function idle(): Promise<void> {
    while (running.size > 0 && !world.isClosed()) {
      await Promise.all([...running.values()].flatMap((own) => [...own]))
    }
  }
  return {
    idle,
    isHeld: () => false,
    stopping: stopping.signal,
    start(endpointId, work) {
      const own = running.get(endpointId) ?? new Set()
      running.set(endpointId, own)
      if (own.size >= 4 || stopping.signal.aborted) return
      const worker: Promise<void> = work().finally(() => {
        own.delete(worker)
        if (own.size === 0) running.delete(endpointId)
      })
      own.add(worker)
    },
    async stop() {
      stopping.abort()
      await idle()
    },
  }
}
