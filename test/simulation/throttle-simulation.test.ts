import { test } from 'vitest'
import type { ThrottleRules } from '../../server/features/authentication/sign-in/sign-in-throttle.ts'
import * as rules from '../../server/features/authentication/sign-in/throttle-rules.ts'
import { expectFound, simulate } from './simulate.ts'
import { type FaultyParts, throttleWorld } from './throttle-world.ts'

test('no guess comes too early, and no wait is too long, whatever the clock, the nodes and the database do', async () => {
  await simulate((world) => throttleWorld(world))
})

/** Faults of the rules, each with what is seen of it. */
const faultyRules: [string, Partial<ThrottleRules>, RegExp][] = [
  [
    'times ahead of a clock that was set back',
    { notInFuture: (counter) => counter },
    /is told to wait \d+ s/,
  ],
  [
    'such times corrected for one decision, but not saved',
    { notInFuture: (counter, at) => Object.assign(counter, rules.notInFuture(counter, at)) },
    /The wait of the owner (never ends|takes longer)/,
  ],
  [
    'a pair that is forgotten while guessing goes on',
    { pairFailedOnce: forgottenADayAfterTheFirst },
    /Guess \d+ of \S+ came/,
  ],
]

test.each(faultyRules)('a fault would be found, and its seed replays: %s', async (_name, fault, message) => {
  await expectFound((world) => throttleWorld(world, { rules: { ...rules, ...fault } }), message)
})

test('guesses at the same time that do not see each other would be found, and their seed replays', async () => {
  const statements: FaultyParts['statements'] = (_own, alone) => ({ lockCounters: alone.lockCounters })
  await expectFound((world) => throttleWorld(world, { statements }), /Guess \d+ of \S+ came/)
})

function forgottenADayAfterTheFirst(counter: rules.Counter, at: Date): rules.Counter {
  const isOver = at.getTime() - counter.since.getTime() >= 86_400_000
  return isOver
    ? { failures: 1, since: at, last_failure_at: at }
    : { ...counter, failures: counter.failures + 1, last_failure_at: at }
}
