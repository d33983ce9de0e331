import { sql } from 'kysely'
import { keptMark } from './kept-plans.ts'

const mark = '/* with the next */'
const withPlan = `${mark} ${keptMark}`

/**
 * Put behind a statement of a transaction whose result nobody needs: it is sent in one write with the next statement or
 * the commit, in its order, and so costs no round trip. If it fails, what it was sent with throws its error: not for a
 * statement whose error is caught. Outside a transaction it is sent at once.
 */
export const withNext = sql.raw(mark)

/** The same for a statement that runs so often that each connection keeps its plan. */
export const withNextKept = sql.raw(withPlan)

/** The `begin` that Kysely sends. */
export function isBegin(text: unknown): boolean {
  return text === 'begin' || (typeof text === 'string' && text.startsWith('start transaction'))
}

/**
 * Throws if `pg` might fail to write one of these values. Where the commit is sent in the same write, it would come without
 * its statement, and the server would have seen no error.
 */
export function demandPlain(values: unknown): void {
  for (const value of (values as unknown[]) ?? []) {
    if (Array.isArray(value)) demandPlain(value)
    else if (
      typeof value === 'object' &&
      value !== null &&
      !(value instanceof Date || Buffer.isBuffer(value))
    )
      throw new TypeError('An object is no value of a statement that is sent with the next one.')
  }
}

export function isSentWithNext(text: unknown): boolean {
  return typeof text === 'string' && (text.endsWith(mark) || text.endsWith(withPlan) || isBegin(text))
}
