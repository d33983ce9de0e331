/**
 * `npm run test:full` sets KONTOR_TEST_FULL. Both runs execute the same tests; the full one gives them longer lists of
 * cases, more rounds and more seeds.
 */
export const isFull = process.env.KONTOR_TEST_FULL === '1'

/** All cases in `npm run test:full`, and `count` of them in `npm test`, spread over the list. */
export function chosen<T>(count: number, cases: readonly T[]): T[] {
  return isFull ? [...cases] : spread(count, cases)
}

/** `count` of them, spread over the list. */
export function spread<T>(count: number, cases: readonly T[]): T[] {
  if (count >= cases.length) return [...cases]
  return Array.from({ length: count }, (_, at) => cases[Math.floor((at * cases.length) / count)] as T)
}

/** The first value in `npm test`, the second one in `npm run test:full`. */
export function scaled<T>(quick: T, full: T): T {
  return isFull ? full : quick
}
