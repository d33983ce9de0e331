import type { ListName } from './all.ts'

/** What the file of a list and its columns are called. */
export interface ListWords {
  titles: Readonly<Record<ListName, string>>
  /** By the names of columns, of all lists. */
  heads: Readonly<Record<string, string>>
  /** Where a column is called otherwise in one list. */
  ownHeads: Partial<Readonly<Record<ListName, Readonly<Record<string, string>>>>>
}
