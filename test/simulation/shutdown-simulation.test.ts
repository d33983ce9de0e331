import { test } from 'vitest'
import { createStopSteps } from '../../server/platform/stop-steps.ts'
import { shutdownWorld } from './shutdown-world.ts'
import { expectFound, simulate } from './simulate.ts'

test('a stop ends in time and tries every step, whatever hangs', async () => {
  await simulate((world) => shutdownWorld(world))
})

const faults: [string, typeof createStopSteps, RegExp][] = [
  [
    'a step without a limit',
    () => async (_what, _milliseconds, work) => {
      await Promise.resolve(work()).catch(() => undefined)
    },
    /^The stop (never ends|takes longer than 9.5 s)/,
  ],
  [
    'steps with limits of their own, but none for all of them',
    ({ totalMs: _, ...options }) => createStopSteps(options),
    /^The stop takes longer than 9.5 s/,
  ],
]

test.each(faults)('a fault would be found, and its seed replays: %s', async (_name, createSteps, message) => {
  await expectFound((world) => shutdownWorld(world, createSteps), message)
})
