import type { RawBuilder } from 'kysely'
import type { TProperties } from 'typebox'
import type { List, ListFilter } from '../../../contract/lists/list.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import type { ExportedTable } from '../exports/exported-list.ts'
import type { FoundRows, OrderedBy } from './page.ts'

/** Who reads a list, and when. */
export interface Reading {
  actor: Actor
  at: Date
}

/** With the order of the rows of a page. */
export type OrderedReading = Reading & { isAscending: boolean }

/** Where the rows of a list come from. */
export interface RowSource<Filter, Row> {
  /** What a filter asks for, as conditions that all must hold. `me` has been replaced by the caller. */
  conditions(filter: Filter, at: Date): RawBuilder<boolean>[]
  /** The rows that are read in pages, if the list has an operation for that. */
  page?: {
    /** The rows of a page, before anything is joined that only shows them. */
    find(db: Db): FoundRows<Row>
    /** An index serves it, also together with the usual filters. */
    order: readonly OrderedBy[]
    /** Lists that are read oldest first unless a sort is given. */
    isAscending?: boolean
    /** The amounts that the list declares as summed. */
    sums?: {
      currency: RawBuilder<string>
      amounts: Readonly<Record<string, RawBuilder<unknown>>>
      /** What is summed, if a row has several amounts: a join with `found`, which has the ids of the rows. */
      parts?: RawBuilder<unknown>
    }
    /** What is sent for the rows. */
    items?(db: Db, rows: Row[], reading: Reading): Promise<object[]> | object[]
    /** Instead: the same as the JSON text that was stored, separated by commas. */
    texts?(db: Db, rows: Row[], reading: OrderedReading): Promise<string>
  }
  file: ExportedTable
}

// biome-ignore lint/suspicious/noExplicitAny: each list has filters and rows of its own
export type ListRows = { list: List } & RowSource<any, any>

/** Joins a list of the contract with its rows. */
export function rowsOf<Filters extends TProperties, Row>(
  list: List<string, Filters>,
  source: RowSource<ListFilter<List<string, Filters>>, Row>,
): ListRows {
  const [declared, summed] = [list.sums, source.page?.sums?.amounts ?? {}].map((of) => Object.keys(of).join())
  if (declared !== summed) throw new Error(`The list ${list.name} declares other sums than its rows have.`)
  return { list, ...source }
}
