import { describe, test } from 'vitest'
import { spread } from './scale.ts'

/** `npm test` without the name of a file: vitest.config.ts. */
const isShort = process.env.KONTOR_TEST_SHORT === '1'

/**
 * A test, or a group of tests, that `npm test` leaves out: another one of its file shows the same of fewer cases. `npm run
 * test:rest` runs files with this, and so does whoever names them.
 */
export const thorough = { test: test.skipIf(isShort), describe: describe.skipIf(isShort) }

/** All of these cases, and in `npm test` as many. */
export function fewer<T>(count: number, cases: readonly T[]): T[] {
  return isShort ? spread(count, cases) : [...cases]
}
