import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { createWorld, type World } from './world.ts'

type Scenario = (world: World) => Promise<void>
type Run = { seed: number; trace: () => string[]; error: Error | undefined }

const shownLines = 40
const quickSeeds = 50
const fullSeeds = 2_000
/** A fault that needs a rare moment is found by some of these. */
const faultSeeds = 400

/** The same run for the same seed, to the line of its trace. */
async function runSeed(seed: number, scenario: Scenario): Promise<Run> {
  const world = createWorld(seed)
  try {
    await scenario(world)
    world.throwViolation()
    return { seed, trace: world.trace, error: undefined }
  } catch (error) {
    return { seed, trace: world.trace, error: error as Error }
  } finally {
    world.close()
  }
}

async function findFailure(first: number, count: number, scenario: Scenario): Promise<Run | undefined> {
  for (let n = 0; n < count; n += 1) {
    const run = await runSeed(first + n, scenario)
    if (run.error) return run
    // A run holds the event loop; the test runner needs it from time to time.
    await setImmediate()
  }
  return undefined
}

/** For a known fault that was put back: the seeds of `npm test` find it, and the seed replays the same run. */
export async function expectFound(scenario: Scenario, message: RegExp): Promise<void> {
  const failure = await findFailure(1, faultSeeds, scenario)
  expect(failure?.error?.message).toMatch(message)
  const again = await runSeed(failure?.seed as number, scenario)
  expect(again.error?.message).toBe(failure?.error?.message)
  expect(again.trace()).toEqual(failure?.trace())
}

/** Fails with the seed and the end of the trace of the first run that fails. */
export async function simulate(scenario: Scenario): Promise<void> {
  const run = await findFailure(seed, scaled(quickSeeds, fullSeeds), scenario)
  if (!run) return
  const lines = run.trace().slice(-shownLines).join('\n')
  throw new Error(
    `${run.error?.message}\n${lines}\nSimulation of seed ${run.seed}: KONTOR_TEST_SEED=${run.seed} runs it again, as the first one.`,
    { cause: run.error },
  )
}
