import type { ProvenTable } from '../../server/platform/proofs/proven-table.ts'
import type { Reply } from '../support/service/harness.ts'
import type { Row } from './invented-rows.ts'

/** How rows of a proven table are made, used and changed by honest people. The inventions follow from the table. */
export interface Recipe {
  table: ProvenTable
  /** Makes two rows as people do; one if the table has no more. */
  given(): Promise<{ one: string; other?: string }>
  /** Relies on the first row. Undefined: nothing does; the row is evidence for `kontor audit verify`. */
  use?: () => Promise<Outcome>
  /** The action in the audit log of what the use does. */
  does?: string
  /** How the use is refused. */
  refusals: readonly Outcome[]
  /** The use is possible once, or the node remembers afterwards that the row was right. */
  isUsedOnce?: true
  /** The honest change after which the row of before is an older one. Undefined: such rows are never changed. */
  later?: 'use' | ((one: string) => Promise<Reply>)
  /** The columns that make the key, if it is generated. */
  keyFrom?: readonly string[]
  /** A copy of the first row under another key, and its use. Undefined: there is one row, and no place for another. */
  copy?: { changes(one: Row): Promise<Row> | Row; use?: () => Promise<Outcome> }
  /** Other values that somebody would want; for other columns they follow from the type. */
  values?: Row
  /** Columns whose change did harm once. */
  everyRun?: readonly string[]
  /** Of what is proven and lies in other tables: the table, the column that names the row, and what is only shown. */
  parts?: Readonly<Record<string, { table: string; of: string; shown: readonly string[] }>>
  /** The columns that nobody relies on. */
  shown: readonly string[]
  /** What people have to do after the row is as it was. */
  mend?: () => Promise<unknown>
}

/** `done`, or how it was refused: "503 proof_invalid". */
export type Outcome = string

export function outcomeOf({ status, body }: Reply): Outcome {
  return status < 300 ? 'done' : `${status} ${body.code ?? body.detail[0].ctx.code}`
}
