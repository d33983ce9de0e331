/**
 * `npm run test:full` sets KONTOR_TEST_FULL. Both runs execute the same tests; the full one gives them longer lists of
 * cases, more rounds and more seeds.
 */
export const isFull = process.env.KONTOR_TEST_FULL === '1'

/** The first value in `npm test`, the second one in `npm run test:full`. */
export function scaled<T>(quick: T, full: T): T {
  return isFull ? full : quick
}
