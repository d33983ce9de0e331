import type { RawBuilder } from 'kysely'

/** How a value is written. A `code` is made of letters, digits and signs that need no quotes, such as an id or a status. */
export type CellType = 'text' | 'code' | 'number' | 'date' | 'time'

export interface ExportedColumn {
  name: string
  type: CellType
  /** The value in SQL. */
  value: RawBuilder<unknown>
}

/** How COPY writes rows. */
export interface RowFormat {
  copyFormat: 'csv' | 'text'
  /** What is selected for a column. */
  cell(column: ExportedColumn): RawBuilder<unknown>
}

/** The table that is written to the file of a list. */
export interface ExportedTable {
  columns: readonly ExportedColumn[]
  /** The tables with their joins. */
  from: RawBuilder<unknown>
  /** Orders the rows, newest last, and is unique. An index serves it, also together with the usual filters. */
  key: RawBuilder<unknown>
  keyType: 'bigint' | 'uuid'
}
