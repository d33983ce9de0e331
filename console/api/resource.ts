import type { Operation } from '../../contract/api/operation.ts'

/** The operations that list, read and change a resource of react-admin. */
export interface ResourceOperations {
  /** The name of its id in paths. */
  param: string
  list: Operation
  read?: Operation
  /** A row of the list is the record itself, so that it can be shown before it is read. */
  hasWholeRows?: boolean
  /** A record is read before it is opened, while the one above or below it is looked at. */
  isReadAhead?: boolean
  create?: Operation
  update?: Operation
  remove?: Operation
  /** For rows without an `id`. */
  idOf?: (row: Record<string, unknown>) => string
}
