/** What takes longer is not shown: a file can be made so that it never ends. */
const patienceMs = 10_000

/** Throws if it takes too long. */
export function withPatience<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('It takes too long.')), patienceMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
