import { test } from 'vitest'
import type { QuoteStatements } from './memory-quote-store.ts'
import { quoteWorld } from './quote-world.ts'
import { expectFound, simulate } from './simulate.ts'

test('every quote that is over expires once, and none too early', async () => {
  await simulate((world) => quoteWorld(world))
})

const faults: [string, (own: QuoteStatements) => Partial<QuoteStatements>, RegExp][] = [
  [
    'a quote that is over a second too early',
    (own) => ({
      lockExpiredQuotes: (at, limit) => own.lockExpiredQuotes(new Date(at.getTime() + 1_000), limit),
    }),
    /^request \d+ expires too early/,
  ],
  [
    'a job that takes its lock for taken',
    () => ({ tryLock: async () => false }),
    /^The expiry of all quotes takes longer/,
  ],
]

test.each(faults)('a fault would be found, and its seed replays: %s', async (_name, faulty, message) => {
  await expectFound((world) => quoteWorld(world, faulty), message)
})
