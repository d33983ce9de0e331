import type { ReplayPart } from '../audit-proofs/replay.ts'
import type { Db } from '../db/database.ts'

/** How many rows are read at once. */
export const provenBatch = 1_000

/** A part of `kontor audit verify`: rows with a proof of their own. Those without one are counted, and not called wrong. */
export function provenRows<Row>({
  name,
  unproven: said,
  isUnproven,
  page,
  problemsOf,
}: {
  name: string
  /** What rows without a proof are. */
  unproven: string
  isUnproven: (row: Row) => boolean
  /** The next rows in the order of their keys. */
  page: (db: Db, last: Row | undefined) => Promise<Row[]>
  problemsOf: (db: Db, row: Row) => Promise<string[]>
}): ReplayPart {
  return {
    name,
    actions: {},
    visit: () => undefined,

    async compare(db, { turn }) {
      const problems: string[] = []
      let [count, unproven] = [0, 0]
      for (let rows = await page(db, undefined); rows.length > 0; rows = await page(db, rows.at(-1))) {
        for (const row of rows) {
          await turn()
          problems.push(...(await problemsOf(db, row)))
        }
        count += rows.length
        unproven += rows.filter(isUnproven).length
      }
      return { count, problems, ...(unproven > 0 && { unchecked: `${said}: ${unproven}` }) }
    },
  }
}
