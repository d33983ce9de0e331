import type { ReplayPart } from '../audit-proofs/replay.ts'
import type { Db } from '../db/database.ts'

/** How many rows are read at once. */
export const provenBatch = 1_000

interface ProvenRow {
  id: string
  proof: Buffer | null
}

/** A part of `kontor audit verify`: rows with a proof of their own. Those without one are counted, and not called wrong. */
export function provenRows<Row extends ProvenRow>({
  name,
  unproven: said,
  page,
  problemsOf,
}: {
  name: string
  /** What rows without a proof are. */
  unproven: string
  /** The next rows in the order of their ids. */
  page: (db: Db, after: string | undefined) => Promise<Row[]>
  problemsOf: (db: Db, row: Row) => Promise<string[]>
}): ReplayPart {
  return {
    name,
    actions: {},
    visit: () => undefined,

    async compare(db, { turn }) {
      const problems: string[] = []
      let [count, unproven] = [0, 0]
      for (let rows = await page(db, undefined); rows.length > 0; rows = await page(db, rows.at(-1)?.id)) {
        for (const row of rows) {
          await turn()
          problems.push(...(await problemsOf(db, row)))
        }
        count += rows.length
        unproven += rows.filter(({ proof }) => proof === null).length
      }
      return { count, problems, ...(unproven > 0 && { unchecked: `${said}: ${unproven}` }) }
    },
  }
}
