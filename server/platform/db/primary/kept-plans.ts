import { createHash } from 'node:crypto'
import { sql } from 'kysely'

export const keptMark = '/* kept plan */'

/**
 * Put before or after a statement that runs so often that planning it would be much of its cost: each connection then
 * prepares it once. Its text must not vary with the request, and one plan must fit all values.
 */
export const keptPlan = sql.raw(keptMark)

const names = new Map<string, string>()

/** The arguments of `client.query`, with a name for a marked statement: `pg` prepares what has a name. */
export function withKeptPlan(args: unknown[]): unknown[] {
  const [text, values] = args
  if (typeof text !== 'string' || !(text.startsWith(keptMark) || text.endsWith(keptMark))) return args
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
  }
  return [{ name, text, values }]
}
