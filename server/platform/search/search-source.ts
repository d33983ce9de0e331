import type { Permission } from '../../../contract/api/roles.ts'
import type { BuiltLater, FoundItem, FoundKind } from '../../../contract/work/search.ts'
import type { Db } from '../db/database.ts'

/** What somebody has typed, in the forms that features compare. */
export interface Sought {
  /** Without spaces around it. */
  text: string
  /** The same keys in the other keyboard layout; undefined if that makes no sense. */
  otherLayout: string | undefined
  /** If it is an id of ours. */
  id: string | undefined
  /** When it was typed. */
  at: Date
}

/** How a feature is searched. Each statement is served by an index. */
export interface SearchSource {
  permission: Permission
  /** An index that an upgrade builds after the start. Until it is there, this is not searched, and the response says so. */
  waitsFor?: { index: string; kind: FoundKind; by: BuiltLater }
  find(db: Db, sought: Sought, limit: number): Promise<FoundItem[]>
}
