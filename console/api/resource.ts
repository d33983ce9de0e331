import type { Operation } from '../../contract/operation.ts'

/** The operations that list, read and change a resource of react-admin. */
export interface ResourceOperations {
  /** The name of its id in paths. */
  param: string
  list: Operation
  read?: Operation
  create?: Operation
  update?: Operation
  remove?: Operation
  /** For rows without an `id`. */
  idOf?: (row: Record<string, unknown>) => string
}
