import { onTestFailed } from 'vitest'
import { type Random, randomFrom } from './random.ts'

/** Every random choice of a test starts here. `KONTOR_TEST_SEED=7 npm test` makes the choices of seed 7 again. */
export const seed = Number(process.env.KONTOR_TEST_SEED ?? 1)

export const replayHint = `Random choices of seed ${seed}: KONTOR_TEST_SEED=${seed} makes them again.`

/** The seed, for use inside a test. A test that fails after this call prints how to replay it. */
export function testSeed(): number {
  onTestFailed(() => console.error(replayHint))
  return seed
}

/** Random choices for use inside a test. */
export function testRandom(): Random {
  return randomFrom(testSeed())
}
