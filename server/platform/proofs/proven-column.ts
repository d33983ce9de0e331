import type { RawBuilder } from 'kysely'
import type { Tables } from '../db/database.ts'
import type { ProvenKind } from './proofs.ts'

/** A column of proofs in a table that is not declared as a `ProvenTable`. */
export interface ProvenColumn {
  kind: ProvenKind
  table: keyof Tables & string
  key: readonly string[]
  column: string
  /** What is relied on, of a whole row. */
  // biome-ignore lint/suspicious/noExplicitAny: a row of the table that the column names.
  fieldsOf(row: any): Record<string, unknown>
}

/** With what `kontor audit verify` says about its rows. */
export interface ComparedColumn extends ProvenColumn {
  /** What is counted, such as "Sessions". */
  name: string
  /** What rows without a proof are. Undefined: there are none. */
  unproven?: string
  /** Which rows are compared; all if nothing is said. */
  where?: RawBuilder<boolean>
  /** How a row is called: what it is found by may be a secret. */
  // biome-ignore lint/suspicious/noExplicitAny: a row of the table that the column names.
  nameOf(row: any): string
}
